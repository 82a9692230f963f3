import type { Check } from '../../../kit/check/check.ts'
import type { Evidence } from '../../../kit/check/context.ts'
import type { SendRequest } from '../../../kit/http/client.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { all, cameBack, type Matcher, matcher, no, ok, soft, status } from '../../../kit/match/index.ts'
import { create, creation } from '../client/api.ts'
import { freshKey } from '../client/bodies.ts'
import { type Draft, draft, mobilePayment } from '../client/payment.ts'
import { type Records, records } from '../client/records.ts'
import { refusal } from '../client/refusal.ts'
import { MOST_READS, readUntil } from '../client/rereading.ts'
import { isDead } from '../creation/references/same-reference.ts'
import { type CheckContext, defineCheck, type FixtureContext } from '../define.ts'
import { otherPayments } from './idempotency.ts'
import { paymentsThere, READS } from './there.ts'

/** How many requests are let go at the same moment. */
const AT_ONCE = 5
/** How many of those with one reference, the last of them, name URLs of their own. */
const WITH_OTHER_URLS = 2

/** How their labels begin. */
export const ONE_KEY = 'simultaneous, one key'
export const ONE_REFERENCE = 'simultaneous, one reference'

/** They complete where a recipe says how: then events tell of a payment that no answer shows. */
const completing = (t: FixtureContext) => t.service.outcomes?.completed?.with ?? {}

/** Several creations with one key, let go together. */
function withOneKey(
  t: CheckContext,
  label: string,
): { readonly requests: readonly SendRequest[]; readonly sent: Draft } {
  const sent = draft(t, { label, members: completing(t) })
  const requests = Array.from({ length: AT_ONCE }, (_, index) =>
    creation(t, {
      as: sent.key,
      body: sent.body,
      idempotencyKey: sent.idempotencyKey,
      label: `${ONE_KEY}, no. ${index + 1} of ${AT_ONCE}`,
      expects: index === 0 ? 'new' : 'replayed',
    }),
  )
  return { requests, sent }
}

const isBroken = ({ response }: Exchange): boolean => response?.status === 500

/** What one of several simultaneous requests with one key may be answered. */
const concurrentAnswer: Matcher<Exchange> = matcher('the payment or 409 CONFLICT', (exchange) => {
  if (status('2xx').test(exchange).ok || refusal(['409 CONFLICT']).test(exchange).ok) return ok
  if (refusal(['409 DUPLICATE_REFERENCE']).test(exchange).ok)
    return soft(cameBack(exchange), 'a live payment has the reference, but the key was the same')
  return no(cameBack(exchange))
})

/** Whatever else it is: a success that names a payment names this one. */
const namesNoOther = (one: string, found: Records): Matcher<Exchange> =>
  matcher(`no payment but ${one}`, (exchange) => {
    const [other] = otherPayments([exchange], one, found)
    return other === undefined ? ok : no(`${cameBack(exchange)} with ${other}, which no read finds`)
  })

export const races: readonly Check[] = [
  // Errors › Retry rules: no duplicate charge, also when the retry overtakes the original.
  defineCheck({
    id: 'pay/idempotency/concurrent',
    title: 'Simultaneous requests with one key make one payment',
    covers: ['pay.idempotency.concurrent-one-payment', 'pay.idempotency.concurrent-answers'],
    needs: ['payment.keys.live', 'payment.bodies.mobile'],
    uses: [mobilePayment, records],
    tier: 'write',
    cost: {
      requests: { live: 2 * AT_ONCE + 1 + AT_ONCE + 1 + READS },
      spends: { payments: 2 * AT_ONCE + 1 },
      typical: { requests: { live: AT_ONCE + 1 }, spends: { payments: 1 } },
    },
    async run(t) {
      await t.use(mobilePayment)
      const found = await t.use(records)
      const { requests, sent } = withOneKey(t, 'simultaneous requests, one key')
      const answers = await t.sendTogether(requests)
      const { key: as, body, idempotencyKey } = sent
      const after = await create(t, {
        label: 'after the simultaneous requests',
        as,
        body,
        idempotencyKey,
        expects: 'replayed',
      })
      const ids = otherPayments([...answers, after], undefined, found)
      const evidence: Evidence[] = [...answers, after]
      if (ids.length === 0)
        t.abortBlocked(
          'none of the simultaneous requests, nor the one after them, was answered with a payment',
          evidence,
        )
      const there = ids.length < 2 ? ids : await paymentsThere(t, as, ids)
      const [one = ''] = there
      if (there.length < ids.length && there.length === 1)
        t.markUnexercised(
          'pay.idempotency.concurrent-one-payment',
          'not met',
          `answers name ${ids.length} ids, of which reads find one, ${one}: no second payment was seen`,
        )
      else
        t.conclude('pay.idempotency.concurrent-one-payment', {
          ok: there.length === 1,
          subject: `POST /api/v1/payments (${AT_ONCE} at once with one key, and one after them)`,
          expected: 'one payment',
          actual: `${there.length} payments of ${evidence.length} requests: ${there.join(', ')}`,
          evidence,
        })
      // An unexpected failure that comes once is a bad moment; one that comes each time is how the race is lost.
      const again = answers.some(isBroken) ? await t.sendTogether(withOneKey(t, 'once more, one key').requests) : []
      const passing = again.length > 0 && !again.some(isBroken)
      // Of several payments none is the payment.
      const [agreed, ...others] = otherPayments(answers, undefined, found)
      // They agree, and it is gone: who forgot it since, as by a restart, answered them with the payment.
      const isGone = there.length === 1 && agreed !== undefined && others.length === 0 && agreed !== one
      const telling = there.length === 1 && !isGone ? answers : answers.filter((each) => !status('2xx').test(each).ok)
      if (telling.length === 0) {
        const reason = isGone
          ? `all were answered with ${agreed}, which no read found afterwards: whether it was the payment was not seen`
          : `all were answered with payments, ${there.length} of them, as pay.idempotency.concurrent-one-payment says`
        t.markUnexercised('pay.idempotency.concurrent-answers', 'not met', reason)
      }
      for (const answer of telling) {
        if (passing && isBroken(answer)) {
          const reason = 'a request failed unexpectedly, and no other one when the race was run again'
          t.markBlocked('pay.idempotency.concurrent-answers', reason, [answer, ...again])
        } else t.judge('pay.idempotency.concurrent-answers', answer, all(concurrentAnswer, namesNoOther(one, found)))
      }
    },
  }),

  // Resources: the reference is unique among live payments of the merchant.
  defineCheck({
    id: 'pay/references/concurrent',
    title: 'Simultaneous requests with one reference and different keys leave one live payment',
    covers: ['pay.reference.concurrent-one-live'],
    needs: ['payment.keys.live', 'payment.bodies.mobile'],
    uses: [mobilePayment, records],
    tier: 'write',
    cost: {
      requests: { live: AT_ONCE * (1 + MOST_READS) },
      spends: { payments: AT_ONCE },
      typical: { requests: { live: AT_ONCE }, spends: { payments: 1 } },
    },
    async run(t) {
      await t.use(mobilePayment)
      const found = await t.use(records)
      const { key, body } = draft(t, { label: 'simultaneous requests, one reference', members: completing(t) })
      const { webhook_url: _w, callback_url: _c, ...members } = body
      // Whoever is refused has no other payment call its URLs; here that one is only just being made.
      const elsewhere = draft(t, { label: 'simultaneous requests, one reference, other URLs', as: key, members })
      const answers = await t.sendTogether(
        Array.from({ length: AT_ONCE }, (_, index) =>
          creation(t, {
            as: key,
            body: index < AT_ONCE - WITH_OTHER_URLS ? body : elsewhere.body,
            idempotencyKey: freshKey(t),
            label: `${ONE_REFERENCE}, no. ${index + 1} of ${AT_ONCE}`,
            expects: index === 0 ? 'new' : 'replayed',
          }),
        ),
      )
      const ids = otherPayments(answers, undefined, found)
      if (ids.length === 0) t.abortBlocked('none of the simultaneous requests was answered with a payment', answers)
      // A payment that ended meanwhile frees its reference: only payments that live together contradict.
      const live: string[] = []
      const lives = async (id: string): Promise<void> => {
        // A read may not have heard yet that it has ended.
        const now = await readUntil(t, key, id, 'does it live?', (each) => isDead(found, each, id))
        if (!isDead(found, now, id)) live.push(id)
      }
      const [one, two, ...others] = ids.length > 1 ? ids : []
      if (one !== undefined && two !== undefined) await Promise.all([lives(one), lives(two)])
      // Two that live are enough, and each that does is read until no lag explains it.
      for (const id of others) if (live.length < 2) await lives(id)
      t.conclude('pay.reference.concurrent-one-live', {
        ok: live.length < 2,
        subject: `POST /api/v1/payments (${AT_ONCE} at once with one reference)`,
        expected: 'one live payment',
        actual: `${live.length < 2 ? live.length : 'at least 2'} live payments of ${answers.length} requests: ${live.join(', ')}`,
        evidence: answers,
      })
    },
  }),
]
