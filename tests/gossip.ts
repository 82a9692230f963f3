import type { IncomingMessage } from 'node:http'
import { httpServer, type Listening } from './servers.ts'

/** What a service tells of its customers and of itself where nobody asked. */
export interface Gossip {
  /** Somebody whom the target file names: told in running text. */
  readonly customer: { readonly firstname: string; readonly lastname: string }
  readonly firstname: string
  readonly lastname: string
  readonly email: string
  readonly phone: string
  readonly code: string
  readonly token: string
  /** Keys that it was called with, and others that it holds. */
  readonly keys: readonly string[]
}

/** A secret in the codings that a service may show it in. */
export function codingsOf(secret: string): readonly string[] {
  const each = (written: (code: number) => string): string =>
    Array.from(secret, (character) => written(character.charCodeAt(0))).join('')
  const percent = each((code) => `%${code.toString(16)}`)
  return [
    secret.toUpperCase(),
    Array.from(secret).reverse().join(''),
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret).toString('base64'),
    Buffer.from(`user:${secret}`).toString('base64url'),
    percent,
    percent.replaceAll('%', '%25'),
    each((code) => `&#${code};`),
    each((code) => `&#x${code.toString(16)};`),
    Array.from(secret).join('\u200b'),
  ]
}

/**
 * Stands before a service and plants gossip in the headers and bodies of its answers, in its refusals' messages, and in
 * the webhooks to `webhook_url` and `callback_url`, which it has sent to itself first.
 */
export async function gossipBefore(service: string, gossip: Gossip): Promise<Listening> {
  const proxy = await httpServer(async (request, response) => {
    const hook = /^\/hook\/(.+)$/.exec(request.url ?? '')?.[1]
    const to = hook === undefined ? `${service}${request.url}` : decodeURIComponent(hook)
    const sent = await bodyOf(request)
    const body = hook === undefined ? led(sent, proxy.url) : planted(sent, gossip)
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
    try {
      const answer = await fetch(to, {
        method: request.method ?? 'GET',
        headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
        redirect: 'manual',
        ...(body === '' ? {} : { body }),
      })
      const text = await answer.text()
      const kept = ['content-type', 'retry-after', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']
      for (const name of kept) if (answer.headers.has(name)) response.setHeader(name, answer.headers.get(name) ?? '')
      response.setHeader('Set-Cookie', `session=${gossip.token}`)
      response.setHeader('X-Debug', `Bearer ${gossip.keys[0]} for ${gossip.email}, ${gossip.phone}`)
      const [key = ''] = gossip.keys
      for (const text of [key, key.toUpperCase(), Buffer.from(key).toString('hex')])
        response.setHeader(`X-Of-${text.replace(/[^\w-]/g, '')}`, 'yes')
      response.writeHead(answer.status).end(hook === undefined ? planted(text, gossip) : text)
    } catch {
      response.destroy()
    }
  })
  return proxy
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** The body with every webhook led over the proxy. */
const led = (body: string, proxy: string): string =>
  body.replace(
    /"(webhook_url|callback_url)":"(https?:\/\/127\.0\.0\.1[^"]*)"/g,
    (_, name: string, url: string) => `"${name}":"${proxy}/hook/${encodeURIComponent(url)}"`,
  )

function planted(text: string, gossip: Gossip): string {
  const { customer, firstname, lastname, email, phone, code, token, keys } = gossip
  const known = `${customer.firstname} ${customer.lastname}`
  if (!text.startsWith('{')) return text
  const told = {
    debug: {
      api_key: keys,
      access_token: token,
      otp_code: code,
      phone_number: phone,
      customer: { firstname, lastname },
    },
    trace: `customer ${known} <${email}> called from ${phone} with ${keys.join(' ')} and token=${token}`,
    codings: keys.flatMap(codingsOf),
    sms_text: `Your code is ${code}`,
  }
  const words = `${known} at ${phone} may not`
  const refusal = text.replace(/"(message|msg|detail)":"/g, (start) => `${start}${words} `)
  return refusal === '{}' ? JSON.stringify(told) : `${JSON.stringify(told).slice(0, -1)},${refusal.slice(1)}`
}
