import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, aroundEach, describe, expect, it } from 'vitest'
import { inVirtualTime } from '../../../kit/virtual/virtual-time.ts'
import { type MessagingService, startMessagingService } from '../index.ts'
import { lawfulBehaviour } from '../lawful.ts'

aroundEach(inVirtualTime)

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly event: { id: string; event: string; app_id: string; data: Record<string, string> }
}

let service: MessagingService | undefined
let server: Server | undefined

afterEach(async () => {
  await service?.close()
  server?.closeAllConnections()
  await new Promise<void>((resolve) => (server?.listening === true ? server.close(() => resolve()) : resolve()))
  server = undefined
})

const patience = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Starts service and receiver, registers the webhook, and sends. 0 as an answer leaves the attempt hanging. */
async function run(
  answers: (nth: number) => number,
  recipients: string[],
  more: { flaw?: string; unbound?: boolean } = {},
) {
  const { unbound = false, ...options } = more
  const received: Received[] = []
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      received.push({ headers: request.headers, body, event: JSON.parse(body) })
      const status = answers(received.length)
      if (status > 0) response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`
  service = await startMessagingService({ seed: 2, timeScale: 6000, ...options })
  const { keys, smsWebhook } = service.targetFile().messaging as {
    keys: { bound: string; unbound: string }
    smsWebhook: { secret: string; register: { call: { url: string; json: object } } }
  }
  const { call } = smsWebhook.register
  const json = { 'Content-Type': 'application/json' }
  await fetch(call.url, { method: 'POST', headers: json, body: JSON.stringify({ ...call.json, url }) })
  const sent = await fetch(`${service.url}/v1/message/send-instant`, {
    method: 'POST',
    headers: { ...json, 'X-API-Key': unbound ? keys.unbound : keys.bound },
    body: JSON.stringify({ content: 'Jambo', recipients }),
  })
  const { job_id: jobId } = (await sent.json()) as { job_id: string }
  return { received, jobId, secret: smsWebhook.secret }
}

const ok = () => 200
const names = (received: readonly Received[]) => received.map(({ event }) => event.event)

describe('callbacks', () => {
  it('tells the course of each recipient, signed', async () => {
    const numbers = ['255700000201', '255700000202', '255700000203', '255700000204', '255700000205']
    const { received, jobId, secret } = await run(ok, numbers)
    await expect.poll(() => received.length).toBe(8)
    const submits = received.filter(({ event }) => 'job_id' in event.data)
    expect(submits.map(({ event }) => event.data.recipient).sort()).toEqual(numbers)
    expect(new Set(submits.map(({ event }) => event.data.job_id))).toEqual(new Set([jobId]))
    const reports = received.filter(({ event }) => !('job_id' in event.data))
    expect(names(reports).sort()).toEqual(['sms.delivered', 'sms.expired', 'sms.failed'])
    for (const { event } of reports)
      expect(submits.map((submit) => submit.event.data.message_id)).toContain(event.data.message_id)
    for (const { headers, body, event } of received) {
      const facts = { event: { appId: event.app_id } as never, subscription: { url: '' }, attempt: 1 }
      expect(headers['x-svc-signature']).toBe(lawfulBehaviour.signature({ ...facts, secret, body }))
      expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Svc-Webhook/1.0' })
      expect(headers['x-svc-app-id']).toBe(event.app_id)
      expect(body).toBe(JSON.stringify(event))
    }
  })

  it('tries again after failures and hangs, with the same event, and stops on any 2xx', async () => {
    const { received } = await run((nth) => [500, 302, 0, 204][nth - 1] ?? 200, ['255700000205'])
    await expect.poll(() => received.length, { timeout: 3000 }).toBe(4)
    await patience(100)
    expect(received.length).toBe(4)
    expect(new Set(received.map(({ event }) => event.id)).size).toBe(1)
    expect(new Set(received.map(({ headers }) => headers['x-svc-signature'])).size).toBe(1)
  })

  it('gives up after five attempts', async () => {
    const { received } = await run(() => 400, ['255700000205'])
    await expect.poll(() => received.length, { timeout: 3000 }).toBe(5)
    await patience(150)
    expect(received.length).toBe(5)
  })

  it('keeps silent about credentials that no app is linked to', async () => {
    const { received } = await run(ok, ['255700000201'], { unbound: true })
    await patience(150)
    expect(received).toEqual([])
  })

  it('breaks what a flaw says it breaks', async () => {
    const { received, secret } = await run(ok, ['255700000205'], { flaw: 'signs-with-decoded-secret' })
    await expect.poll(() => received.length).toBe(1)
    const [first] = received
    const facts = { event: {} as never, subscription: { url: '' }, attempt: 1 }
    const body = first?.body ?? ''
    expect(first?.headers['x-svc-signature']).not.toBe(lawfulBehaviour.signature({ ...facts, secret, body }))
  })
})

describe('the signature', () => {
  it('agrees with a known answer', () => {
    const body =
      '{"id":"evt_0001","event":"sms.delivered","channel":"sms","app_id":"3c90c3cc-0d44-4b50-8888-8dd25736052a","created_at":"2026-01-02T03:04:05.678Z","data":{"message_id":"m-1","status":"SENT","delivered_at":"2026-01-02T03:04:05.000Z"}}'
    const facts = { event: {} as never, subscription: { url: '' }, attempt: 1 }
    expect(lawfulBehaviour.signature({ ...facts, secret: 'whsec_test', body })).toBe(
      'sha256=e2673f15f67d8cab7334f8287b1c9ccb4a8100bb2b5853870aff14e496f5f194',
    )
  })
})
