import type { Check } from '../../../kit/check/check.ts'
import type { Key } from '../../../kit/check/context.ts'
import { notSeen } from '../../../kit/check/signals.ts'
import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { cameBack, type Matcher, matcher, no, ok, status, valueAt } from '../../../kit/match/index.ts'
import { liveKey, REFRESH, read, refresh } from '../client/api.ts'
import { ofOtherMerchant } from '../client/merchants.ts'
import { affordable, unlessShort } from '../client/one-key.ts'
import { mobilePayment } from '../client/payment.ts'
import { refusal } from '../client/refusal.ts'
import { ended, settledPayments } from '../client/settlement.ts'
import { type CheckContext, defineCheck, defineFixture, type FixtureContext } from '../define.ts'
import { firstRead } from '../lifecycle/reading.ts'

/** No parser of UUIDs takes it, however lenient. */
export const NO_UUID = 'not-a-uuid'
/** Nor this one, which has the length and the hyphens of a UUID. */
const NO_HEX = 'zzzzzzzz-zzzz-4zzz-8zzz-zzzzzzzzzzzz'
/** Nor one as other services have them, which a router may look up as it is. */
const NUMBER = '1234567890'
/** One of the two by itself, the other one on the burst. */
export const formOf = ({ seed }: Pick<FixtureContext, 'seed'>, isOnBurst: boolean): string =>
  (Math.trunc(seed) % 2 === 0) === isOnBurst ? NUMBER : NO_HEX

const HEX = 16

const hex = (t: FixtureContext, pattern: string): string =>
  pattern.replaceAll('x', () => Math.floor(t.random() * HEX).toString(HEX))

/** A UUID of version 4 that names nothing. */
export function randomUuid(t: FixtureContext): string {
  return hex(t, 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx')
}

/**
 * As long as a UUID and written with its signs, in six groups and with one digit less: neither who counts the groups takes
 * it, nor who counts the digits.
 */
export const otherGroups = (t: FixtureContext): string => hex(t, 'xxxxxxxx-xxxx-4xxx-8xxx-xxxx-xxxxxxx')

/** A read of nothing with a live key: the cheapest request that shows whether the key is let in. */
const missingRead = defineFixture({
  name: 'missing-read',
  needs: ['payment.keys.live'],
  tier: 'read',
  cost: { requests: { live: 1 } },
  make: (t) => read(t, liveKey(t), randomUuid(t), 'unknown id'),
})

const letIn: Matcher<Exchange> = matcher('an answer of the endpoint', (exchange) => {
  const got = exchange.response?.status
  return got === undefined || got === 401 || got === 403 ? no(cameBack(exchange)) : ok
})

const needs = ['payment.keys.live'] as const
const foreign = ['payment.keys.live', 'payment.keys.otherMerchant', 'payment.bodies.mobile'] as const
const notFound = refusal(['404 RESOURCE_NOT_FOUND'])

/** Whether an answer is one of the endpoint itself, and of no router that knows no such path. */
function showsRefreshing({ operation, key, response }: Exchange): boolean {
  const got = response?.status ?? 0
  // A router that knows no such path knows of no id in it.
  const isOfEndpoint =
    (got >= 200 && got < 300) || got === 400 || got === 502 || valueAt(json(response), '/error_code') === 'INVALID_ID'
  return operation === REFRESH && key !== '' && isOfEndpoint
}

/** Whether the run has seen that payments can be refreshed: where there is no such endpoint, what it has to refuse is no refusal. */
export const knowsRefreshing = (t: Pick<CheckContext, 'exchanges'>): boolean => t.exchanges().some(showsRefreshing)

/** Why nothing is said of a refusal there. */
export const NO_REFRESHING = notSeen('payments can be refreshed: what is no id is answered as a path that is not there')

async function judgeRefused(
  t: CheckContext,
  id: 'pay.id.missing-refresh' | 'pay.id.foreign-refresh',
  as: Key | undefined,
  answer: Exchange,
): Promise<void> {
  const isThere =
    !notFound.test(answer).ok ||
    knowsRefreshing(t) ||
    showsRefreshing(await refresh(t, as, NO_UUID, 'not a UUID: is refreshing there?'))
  if (isThere) t.judge(id, answer, id === 'pay.id.foreign-refresh' ? ofOtherMerchant(notFound) : notFound)
  else t.markUnexercised(id, 'not met', NO_REFRESHING)
}

export const identifiers: readonly Check[] = [
  // Endpoints: a path id that is not a UUID gives 400 INVALID_ID.
  defineCheck({
    id: 'pay/identifiers/invalid-read',
    title: 'Reading an id that is no UUID answers INVALID_ID',
    covers: ['pay.id.invalid-read'],
    needs,
    uses: [missingRead],
    sendsFor: ['pay.error.code-stable', 'pay/error-envelope/code-stable'],
    yields: true,
    cost: { requests: { live: 4 }, typical: { requests: { live: 1 }, at: unlessShort(4) } },
    run: async (t) => {
      t.control(await t.use(missingRead), letIn)
      const ids = {
        'not a UUID': NO_UUID,
        'letters in the form of a UUID, or a number': formOf(t, false),
        'a UUID with a letter behind it': `${randomUuid(t)}x`,
        'hex digits in other groups': otherGroups(t),
      }
      for (const [label, id] of affordable(t, Object.entries(ids)))
        t.judge('pay.id.invalid-read', await read(t, liveKey(t), id, label), refusal(['400 INVALID_ID']))
    },
  }),
  defineCheck({
    id: 'pay/identifiers/invalid-refresh',
    title: 'Refreshing an id that is no UUID answers INVALID_ID',
    covers: ['pay.id.invalid-refresh'],
    needs,
    uses: [missingRead],
    tier: 'refuse',
    yields: true,
    cost: { requests: { live: 4 }, typical: { requests: { live: 1 }, at: unlessShort(3) } },
    run: async (t) => {
      t.control(await t.use(missingRead), letIn)
      const ids = {
        'not a UUID': NO_UUID,
        'letters in the form of a UUID, or a number': formOf(t, false),
        'a UUID with a letter behind it': `${randomUuid(t)}x`,
        'hex digits in other groups': otherGroups(t),
      }
      for (const [label, id] of affordable(t, Object.entries(ids)))
        t.judge('pay.id.invalid-refresh', await refresh(t, liveKey(t), id, label), refusal(['400 INVALID_ID']))
    },
  }),

  // Errors › Not found, rate limit, server, upstream: a resource that is missing.
  defineCheck({
    id: 'pay/identifiers/missing-read',
    title: 'Reading a payment that does not exist answers RESOURCE_NOT_FOUND',
    covers: ['pay.id.missing-read'],
    needs,
    uses: [missingRead],
    yields: true,
    run: async (t) => {
      t.judge('pay.id.missing-read', await t.use(missingRead), notFound)
    },
  }),
  defineCheck({
    id: 'pay/identifiers/missing-refresh',
    title: 'Refreshing a payment that does not exist answers RESOURCE_NOT_FOUND',
    covers: ['pay.id.missing-refresh'],
    needs,
    tier: 'refuse',
    yields: true,
    cost: { requests: { live: 2 }, typical: { requests: { live: 1 } } },
    run: async (t) => {
      const key = liveKey(t)
      await judgeRefused(t, 'pay.id.missing-refresh', key, await refresh(t, key, randomUuid(t), 'unknown id'))
    },
  }),

  // Errors › Not found, rate limit, server, upstream: or owned by another merchant.
  defineCheck({
    id: 'pay/identifiers/foreign',
    title: "Another merchant's payment is neither read nor refreshed",
    covers: ['pay.id.foreign-read', 'pay.id.foreign-refresh'],
    needs: foreign,
    uses: [mobilePayment, firstRead],
    tier: 'write',
    cost: { requests: { otherMerchant: 4 }, typical: { requests: { otherMerchant: 2 } } },
    run: async (t) => {
      const { id } = await t.use(mobilePayment)
      t.control(await t.use(firstRead), status('2xx'))
      const other = t.key('otherMerchant')
      const seen = await read(t, other, id, "another merchant's payment")
      if (seen.response?.status === 401) {
        const control = await read(t, other, randomUuid(t), 'unknown id, key of the other merchant')
        if (!letIn.test(control).ok) t.abortBlocked('the key of the other merchant is not let in', [seen, control])
      }
      t.judge('pay.id.foreign-read', seen, ofOtherMerchant(notFound))
      await judgeRefused(t, 'pay.id.foreign-refresh', other, await refresh(t, other, id, "another merchant's payment"))
    },
  }),

  // The same of a payment that has ended: it is its merchant's still.
  defineCheck({
    id: 'pay/identifiers/foreign-ended',
    title: "Another merchant's payment is neither read nor refreshed once it has ended",
    covers: ['pay.id.foreign-read', 'pay.id.foreign-refresh'],
    needs: foreign,
    uses: [mobilePayment, ...Object.values(settledPayments)],
    tier: 'write',
    phase: 'settled',
    cost: { requests: { otherMerchant: 9 }, typical: { requests: { otherMerchant: 2 }, isSample: true } },
    run: async (t) => {
      const all = (await ended(t)).filter(({ outcome, status: reached }) => reached === outcome)
      const turn = all[t.seed % Math.max(1, all.length)]
      if (turn === undefined)
        return t.abortUnexercised('not met', 'no payment that a recipe has end was read, or told of, as ended so')
      const other = t.key('otherMerchant')
      for (const { payment, outcome } of t.depth === 'deep' ? all : [turn]) {
        const label = `another merchant's payment that is ${outcome}`
        const seen = await read(t, other, payment.id, label)
        if (seen.response?.status === 401) t.abortBlocked('the key of the other merchant is not let in', [seen])
        t.judge('pay.id.foreign-read', seen, ofOtherMerchant(notFound))
        await judgeRefused(t, 'pay.id.foreign-refresh', other, await refresh(t, other, payment.id, label))
      }
    },
  }),
]
