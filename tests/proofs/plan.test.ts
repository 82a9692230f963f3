import { describe, expect, test } from 'vitest'
import type { Check } from '../../kit/check/check.ts'
import { type Plan, planOf } from '../../kit/plan/plan.ts'
import { startMessagingService } from '../../reference/messaging/index.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { messagingChecks } from '../../suites/messaging/index.ts'
import { paymentChecks } from '../../suites/payment/index.ts'
import { fileOf, judgedBy, targetOf } from '../targets.ts'
import { type Embedded, type Proof, prove } from './proof.ts'

interface Measured {
  readonly plan: Plan
  readonly proof: Proof
  /** From the beginning of the run to the end of its last check, by the clock of the service. */
  readonly seconds: number
  /** Requests per name of a key in the target file. */
  readonly requests: Readonly<Record<string, number>>
}

/** Plans a run against a service, then makes it at the durations of the documents. */
async function measured(
  start: () => Promise<Embedded>,
  which: 'payment' | 'messaging',
  checks: readonly Check[],
): Promise<Measured> {
  const proof = await prove(start, which, checks, 'standard')
  const { run } = proof
  const plan = planOf({ ...judgedBy(run.session.target), checks, depth: 'standard', hasPerson: false })
  const requests: Record<string, number> = {}
  for (const [name, count] of Object.entries(run.session.ledger.totals().requests)) {
    const key = name.replace(/\[\d+\]$/, '')
    requests[key] = (requests[key] ?? 0) + count
  }
  const end = Math.max(...run.results.map(({ endedAt }) => endedAt))
  return { plan, proof, seconds: (end - run.startedAt) / 1000, requests }
}

/** A payment service whose target file names so many live keys. */
const payment = (keys: number) => async (): Promise<Embedded> => {
  const service = await startPaymentService({})
  const file = fileOf(service)
  const live = file.payment?.keys?.live?.slice(0, keys) ?? []
  const named = { ...file, payment: { ...file.payment, keys: { ...file.payment?.keys, live } } }
  return { targetFile: () => named, close: () => service.close() }
}

/** What users pay at the standard depth: the burst at the limiter is included. */
interface Most {
  readonly seconds: number
  readonly requests: number
  readonly onOneKey: number
  readonly messages: number
}

const cases: readonly (readonly [string, () => Promise<Embedded>, 'payment' | 'messaging', readonly Check[], Most])[] =
  [
    [
      'the payment suite with one key',
      payment(1),
      'payment',
      paymentChecks,
      { seconds: 150, requests: 360, onOneKey: 180, messages: 0 },
    ],
    [
      'the payment suite with four keys',
      payment(4),
      'payment',
      paymentChecks,
      { seconds: 100, requests: 410, onOneKey: 90, messages: 0 },
    ],
    [
      'the messaging suite',
      () => startMessagingService({}),
      'messaging',
      messagingChecks,
      { seconds: 3 * 60, requests: 150, onOneKey: 100, messages: 12 },
    ],
  ]

describe.each(cases)('the plan of %s', (_, start, which, checks, most) => {
  test('is what happens', async () => {
    const { plan, proof, seconds, requests } = await measured(start, which, checks)
    const { results, session } = proof.run
    const totals = session.ledger.totals()

    const exercised = results.filter(({ judgements }) => judgements.some(({ why }) => why !== 'not selected'))
    expect(plan.selected.map(({ id }) => id).toSorted()).toEqual(exercised.map(({ check }) => check.id).toSorted())
    const left = results.filter(({ check }) => !exercised.some((each) => each.check === check))
    expect(plan.excluded.flatMap((each) => each.checks).toSorted()).toEqual(
      left.map(({ check }) => check.id).toSorted(),
    )

    for (const [key, count] of Object.entries(requests)) {
      expect({ key, within: count <= (plan.requests[key]?.most ?? 0) }).toEqual({ key, within: true })
    }
    const sum = (counts: readonly number[]): number => counts.reduce((total, each) => total + each, 0)
    const asked = sum(Object.values(requests))
    const told = sum(Object.values(plan.requests).map(({ usual }) => usual))
    expect(Math.abs(told - asked) / asked).toBeLessThan(0.2)
    expect(totals.spends.payments).toBeLessThanOrEqual(plan.spends.payments?.most ?? 0)
    expect(totals.spends.messages).toBeLessThanOrEqual(plan.spends.messages?.most ?? 0)
    for (const [budget, used] of Object.entries(totals.spends).filter(
      ([name]) => name === 'payments' || name === 'messages',
    ))
      expect(Math.abs((plan.spends[budget]?.usual ?? 0) - used), budget).toBeLessThanOrEqual(0.2 * used)
    expect(totals.unexpected429).toBe(0)
    expect(Math.max(...Object.values(totals.requests))).toBeLessThanOrEqual(most.onOneKey)
    expect(asked).toBeLessThanOrEqual(most.requests)
    expect(totals.spends.messages).toBeLessThanOrEqual(most.messages)

    expect(seconds).toBeLessThan(most.seconds)
    expect(Math.abs(plan.forecast.seconds - seconds) / seconds).toBeLessThan(0.2)
  })
})

/** The plan of a payment service by a file that lacks some of what it has. */
async function planWithout(what: {
  readonly bodies?: readonly string[]
  readonly outcomes?: readonly string[]
}): Promise<Plan> {
  const service = await startPaymentService({})
  const file = fileOf(service)
  await service.close()
  const left = (own: object = {}, names: readonly string[] = []): object =>
    Object.fromEntries(Object.entries(own).filter(([name]) => !names.includes(name)))
  const { bodies, outcomes } = file.payment ?? {}
  const payment = { ...file.payment, bodies: left(bodies, what.bodies), outcomes: left(outcomes, what.outcomes) }
  const { target, services } = judgedBy(targetOf({ ...file, payment }))
  return planOf({ target, services, checks: paymentChecks, depth: 'deep', hasPerson: false })
}

const OF_KINDS = [
  'pay/validation/kinds',
  'pay/idempotency/keys-of-kinds',
  'pay/references/duplicate-of-kinds',
  'pay/references/reuse-of-kinds',
  'pay/outages/retry-of-kinds',
]

test.for([['qr'], ['card'], ['card', 'qr']])(
  'what is asked of card or QR payments is asked where either is claimed: without %j',
  async (bodies) => {
    const { selected } = await planWithout({ bodies })
    const ids = selected.map(({ id }) => id)
    expect(OF_KINDS.filter((id) => ids.includes(id))).toEqual(bodies.length === 1 ? OF_KINDS : [])
  },
)

test('what an event tells of an end waits for an outcome, and no seed brings one', async () => {
  const outcomes = ['completed', 'failed', 'expired', 'cancelled']
  const { excluded } = await planWithout({ outcomes })
  const left = excluded.find(({ checks }) => checks.includes('pay/statuses/agree-with-events'))
  expect(left).toMatchObject({ why: 'not claimed', line: expect.stringMatching(/^payment\.outcomes\.completed: /) })
  const { selected } = await planWithout({ outcomes: outcomes.slice(1) })
  expect(selected.map(({ id }) => id)).toContain('pay/statuses/agree-with-events')
})
