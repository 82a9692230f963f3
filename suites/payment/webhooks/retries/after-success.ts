import type { Check } from '../../../../kit/check/check.ts'
import { Tally } from '../../../../kit/check/verdicts/tally.ts'
import { valueAt } from '../../../../kit/match/index.ts'
import type { Delivery } from '../../../../kit/webhooks/delivery.ts'
import { isLate } from '../../../shared/late-answers.ts'
import { apart } from '../../../shared/retries.ts'
import { COMPLETED_PAYMENT } from '../../client/observed.ts'
import { type CheckContext, defineRule } from '../../define.ts'
import { type Attempts, attempts, mayHaveFailed } from '../deliveries.ts'

/** A sender that doubles its pauses has tried again twice after so many first pauses. */
const PAUSES = 4

const STOOD_STILL = 'this machine stood still when they were answered, so that they may have come again for it'
const LATE = 'the run ended before a second attempt could have come'

// Receiver rules: respond with a 2xx status, any of them; on failure the service retries. An event may come once more.
const ends = defineRule({
  id: 'pay/deliveries/after-success',
  title: 'an event that was taken is not tried again and again, whatever 2xx took it',
  covers: ['pay.delivery.ends-after-2xx'],
  observes: COMPLETED_PAYMENT,
  run: async (t) => {
    const tally = new Tally(t, 'pay.delivery.ends-after-2xx', 'no further attempts')
    const firstPause = slowestPause(t)
    for (const { deliveries } of attempts(t)) {
      const taken = deliveries.find((each) => !mayHaveFailed(each))
      if (taken === undefined) continue
      if (isLate(t, taken)) {
        tally.passOver(STOOD_STILL)
        continue
      }
      // Another event under its id is the matter of the ids.
      const copies = deliveries.slice(deliveries.indexOf(taken) + 1).filter((each) => tells(each) === tells(taken))
      // What came after an answer that was late has its reasons.
      const further = apart(copies, taken, firstPause)
      const unexplained = further.filter((copy) => !isLate(t, copies[copies.indexOf(copy) - 1] ?? taken))
      const evidence = [taken, ...copies]
      if (unexplained.length > 1) {
        const subject = `an event that the run answered with ${statusOf(taken)} (delivery ${taken.id})`
        tally.contradict({ subject, actual: `${copies.length} further attempts`, evidence })
      } else if (further.length > 1) tally.passOver(STOOD_STILL)
      else if (firstPause !== undefined && t.clock.mono() - taken.arrivedMono > firstPause * PAUSES)
        tally.agree([taken])
      else if (firstPause !== undefined) tally.passOver(LATE)
    }
    tally.close('no event was taken long enough ago for a second attempt to have come')
  },
})

const tells = ({ json }: Delivery): unknown => valueAt(json, '/data/status')
const statusOf = ({ answer }: Delivery): string => (answer.kind === 'status' ? String(answer.status) : answer.kind)

/** The longest pause between a first attempt that was refused and the next one, ms; undefined where none was seen. */
function slowestPause(t: CheckContext): number | undefined {
  const pauses = attempts(t).flatMap(({ deliveries: [first, second] }: Attempts) =>
    first !== undefined && second !== undefined && first.answer.kind === 'status' && mayHaveFailed(first)
      ? [second.arrivedMono - first.arrivedMono]
      : [],
  )
  return pauses.length === 0 ? undefined : Math.max(...pauses)
}

export const afterSuccess: readonly Check[] = [ends]
