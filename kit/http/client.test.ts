import { describe, expect, test } from 'vitest'
import { libraryTarget } from '../../tests/made-up/service.ts'
import { systemClock } from '../clock/clock.ts'
import { Store } from '../evidence/store.ts'
import { Ledger } from '../rate/ledger.ts'
import { paceFor } from '../rate/pace.ts'
import { Pacer } from '../rate/pacer.ts'
import { Client, type Sender, type SendRequest, type Wire } from './client.ts'
import type { RecordedRequest } from './exchange.ts'
import type { Guard } from './guard.ts'
import { Permission } from './permission.ts'
import { Silence } from './silence.ts'
import type { Answered, Transport } from './transport.ts'

const target = libraryTarget({ host: 'library.acme.example', keys: { reader: ['key-of-the-test'] } })
/** Well after what was sent, so that the distance is known to the second. */
const now = new Date('2026-01-02T03:04:05Z')
const later = new Date(now.getTime() + 30_000)

interface Given {
  readonly silence?: Silence
  readonly budgets?: Record<string, number>
  readonly guards?: readonly Guard[]
  readonly sender?: Partial<Sender>
  /** The run is stopped while a 429 is waited out. */
  readonly stopsInWait?: boolean
}

function client(
  answers: readonly Answered[],
  { budgets = target.allow.budgets, guards = [], sender, silence, stopsInWait = false }: Given = {},
) {
  const stop = new AbortController()
  const sent: RecordedRequest[] = []
  const waits: number[] = []
  const ledger = new Ledger(budgets)
  const store = new Store(() => [])
  const transport = {
    send: async (request: RecordedRequest) => {
      sent.push(request)
      return answers[Math.min(sent.length, answers.length) - 1]
    },
  } as unknown as Transport
  const clock = systemClock()
  const pacer = new Pacer({ paceOf: () => paceFor(), ledger, clock })
  const wire: Wire = {
    transport,
    ledger,
    clock,
    pacer,
    record: (exchange) => store.exchange(exchange),
    permission: new Permission(target, guards, ['key-of-the-test']),
    signal: stop.signal,
    host: (service) => target.services[service]?.host,
    userAgent: (check) => `assay/0 (${check})`,
    pause: async (ms) => {
      waits.push(ms)
      if (stopsInWait) stop.abort()
    },
    ...(silence && { silence }),
  }
  const made = new Client(wire, { service: 'library', name: 'lib/test', ...sender })
  return { client: made, sent, waits, ledger, store, pacer }
}

const limited = (...headers: [string, string][]): Answered => ({
  response: { status: 429, headers: [['Date', now.toUTCString()], ...headers], body: Buffer.alloc(0) },
})
const fine: Answered = { response: { status: 200, headers: [], body: Buffer.alloc(0) } }
const request: SendRequest = {
  method: 'GET',
  url: 'http://127.0.0.1:1/loans/1',
  operation: '',
  label: '',
  headers: [['Authorization', 'Bearer key-of-the-test']],
  key: 'reader[0]',
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
    expect(ledger.totals()).toMatchObject({ unexpected429: 1, requests: { 'library.reader[0]': 2 } })
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

  test('is the last word where the run is stopped while it is waited out', async () => {
    const { client: made, sent, waits } = client([limited(), fine], { stopsInWait: true })
    expect((await made.send(request)).response?.status).toBe(429)
    expect([sent.length, waits.length]).toEqual([1, 1])
  })

  test('is the answer where it was asked for', async () => {
    const { client: made, waits, ledger } = client([limited(), fine])
    expect((await made.send({ ...request, expects429: true })).response?.status).toBe(429)
    expect({ waits, unexpected: ledger.totals().unexpected429 }).toEqual({ waits: [], unexpected: 0 })
  })

  test('is counted where a run waits for nobody, and not waited out', async () => {
    const { client: made, waits, ledger } = client([limited(), fine], { silence: new Silence() })
    expect((await made.send(request)).response?.status).toBe(429)
    expect({ waits, unexpected: ledger.totals().unexpected429 }).toEqual({ waits: [], unexpected: 1 })
  })

  test('is waited out by a request that insists, also where a run waits for nobody', async () => {
    const { client: made, waits } = client([limited(['Retry-After', '1']), fine], { silence: new Silence() })
    expect((await made.send({ ...request, insists: true })).response?.status).toBe(200)
    expect(waits).toHaveLength(1)
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
    ['Host', 'library.acme.example'],
    ['Authorization', 'Bearer key-of-the-test'],
    ['User-Agent', 'assay/0 (lib/test)'],
    ['Accept-Encoding', 'identity'],
  ])
})

test('keys of two services with one name are paced and booked apart', async () => {
  const library = client([fine])
  await library.client.send({ ...request, key: 'guest' })
  expect(library.ledger.totals().requests).toEqual({ 'library.guest': 1 })
  expect([library.pacer.recent('library.guest'), library.pacer.recent('guest')]).toEqual([1, 0])
  const archive = client([fine], { sender: { service: 'archive' } })
  await archive.client.send({ ...request, key: 'guest' })
  expect(archive.ledger.totals().requests).toEqual({ 'archive.guest': 1 })
  expect(archive.store.exchanges).toMatchObject([{ service: 'archive', key: 'guest' }])
})

test('a request without a key waits for nobody, and counts as such', async () => {
  const { client: made, ledger, pacer } = client([fine])
  await made.send({ ...request, key: '' })
  expect(ledger.totals().requests).toEqual({ none: 1 })
  expect(pacer.recent('')).toBe(0)
})

test('what is recorded says for whom, and by the clock that was passed', async () => {
  const { client: made, store } = client([fine])
  const before = Date.now()
  const exchange = await made.send({ ...request, operation: 'GET /loans/{id}', label: 'again' })
  expect(store.exchanges).toEqual([exchange])
  expect(exchange).toMatchObject({
    id: 'x1',
    service: 'library',
    check: 'lib/test',
    label: 'again',
    operation: 'GET /loans/{id}',
    key: 'reader[0]',
    response: { status: 200 },
  })
  expect(exchange.sentAt).toBeGreaterThanOrEqual(before)
  expect(exchange.endedAt).toBeGreaterThanOrEqual(exchange.sentAt)
})

describe('what a guard says', () => {
  const costly: Guard = { price: () => ({ spends: { loans: 2 } }), refusal: () => undefined }
  const long: Guard = {
    price: (_, said) => said,
    refusal: ({ adds }) => (adds > 3 ? { reason: 'too long', line: 'allow.days: 20' } : undefined),
  }

  test('is booked, and nothing is sent that goes over a budget', async () => {
    const { client: made, sent, ledger } = client([fine], { budgets: { loans: 3 }, guards: [costly] })
    await made.send({ ...request, spends: { loans: 1 } })
    expect(ledger.totals().spends).toEqual({ loans: 2 })
    await expect(made.send(request)).rejects.toMatchObject({ name: 'BudgetExceeded', budget: 'loans' })
    expect(sent).toHaveLength(1)
  })

  test('holds against what the check says that it adds, and nothing is booked for what is not sent', async () => {
    const refused = client([fine], { guards: [long], sender: { adds: 4 } })
    await expect(refused.client.send({ ...request, spends: { loans: 1 } })).rejects.toMatchObject({
      name: 'NotPermitted',
      line: 'allow.days: 20',
    })
    expect(refused.sent).toEqual([])
    expect(refused.ledger.totals()).toMatchObject({ requests: {}, spends: { loans: 0 } })
    const { client: made, sent } = client([fine], { guards: [long], sender: { adds: 3 } })
    await made.send(request)
    expect(sent).toHaveLength(1)
  })
})
