import { expect, test } from 'vitest'
import { json } from '../../../kit/http/exchange.ts'
import { valueAt } from '../../../kit/match/index.ts'
import { PAYMENT } from '../../../tests/made-up/payment-events.ts'
import { type Answered, contextOf } from '../../../tests/made-up/recorded.ts'
import type { FixtureContext } from '../define.ts'
import { firstCreation, makePayment } from './payment.ts'
import { Records, records } from './records.ts'

const MADE = { status: 201, answer: { data: { id: PAYMENT, status: 'pending' } } }

/** How many creations are sent where the first one, in a spelling of its own, is answered with a status. */
async function creationsAfter(status: number): Promise<number> {
  const { t, sent } = contextOf<FixtureContext>({
    service: { baseUrl: 'http://127.0.0.1', keys: { live: ['sk'] }, bodies: { mobile: { amount: 500 } } },
    fixtures: { [records.name]: new Records({}) },
    answers: [{ status, answer: MADE.answer }, MADE, { status }],
    context: { seed: 0 },
  })
  await makePayment(t, { label: 'payment' }).catch(() => undefined)
  return sent.length
}

test.for([
  // Plainly once more, and, that being taken, as it was.
  ...[400, 401, 411, 415, 422].map((status) => [status, 3] as const),
  ...[201, 402, 403, 404, 409, 410, 412, 413, 414, 416, 421, 423, 500].map((status) => [status, 1] as const),
  // Another payment is asked for.
  [502, 2] as const,
])('a spelling that is answered %i may have been misread, or not: %i creations', async ([status, many]) => {
  expect(await creationsAfter(status)).toBe(many)
})

const LOST: Answered = {}
const gone = (status: number): Answered => ({ status, answer: '<html>' })

test.for<readonly [string, readonly Answered[], number, number | undefined]>([
  ['taken', [MADE], 1, 201],
  ['a gateway', [gone(502), MADE], 2, 201],
  ['a connection', [LOST, MADE], 2, 201],
  ['twice', [gone(503), gone(504), MADE], 3, 201],
  ['always', [gone(502), gone(502), gone(502), MADE], 3, 502],
  ['refused', [gone(422), MADE], 1, 422],
  ['unexpected', [gone(500), MADE], 1, 500],
  ['a key', [gone(401), MADE], 1, 401],
])('the first creation is asked anew after a bad moment alone: %s', async ([, answers, many, status]) => {
  let made = 0
  const { t, sent } = contextOf<FixtureContext>({
    service: { baseUrl: 'http://127.0.0.1', keys: { live: ['sk'] }, bodies: { mobile: { amount: 500 } } },
    answers,
    context: { fresh: (kind: string) => `${kind}-${++made}` },
  })
  const { answer } = await firstCreation.make(t as object as Parameters<typeof firstCreation.make>[0])
  expect([sent.length, answer.response?.status]).toEqual([many, status])
  // None is taken for a replay of the one before, or for a duplicate of it.
  const keys = sent.map(({ headers }) => headers.find(([name]) => name === 'Idempotency-Key')?.[1])
  const references = sent.map(({ body }) => json({ body: body ?? Buffer.alloc(0) }))
  for (const each of [keys, references.map((body) => valueAt(body, '/reference'))])
    expect(new Set(each).size).toBe(many)
})

test('after a bad moment another payment is asked for, with a key and a reference of its own', async () => {
  let count = 0
  const { t, sent } = contextOf<FixtureContext>({
    service: { baseUrl: 'http://127.0.0.1', keys: { live: ['sk'] }, bodies: { mobile: { amount: 500 } } },
    fixtures: { [records.name]: new Records({}) },
    answers: [{ status: 502, answer: '' }, MADE],
    context: { seed: 0, fresh: (name: string) => `${name}-${++count}` },
  })
  const { id, reference, creation } = await makePayment(t, { label: 'payment' })
  expect(id).toBe(PAYMENT)
  expect(creation.label).toContain('payment, anew after a bad moment')
  const own = sent.map((each) => String(valueAt(JSON.parse(String(each.body)), '/reference')))
  expect(own).toEqual([own[0], reference])
  expect(own[0]).not.toBe(reference)
})
