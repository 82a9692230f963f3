import { describe, expect, test } from 'vitest'
import { Store } from '../evidence/store.ts'
import { Ledger } from '../rate/ledger.ts'
import { Pacer } from '../rate/pacer.ts'
import { resolveTarget } from '../target/target.ts'
import { Client, type SendRequest, type Wire } from './client.ts'
import type { RecordedRequest } from './exchange.ts'
import { Permission } from './permission.ts'
import type { Answered, Transport } from './transport.ts'

const target = resolveTarget(
  { payment: { baseUrl: 'http://127.0.0.1:1', host: 'pay.acme.example', keys: { live: ['key-of-the-test'] } } },
  { secrets: [] },
)
/** Well after what was sent, so that the distance is known to the second. */
const now = new Date('2026-01-02T03:04:05Z')
const later = new Date(now.getTime() + 30_000)

function client(answers: readonly Answered[]) {
  const sent: RecordedRequest[] = []
  const waits: number[] = []
  const ledger = new Ledger(target.allow)
  const store = new Store(() => [])
  const transport = {
    send: async (request: RecordedRequest) => {
      sent.push(request)
      return answers[Math.min(sent.length, answers.length) - 1]
    },
  } as unknown as Transport
  const wire: Wire = {
    transport,
    ledger,
    store,
    pacer: new Pacer(1, ledger),
    permission: new Permission(target),
    signal: new AbortController().signal,
    host: (service) => target[service]?.host,
    userAgent: (check) => `assay/0 (${check})`,
    pause: async (ms) => {
      waits.push(ms)
    },
  }
  return { client: new Client(wire, 'pay/test', 0), sent, waits, ledger, store }
}

const limited = (...headers: [string, string][]): Answered => ({
  response: { status: 429, headers: [['Date', now.toUTCString()], ...headers], body: Buffer.alloc(0) },
})
const fine: Answered = { response: { status: 200, headers: [], body: Buffer.alloc(0) } }
const request: SendRequest = {
  service: 'payment',
  method: 'GET',
  url: 'http://127.0.0.1:1/api/v1/payments/1',
  operation: '',
  label: '',
  headers: [['Authorization', 'Bearer key-of-the-test']],
  key: 'live[0]',
}

describe('a 429 that nobody asked for', () => {
  test.each<[string, [string, string][], number]>([
    ['Retry-After in seconds', [['Retry-After', '30']], 30_000],
    ['Retry-After as a date', [['Retry-After', later.toUTCString()]], 30_000],
    ['a reset in Unix seconds', [['X-RateLimit-Reset', String(later.getTime() / 1000)]], 30_000],
    ['a reset in Unix milliseconds', [['X-RateLimit-Reset', String(later.getTime())]], 30_000],
    ['a reset as a distance', [['X-RateLimit-Reset', '30']], 30_000],
    ['a reset in ISO 8601', [['X-RateLimit-Reset', later.toISOString()]], 30_000],
    [
      'Retry-After before the reset',
      [
        ['X-RateLimit-Reset', '5'],
        ['Retry-After', '30'],
      ],
      30_000,
    ],
    ['a header that says nothing', [['X-RateLimit-Reset', 'soon']], 30_000],
    ['no header', [], 30_000],
  ])('is waited out: %s', async (_, headers, ms) => {
    const { client: made, waits, ledger, store } = client([limited(...headers), fine])
    expect((await made.send(request)).response?.status).toBe(200)
    expect(waits).toHaveLength(1)
    expect(Math.abs((waits[0] ?? 0) - ms)).toBeLessThan(100)
    expect(ledger.totals()).toMatchObject({ unexpected429: 1, requests: { 'live[0]': 2 } })
    expect(store.exchanges).toHaveLength(2)
  })

  test('is given back where it does not end, and where its end is too far away', async () => {
    const endless = client([limited(['Retry-After', '1'])])
    expect((await endless.client.send(request)).response?.status).toBe(429)
    expect(endless.sent).toHaveLength(4)
    const far = client([limited(['Retry-After', '3600'])])
    expect((await far.client.send(request)).response?.status).toBe(429)
    expect(far.waits).toEqual([])
  })

  test('is the answer where it was asked for', async () => {
    const { client: made, waits, ledger } = client([limited(), fine])
    expect((await made.send({ ...request, expects429: true })).response?.status).toBe(429)
    expect({ waits, unexpected: ledger.totals().unexpected429 }).toEqual({ waits: [], unexpected: 0 })
  })
})

test('a request whose answer was lost is not sent again', async () => {
  const { client: made, sent } = client([{ fault: { kind: 'reset', message: 'closed' } }, fine])
  expect((await made.send(request)).fault?.kind).toBe('reset')
  expect(sent).toHaveLength(1)
})

test('the Host of the target file comes first', async () => {
  const { client: made, sent } = client([fine])
  await made.send(request)
  expect(sent[0]?.headers).toEqual([
    ['Host', 'pay.acme.example'],
    ['Authorization', 'Bearer key-of-the-test'],
    ['User-Agent', 'assay/0 (pay/test)'],
  ])
})
