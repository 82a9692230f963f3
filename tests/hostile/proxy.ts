import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** What the service behind a proxy answered. */
export interface Answer {
  readonly status: number
  /** Names and values in turn, as the wire had them. */
  readonly headers: readonly string[]
  readonly body: Buffer
}

/** One request on its way through a proxy, and what may be done with it. */
export interface Passing {
  /** 1 for the first request of a run. */
  readonly nth: number
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
  readonly socket: Socket
  readonly response: ServerResponse
  /** Has the service answer. */
  forward(): Promise<Answer>
  /** Gives an answer on. */
  give(answer: Answer): void
  /** Writes bytes in place of an answer, and ends the connection. */
  raw(bytes: string | Buffer): void
}

/** What a proxy does with each request: lawful or not. */
export type Deed = (passing: Passing) => Promise<void> | void

export interface Proxy {
  readonly url: string
  close(): void
  /** Nobody listens any longer. */
  vanish(): void
}

/** Headers of a message without those of some names, in any letter case. */
export function without(headers: readonly string[], ...names: readonly string[]): string[] {
  return headers.filter((_, at) => !names.includes((headers[at - (at % 2)] ?? '').toLowerCase()))
}

/** An answer with another body, and a length that fits. */
export const withBody = (answer: Answer, body: string | Buffer): Answer => ({
  ...answer,
  headers: [...without(answer.headers, 'content-length'), 'Content-Length', String(Buffer.byteLength(body))],
  body: Buffer.from(body),
})

/** An answer whose JSON object has one more member, given as JSON text; others as they are. */
export function withMember(answer: Answer, name: string, json: string): Answer {
  const text = answer.body.toString('utf8')
  if (!/^\s*\{[\s\S]*\}\s*$/.test(text)) return answer
  const rest = text.trimStart().slice(1)
  return withBody(answer, `{${JSON.stringify(name)}:${json}${/^\s*\}/.test(rest) ? '' : ','}${rest}`)
}

/** Stands before a service and does with each request as told. */
export async function proxy(upstream: string, deed: Deed): Promise<Proxy> {
  const sockets = new Set<Socket>()
  const agent = new Agent({ keepAlive: true })
  let count = 0
  const server = createServer({ requestTimeout: 0 }, (incoming, response) => {
    count += 1
    void passed(incoming, response, count).catch(() => incoming.socket.destroy())
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
  })
  const vanish = (): void => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }

  async function passed(incoming: IncomingMessage, response: ServerResponse, nth: number): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const { method = '', url: path = '', headers, socket } = incoming
    await deed({
      nth,
      method,
      path,
      headers,
      body,
      socket,
      response,
      forward: () => forwarded(agent, `${upstream}${path}`, method, incoming.rawHeaders, body),
      give: ({ status, headers: raw, body: content }) => {
        if (socket.destroyed) return
        response.writeHead(status, [...raw])
        response.end(content)
      },
      raw: (bytes) => {
        socket.write(bytes, () => socket.destroySoon())
      },
    })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    vanish,
    close: () => {
      vanish()
      agent.destroy()
    },
  }
}

function forwarded(
  agent: Agent,
  url: string,
  method: string,
  headers: readonly string[],
  body: Buffer,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const onward = request(url, { method, agent, headers: without(headers, 'connection') })
    onward.on('error', reject)
    onward.on('response', (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 502,
          headers: without(answer.rawHeaders, 'connection', 'keep-alive', 'transfer-encoding'),
          body: Buffer.concat(chunks),
        }),
      )
    })
    onward.end(body)
  })
}
