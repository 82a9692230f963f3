import type { Check } from '../../../kit/check/check.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { any, cameBack, matcher, no, ok, status } from '../../../kit/match/index.ts'
import { read, refresh } from '../client/api.ts'
import { makePayment, mobilePayment, type Payment } from '../client/payment.ts'
import { refusedBy, unlessIdle } from '../client/recipes.ts'
import { type Records, records } from '../client/records.ts'
import { refusal } from '../client/refusal.ts'
import { readThere, readUntil } from '../client/rereading.ts'
import { bringAbout, endsByItself, isTerminal, settledPayments, unsettledText } from '../client/settlement.ts'
import { type CheckContext, defineCheck } from '../define.ts'
import { troubleIn } from '../service/trouble.ts'
import { meanwhileText, sentMeanwhile } from './meanwhile.ts'
import { judgeTold } from './outcome-statuses.ts'
import { firstRead } from './reading.ts'

/** When a read shows what a refresh has brought, if the first one does not: seconds of the target's time. */
const LATER: readonly number[] = [2, 5, 10]
/** The same where a run waits for nobody. */
const SOON = [0.5, 1, 1.5]
const SLOW =
  'the payment was not at its end 3 s after the refresh, which a slow upstream may explain, and a quick run does not wait'
/** An upstream may take its own time, however fast the clocks of the target run: of every one of those seconds, ms. */
const AT_LEAST_MS = 250

const upstreamFailed = refusal(
  ['502 PROVIDER_ERROR'],
  ['502 PROVIDER_UNAVAILABLE'],
  'the upstream may be out for a moment',
)

const conflicts = refusal(['409 CONFLICT'])

/** Errors › Payments: a payment whose state allows no refresh, being finished or not yet upstream, conflicts with it. */
const documented = any(status('2xx'), conflicts, upstreamFailed)

/** Not found, or a failure of the service itself. */
const isDenied = (answer: Exchange): boolean =>
  answer.response !== undefined &&
  (answer.response.status === 404 || answer.response.status >= 500) &&
  !documented.test(answer).ok

/**
 * What a refresh of a finished payment answers is open, but for two things: a payment that reads is not missing, and an
 * unexpected failure is no answer to each of several refreshes.
 */
async function judgeFinished(t: CheckContext, { key, id }: Payment, label: string, first: Exchange): Promise<void> {
  const answer = isDenied(first) ? await refresh(t, key, id, `${label}, once more`) : first
  if (documented.test(answer).ok || isDenied(answer)) t.judge('pay.refresh.payment', answer, documented)
  else
    t.markUnexercised('pay.refresh.payment', 'not met', `what it answers ${label} is open: it was ${cameBack(answer)}`)
}

/** A refresh was refused for the state of a payment, of which the upstream has news: it is finished, or it was to be refreshed. */
async function judgeConflict(t: CheckContext, { key, id }: Payment, answer: Exchange): Promise<void> {
  const nothing = 'the payment was finished already'
  t.markUnexercised('pay.webhook.every-change', 'not met', 'no refresh changed a status')
  const found = (await t.use(records)) as Records
  const now = (each: Exchange) => found.status(each, id)?.toLowerCase()
  const after = await readUntil(t, key, id, 'is it finished?', (each) => isTerminal(now(each)))
  if (isTerminal(now(after))) return t.markUnexercised('pay.refresh.updates-status', 'not met', nothing)
  t.control(after, status('2xx'))
  t.conclude('pay.refresh.updates-status', {
    ok: false,
    subject: 'POST /api/v1/payments/{id}/refresh (the upstream has completed the payment)',
    expected: 'the status of the upstream',
    actual: `${cameBack(answer)} each time, and the payment reads ${now(after) ?? 'no status'}`,
    evidence: [answer, after],
  })
}

export const refreshing: readonly Check[] = [
  // Endpoints: refreshes the status from the upstream provider; fails with 502 when the upstream fails. The payment stays the same.
  defineCheck({
    id: 'pay/refreshing/refresh',
    title:
      'A refresh of a payment, and another one, succeeds, conflicts with its state or says that the upstream failed',
    covers: ['pay.refresh.payment', 'pay.refresh.safe-to-retry'],
    needs: ['payment.keys.live', 'payment.bodies.mobile'],
    uses: [mobilePayment, firstRead, records],
    tier: 'write',
    cost: { requests: { live: 2 } },
    async run(t) {
      const { key, id } = await t.use(mobilePayment)
      const found = await t.use(records)
      const answer = await refresh(t, key, id, 'of a live payment')
      t.judge('pay.refresh.payment', answer, documented)
      // It is safe to retry: what has succeeded once as well.
      const again = await refresh(t, key, id, 'of a live payment, once more')
      t.judge('pay.refresh.payment', again, documented)
      // The body is not shown. Where it has the payment's id at the place where a read has it, it is the same id.
      const shown = await t.use(firstRead)
      const naming = [answer, again].flatMap((each) => {
        const named = found.idAsIn(shown, id, each)
        return named === undefined ? [] : [{ each, named }]
      })
      if (naming.length === 0)
        t.markUnexercised(
          'pay.refresh.safe-to-retry',
          'not met',
          `the refreshes came to ${cameBack(answer)}, then ${cameBack(again)}, and name no payment`,
        )
      for (const { each, named } of naming)
        t.judge(
          'pay.refresh.safe-to-retry',
          each,
          matcher(`the payment ${id}`, () =>
            named.toLowerCase() === id.toLowerCase() ? ok : no(`the payment ${named}`),
          ),
        )
    },
  }),

  // Endpoints: a failing upstream gives 502 PROVIDER_ERROR, and the refresh is safe to retry.
  defineCheck({
    id: 'pay/refreshing/upstream-fails',
    title: 'A refresh whose upstream fails answers 502 PROVIDER_ERROR and changes nothing',
    covers: ['pay.refresh.provider-error', 'pay.refresh.safe-to-retry'],
    needs: ['payment.keys.live', 'payment.bodies.mobile', 'payment.outcomes.refreshProviderError'],
    uses: [mobilePayment, firstRead, records],
    tier: 'write',
    cost: { requests: { live: 7 }, spends: { payments: 1 }, typical: { requests: { live: 5 } } },
    async run(t) {
      await t.use(mobilePayment)
      const found = await t.use(records)
      const { with: members = {} } = t.service.outcomes?.refreshProviderError ?? {}
      const payment = await makePayment(t, { label: 'payment whose refresh fails', members })
      await bringAbout(t, payment, 'refreshProviderError')
      const { key, id } = payment
      const met = await refresh(t, key, id, 'upstream fails')
      // It may have been out for another reason just then.
      const passing = troubleIn(met, 'pay.refresh.payment') !== undefined
      const first = passing ? await refresh(t, key, id, 'upstream fails, and nothing else') : met
      const between = await readThere(t, key, id, 'after a failed refresh')
      // A payment that is finished may need no upstream: what its refresh answers is open.
      const at = status('2xx').test(first).ok ? found.status(between, id) : undefined
      const finished = isTerminal(at) ? await endsByItself(t, String(at)) : undefined
      if (finished !== undefined)
        t.abortBlocked(`payments of this target become ${at} by themselves`, [between, finished])
      t.judge('pay.refresh.provider-error', first, refusedBy('refreshProviderError', upstreamFailed))
      const second = await refresh(t, key, id, 'upstream fails, again')
      const after = await readThere(t, key, id, 'after a second failed refresh')
      // Where a live payment can be read, it is the refresh that lost this one.
      const isReadable = status('2xx').test(await t.use(firstRead)).ok
      const isLost = isReadable && [between, after].some((each) => refusal(['404 RESOURCE_NOT_FOUND']).test(each).ok)
      if (!isLost) t.control(between, status('2xx'))
      const statuses = [between, after].map((each) => found.status(each, id))
      // Completion may come by itself meanwhile; an end without success is what a failed refresh must not bring.
      const end = statuses.find((each) => isTerminal(each) && each !== 'completed')
      const alike = end === undefined ? undefined : await endsByItself(t, end)
      if (alike !== undefined) {
        t.markBlocked('pay.refresh.safe-to-retry', `payments of this target become ${end} by themselves`, [
          after,
          alike,
        ])
        return
      }
      const lost = end !== undefined
      const bad =
        [first, second].find((each) => troubleIn(each, 'pay.refresh.provider-error') !== undefined) ??
        [between, after].find((each) => troubleIn(each, 'pay.read.payment') !== undefined)
      if (bad !== undefined)
        return t.markBlocked('pay.refresh.safe-to-retry', `another trouble came in between: ${cameBack(bad)}`, [bad])
      // What a failing refresh is answered is judged above; here, that the second one is answered as the first. The upstream
      // may fail at the second one alone, and a payment that has ended by itself meanwhile conflicts with a refresh.
      const hasEnded = statuses.some(isTerminal)
      const repeatable =
        second.response !== undefined &&
        (second.response.status === first.response?.status ||
          any(status('2xx'), upstreamFailed).test(second).ok ||
          (hasEnded && conflicts.test(second).ok))
      t.conclude('pay.refresh.safe-to-retry', {
        ok: repeatable && !lost && !isLost && status('2xx').test(after).ok,
        subject: 'POST /api/v1/payments/{id}/refresh (twice, upstream fails)',
        expected: 'the payment as it was, readable and not ended',
        actual: `${cameBack(first)}, ${statuses[0] ?? cameBack(between)}, ${cameBack(second)}, ${statuses[1] ?? cameBack(after)}`,
        evidence: [first, between, second, after],
      })
    },
  }),

  // Endpoints: refreshes the status from the upstream provider.
  defineCheck({
    id: 'pay/refreshing/brings-status',
    title: 'A refresh brings the completion that the upstream knows of, and an event tells of it',
    covers: ['pay.refresh.updates-status', 'pay.refresh.payment', 'pay.webhook.every-change'],
    needs: ['payment.keys.live', 'payment.bodies.mobile', 'payment.outcomes.refreshCompletes'],
    uses: [mobilePayment, records],
    tier: 'write',
    cost: {
      requests: { live: 3 + 2 * LATER.length },
      spends: { payments: 1 },
      typical: { requests: { live: 3 } },
    },
    async run(t) {
      await t.use(mobilePayment)
      const found = await t.use(records)
      const { with: members = {} } = t.service.outcomes?.refreshCompletes ?? {}
      const payment = await makePayment(t, { label: 'payment that a refresh completes', members })
      await bringAbout(t, payment, 'refreshCompletes')
      const later = t.depth === 'quick' ? SOON : LATER
      let answer = await refresh(t, payment.key, payment.id, 'upstream has completed')
      // The payment may not have come to the upstream yet.
      for (const seconds of later) {
        if (!conflicts.test(answer).ok || t.signal.aborted) break
        await t.pause(Math.max(t.clock.scaled(seconds), seconds * AT_LEAST_MS))
        answer = await refresh(t, payment.key, payment.id, 'upstream has completed, asked again')
      }
      if (!status('2xx').test(answer).ok) {
        // What a refresh of a finished payment answers is open.
        const finished = await endsByItself(t, 'completed')
        if (finished !== undefined)
          t.abortBlocked('payments of this target become completed by themselves', [answer, finished])
      }
      t.judge('pay.refresh.payment', answer, documented)
      if (conflicts.test(answer).ok) return judgeConflict(t, payment, answer)
      t.control(answer, status('2xx'))
      let after = await readThere(t, payment.key, payment.id, 'after the refresh')
      let now = found.status(after, payment.id)?.toLowerCase()
      // A refresh may only have begun when it is answered.
      for (const seconds of later) {
        if (isTerminal(now) || !status('2xx').test(after).ok || t.signal.aborted) break
        await t.pause(Math.max(t.clock.scaled(seconds), seconds * AT_LEAST_MS))
        after = await read(t, payment.key, payment.id, 'a while after the refresh')
        now = found.status(after, payment.id)?.toLowerCase()
      }
      const other = isTerminal(now) && now !== 'completed' ? await endsByItself(t, String(now)) : undefined
      if (other !== undefined) t.abortBlocked(`payments of this target become ${now} by themselves`, [after, other])
      if (now === undefined && troubleIn(after, 'pay.refresh.updates-status') !== undefined)
        t.control(after, status('2xx'))
      if (now === 'completed') await judgeTold(t, payment, now, [answer, after])
      else t.markUnexercised('pay.webhook.every-change', 'not met', 'the refresh changed no status')
      if (t.depth === 'quick' && status('2xx').test(after).ok && !isTerminal(now))
        return t.markUnexercised('pay.refresh.updates-status', 'not selected', SLOW)
      t.conclude('pay.refresh.updates-status', {
        ok: now === 'completed',
        subject: 'GET /api/v1/payments/{id} (after the refresh)',
        expected: 'status completed',
        actual: now === undefined ? cameBack(after) : `status ${now}`,
        ...(now === 'completed' ? {} : { note: unlessIdle('refreshCompletes') }),
        evidence: [answer, after],
      })
    },
  }),

  // States and transitions: a terminal status stays, also when it is refreshed.
  ...Object.entries(settledPayments).map(([outcome, fixture]) =>
    defineCheck({
      id: `pay/refreshing/after-${outcome}`,
      title: `A refresh of a payment that is ${outcome} leaves it so`,
      covers: ['pay.status.terminal-is-final', 'pay.refresh.payment'],
      needs: fixture.needs,
      uses: [fixture, records],
      tier: 'write',
      phase: 'settled',
      // What a refresh breaks is told here, and not where the payment is looked at as it was.
      runsAfter: ['pay/references/duplicate-of-completed'],
      cost: { requests: { live: 7 }, typical: { requests: { live: 2 } } },
      async run(t) {
        const settled = await t.use(fixture)
        const { payment, read: last } = settled
        if (settled.status !== outcome) t.abortBlocked(unsettledText(settled, outcome), [last])
        const refreshed = `of a payment that is ${outcome}`
        const answer = await refresh(t, payment.key, payment.id, refreshed)
        const found = await t.use(records)
        const statusIn = (each: Exchange) => found.status(each, payment.id)?.toLowerCase()
        const label = `after a refresh of the payment that is ${outcome}`
        const after = await readUntil(t, payment.key, payment.id, label, (each) => statusIn(each) === outcome)
        t.control(after, status('2xx'))
        const now = statusIn(after)
        // Another check may have sent its creation again since it was seen to be so.
        const meanwhile = sentMeanwhile(t, payment.id, last.endedAt, after.sentAt)
        t.conclude('pay.status.terminal-is-final', {
          ok: now === undefined || now === outcome,
          subject: `GET /api/v1/payments/{id} (after ${meanwhileText(meanwhile)} of the payment that is ${outcome})`,
          expected: `status ${outcome}`,
          actual: `status ${now}`,
          evidence: [answer, after, ...meanwhile.retries],
        })
        await judgeFinished(t, payment, refreshed, answer)
      },
    }),
  ),
]
