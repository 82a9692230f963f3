import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, aroundEach, beforeEach, describe, expect, it } from 'vitest'
import { inVirtualTime } from '../../../kit/virtual/virtual-time.ts'
import { paySignature } from '../../signature.ts'
import { type PaymentService, startPaymentService } from '../index.ts'
import type { JsonObject } from './payment.ts'

aroundEach(inVirtualTime)

interface Received {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly text: string
  readonly json: { event: string; event_id: string; data: JsonObject }
}

let received: Received[]
let answer: (nth: number, response: ServerResponse) => void
let receiver: ReturnType<typeof createServer>
let base: string
let service: PaymentService | undefined

beforeEach(async () => {
  received = []
  answer = (_nth, response) => response.writeHead(200).end()
  receiver = createServer((request, response) => {
    let text = ''
    request.on('data', (piece) => {
      text += piece
    })
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, text, json: JSON.parse(text) })
      answer(received.length, response)
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
})

afterEach(async () => {
  await service?.close()
  receiver.closeAllConnections()
  receiver.close()
})

async function pay(
  outcome: string,
  options: { flaw?: string; variants?: string[]; urls?: JsonObject; key?: string } = {},
) {
  service = await startPaymentService({ timeScale: 1000, ...options })
  return again(outcome, options.urls ?? { webhook_url: `${base}/w`, callback_url: `${base}/c` }, options.key)
}

async function again(outcome: string, urls: JsonObject, key = 'live') {
  if (service === undefined) throw new Error('no service is running')
  const { payment } = service.targetFile() as unknown as {
    payment: {
      keys: Record<string, string | string[]>
      signingKey: string
      bodies: { mobile: object }
      outcomes: Record<string, { with?: object }>
    }
  }
  const token = key === 'live' ? payment.keys.live?.[0] : payment.keys[key]
  const body = { ...payment.bodies.mobile, reference: randomUUID(), ...payment.outcomes[outcome]?.with, ...urls }
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'Idempotency-Key': randomUUID(),
  }
  const response = await fetch(`${service.url}/api/v1/payments`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(201)
  return { payment, headers }
}

async function arrivals(count: number): Promise<void> {
  for (let i = 0; i < 600 && received.length < count; i++) await new Promise((resolve) => setTimeout(resolve, 10))
  expect(received.length).toBeGreaterThanOrEqual(count)
}

const quiet = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('events', () => {
  it('tells every change to webhook_url and the end to callback_url, signed', async () => {
    const { payment } = await pay('completed')
    await arrivals(3)
    expect(received.filter(({ path }) => path === '/w').map(({ json }) => json.event)).toEqual([
      'payment.processing',
      'payment.completed',
    ])
    const [callback] = received.filter(({ path }) => path === '/c')
    const completed = received.find(({ path, json }) => path === '/w' && json.event === 'payment.completed')
    expect(callback?.text).toBe(completed?.text)
    expect(callback?.json.data).toMatchObject({ status: 'completed', previous_status: 'processing' })
    for (const { headers, text } of received)
      expect(headers['x-pay-signature']).toBe(
        paySignature(payment.signingKey, String(headers['x-pay-timestamp']), text),
      )
    expect(new Set(received.map(({ headers }) => headers['x-pay-delivery-id'])).size).toBe(received.length)
  })

  it('uses the defaults of the profile, and nothing where there is none', async () => {
    const { headers } = await pay('completed', { urls: {} })
    await quiet(120)
    expect(received).toHaveLength(0)
    const body = JSON.stringify({ webhook_url: `${base}/default`, callback_url: null })
    await fetch(`${service?.url}/api/v1/merchants/me`, { method: 'PUT', headers, body })
    await again('completed', {})
    await again('completed', { webhook_url: `${base}/own` })
    await again('completed', {}, 'noDefaults')
    await arrivals(4)
    await quiet(60)
    expect(received.map(({ path }) => path).sort()).toEqual(['/default', '/default', '/own', '/own'])
  })

  it('counts a completion before the answer as one event', async () => {
    await pay('completed', { variants: ['synchronous-completion'] })
    await arrivals(2)
    await quiet(60)
    expect(received.map(({ json }) => json.event)).toEqual(['payment.completed', 'payment.completed'])
  })
})

describe('retries', () => {
  const faults: Record<string, (response: ServerResponse) => void> = {
    error: (response) => response.writeHead(500).end(),
    redirect: (response) => response.writeHead(302, { Location: `${base}/trap` }).end(),
    silence: () => {},
    reset: (response) => response.socket?.resetAndDestroy(),
  }

  it.each(Object.keys(faults))('tries again after %s, as the same event and another attempt', async (fault) => {
    answer = (nth, response) => (nth === 1 ? faults[fault]?.(response) : response.writeHead(204).end())
    const { payment } = await pay('ordinary', { urls: { webhook_url: `${base}/w` } })
    await arrivals(2)
    await quiet(100)
    expect(received).toHaveLength(2)
    const [first, second] = received
    expect(second?.text).toBe(first?.text)
    expect(second?.path).toBe('/w')
    expect(second?.headers['x-pay-delivery-id']).not.toBe(first?.headers['x-pay-delivery-id'])
    expect(second?.headers['x-pay-signature']).toBe(
      paySignature(payment.signingKey, String(second?.headers['x-pay-timestamp']), second?.text ?? ''),
    )
  })

  it('gives up after five attempts', async () => {
    answer = (_nth, response) => response.writeHead(503).end()
    await pay('ordinary', { urls: { webhook_url: `${base}/w` } })
    await arrivals(5)
    await quiet(550)
    expect(received).toHaveLength(5)
  })

  it('signs retries with a stale signature under the flaw', async () => {
    answer = (nth, response) => response.writeHead(nth === 1 ? 500 : 200).end()
    await pay('ordinary', { urls: { webhook_url: `${base}/w` }, flaw: 'stale-signature-on-retries' })
    await arrivals(2)
    const [first, second] = received
    expect(second?.headers['x-pay-signature']).toBe(first?.headers['x-pay-signature'])
    expect(second?.headers['x-pay-timestamp']).not.toBe(first?.headers['x-pay-timestamp'])
  })

  it('sends one more copy under the variant', async () => {
    await pay('ordinary', { urls: { webhook_url: `${base}/w` }, variants: ['duplicate-deliveries'] })
    await arrivals(2)
    await quiet(60)
    expect(received).toHaveLength(2)
  })
})
