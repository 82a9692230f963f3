import type { Check } from '../../../kit/check/check.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import { Tally } from '../../../kit/check/verdicts/tally.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack, status } from '../../../kit/match/index.ts'
import { keyOf } from '../client/api.ts'
import { COMPLETED_PAYMENT } from '../client/observed.ts'
import { type CheckContext, defineRule } from '../define.ts'
import { troubleIn } from '../service/trouble.ts'
import { creations } from '../webhooks/deliveries.ts'

/** What a payment that has ended is replayed as has a statement of its own. */
const ELSEWHERE = /^pay\/idempotency\/replay-after-/
/** Refusals that say something of the key, the body or the reference; others have nothing to do with a retry. */
const TELLING: readonly number[] = [400, 404, 409, 422]

/** The creations that are the same to the byte, under one key of the API and one of their own. */
function sameCreations(t: CheckContext): readonly (readonly Exchange[])[] {
  const groups = new Map<string, Exchange[]>()
  for (const each of creations(t)) {
    if (!each.key.startsWith('live[') || keyOf(each) === '' || ELSEWHERE.test(each.check)) continue
    const name = `${each.key} ${keyOf(each)} ${each.request.body.toString('base64')}`
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [each])
    else group.push(each)
  }
  return [...groups.values()].filter((group) => group.length > 1)
}

/** Those that were sent when one of them had been answered with the payment and no other one was under way. */
function retriesAmong(group: readonly Exchange[]): readonly { readonly first: Exchange; readonly retry: Exchange }[] {
  const made = group.filter((each) => status('2xx').test(each).ok)
  return group.flatMap((retry) => {
    const first = made.find((each) => each !== retry && each.endedAt <= retry.sentAt)
    const isAlone = group.every(
      (each) => each === retry || each.endedAt <= retry.sentAt || each.sentAt >= retry.endedAt,
    )
    return first === undefined || !isAlone ? [] : [{ first, retry }]
  })
}

// Endpoints: a retry with the same key that finds the original payment returns 200 with it, however often it is sent.
const everyRetry = defineRule({
  id: 'pay/idempotency/every-retry',
  title: 'every retry of a creation that was answered with its payment answers 200',
  covers: ['pay.idempotency.replay-status'],
  observes: COMPLETED_PAYMENT,
  run: async (t) => {
    const tally = new Tally(t, 'pay.idempotency.replay-status', '200')
    for (const { first, retry } of sameCreations(t).flatMap(retriesAmong)) {
      if (troubleIn(retry, 'pay.idempotency.replay-status') !== undefined) continue
      const isOther = status('2xx').test(retry).ok || TELLING.includes(retry.response?.status ?? 0)
      if (status(200).test(retry).ok) tally.agree([retry])
      else if (isOther)
        tally.contradict({ subject: subjectOf(retry), actual: cameBack(retry), evidence: [first, retry] })
    }
    tally.close('no creation was sent again that had been answered with its payment')
  },
})

export const everyRetries: readonly Check[] = [everyRetry]
