import type { Check } from '../../../../kit/check/check.ts'
import { subjectOf } from '../../../../kit/check/verdicts/subject.ts'
import { Tally } from '../../../../kit/check/verdicts/tally.ts'
import type { Exchange } from '../../../../kit/http/exchange.ts'
import { cameBack, matcher, soft, status } from '../../../../kit/match/index.ts'
import { COMPLETED_PAYMENT } from '../../client/observed.ts'
import { Records } from '../../client/records.ts'
import { refusal } from '../../client/refusal.ts'
import { defineRule } from '../../define.ts'
import { creations } from '../../webhooks/deliveries.ts'

/** How the steps are called that are let go together with one reference. */
const TOGETHER = /^simultaneous, one reference/

const refused = refusal(['409 DUPLICATE_REFERENCE', '409 CONFLICT'])

/** While the payment in the way is being made CONFLICT fits as well, and another conflict is at least one. */
const late = matcher<Exchange>(refused.expected, (exchange) => {
  const outcome = refused.test(exchange)
  if (outcome.ok || exchange.response?.status !== 409) return outcome
  return soft(outcome.actual, 'it is a conflict, by another name than the tables have')
})

/** Answers of a bad moment, which say nothing of the race. */
const isTrouble = ({ response }: Exchange): boolean =>
  response === undefined || [401, 403, 429, 502, 503, 504].includes(response.status)

/** Statuses of a payment that was declined, which frees its reference. */
const DECLINED: readonly number[] = [402, 422]
const isDeclined = ({ response }: Exchange): boolean => DECLINED.includes(response?.status ?? 0)

const isBroken = ({ response }: Exchange): boolean => response?.status === 500

// States and transitions: while a payment with the reference lives, creation is rejected with DUPLICATE_REFERENCE.
const losers = defineRule({
  id: 'pay/references/concurrent-answers',
  title: 'Of simultaneous creations with one reference those that come too late are answered 409',
  covers: ['pay.reference.concurrent-answers'],
  needs: ['payment.keys.live', 'payment.bodies.mobile'],
  observes: COMPLETED_PAYMENT,
  run: async (t) => {
    const tally = new Tally(t, 'pay.reference.concurrent-answers', late.expected)
    const together = creations(t).filter((each) => TOGETHER.test(each.label) && !isTrouble(each))
    const isMade = (each: Exchange): boolean => status('2xx').test(each).ok
    // Whoever is given the payment of another came too late. Whether several may be made is the matter of those that live.
    const found = new Records(t.service.record ?? {})
    const shown = new Set<string>()
    for (const each of together.filter(isMade)) {
      const id = found.id(each)?.toLowerCase()
      if (id !== undefined && shown.has(id))
        tally.contradict({
          subject: subjectOf(each),
          actual: `${cameBack(each)} with the payment of another`,
          evidence: [each],
        })
      if (id !== undefined) shown.add(id)
    }
    // Where none was made, nobody came too late for one that was declined.
    const declined = together.some(isMade) ? [] : together.filter(isDeclined)
    const raced = together.filter((each) => !isMade(each) && !declined.includes(each))
    // One that fails unexpectedly had a bad moment; several lost the race so.
    const isBadMoment = raced.filter(isBroken).length === 1
    for (const each of raced) {
      if (isBadMoment && isBroken(each))
        tally.contradict({ subject: subjectOf(each), actual: cameBack(each), soft: true, evidence: [each] })
      else tally.test(subjectOf(each), each, late, each)
    }
    const [first] = declined
    tally.close(
      first === undefined
        ? 'none of the creations with one reference that were sent at the same moment was answered as one that came too late'
        : `none of the creations with one reference that were sent at the same moment was taken, so none came too late: ${cameBack(first)}`,
    )
  },
})

export const raceAnswers: readonly Check[] = [losers]
