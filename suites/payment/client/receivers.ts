import { valueAt } from '../../../kit/match/index.ts'
import type { Answer, Delivery } from '../../../kit/webhooks/delivery.ts'
import type { Inbox } from '../../../kit/webhooks/inbox.ts'
import { terminalStatuses } from '../../../specs/payment/statuses.ts'
import { Repeats } from '../../shared/late-answers.ts'
import type { FixtureContext } from '../define.ts'

/** Attempts that a script speaks for: more than any sender makes while a run lasts. */
const MANY = 20

/** Whether a delivery tells of a terminal status, in whatever spelling. */
export function isTerminalEvent({ json }: Pick<Delivery, 'json'>): boolean {
  const status = valueAt(json, '/data/status')
  return typeof status === 'string' && (terminalStatuses as readonly string[]).includes(status.toLowerCase())
}

/** Answers the first attempt at such an event so, the next one as well where that was late, and everything else 200. */
export function answerOnce(
  t: Pick<FixtureContext, 'clock'>,
  inbox: Inbox | undefined,
  answer: Answer,
  such: (delivery: Pick<Delivery, 'json'>) => boolean = isTerminalEvent,
): void {
  const repeats = new Repeats(t)
  let state: 'unmet' | 'given' | 'over' = 'unmet'
  inbox?.script({
    when: (event) => {
      if (state === 'over' || !such(event.delivery)) return false
      // What is not answered at all is so whenever it came.
      if (state === 'given' && (answer.kind === 'hang' || !repeats.isDue(event))) {
        state = 'over'
        return false
      }
      state = 'given'
      repeats.give(event)
      return true
    },
    // Which attempt it is follows from the identity of the event, which a sender may get wrong.
    answers: Array.from({ length: MANY }, () => answer),
  })
}

/** Answers the first attempts at such an event so, one after the other, and everything else 200. */
export function answerFirst(t: Pick<FixtureContext, 'clock'>, inbox: Inbox, answers: readonly Answer[]): void {
  for (const answer of answers) answerOnce(t, inbox, answer)
}

/** Answers every attempt so. */
export function answerAlways(inbox: Inbox | undefined, answer: Answer): void {
  inbox?.script({ when: () => true, answers: Array.from({ length: MANY }, () => answer) })
}
