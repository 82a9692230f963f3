import type { Check } from '../../../../kit/check/check.ts'
import type { Delivery } from '../../../../kit/webhooks/delivery.ts'
import { OBSERVED } from '../../client/observed.ts'
import { type CheckContext, defineRule } from '../../define.ts'
import { attemptsOfEvents, mayHaveFailed, NO_CALLBACK } from '../deliveries.ts'

/** A second pause of less than this part of the first is none of a backoff. A pause drawn from nothing on meets it once in a while. */
const VANISHED = 0.25
/** So many events that all have such a second pause are no chance. */
const TELLING = 4
/** Part of the first pause for which this process may have stood still, and pauses still be compared. */
const UNSURE = 0.1

/** The first three attempts of an event, all of which may have failed but the last, and the pauses between them, ms. */
interface Course {
  readonly attempts: readonly Delivery[]
  readonly first: number
  readonly second: number
}

function courseOf(t: CheckContext, [one, two, three]: readonly Delivery[]): readonly Course[] {
  if (one === undefined || two === undefined || three === undefined) return []
  const [first, second] = [two.arrivedMono - one.arrivedMono, three.arrivedMono - two.arrivedMono]
  const attempts = [one, two, three]
  const stoodStill = Math.max(t.lateness(one, first), t.lateness(two, second), t.lateness(three, 0))
  return stoodStill > first * UNSURE ? [] : [{ attempts, first, second }]
}

export const vanishingPauses: readonly Check[] = [
  // Events › Receiver response and retries: failures are retried with exponential backoff, whichever attempt it is.
  defineRule({
    id: 'msg/delivery-retries/vanishing-pauses',
    title: 'the second pause of an event is not next to nothing beside the first',
    covers: ['msg.delivery.backoff-exponential'],
    observes: OBSERVED.callbacks,
    // No check of a quick run waits for third attempts.
    leaves: (_id, _target, depth) => depth === 'quick',
    run: async (t) => {
      const id = 'msg.delivery.backoff-exponential'
      const events = attemptsOfEvents(t)
      if (events.length === 0) return t.markUnexercised(id, 'not met', NO_CALLBACK)
      // Each copy has attempts of its own.
      if (events.some((each) => each.slice(0, -1).some((attempt) => !mayHaveFailed(attempt))))
        return t.markUnexercised(
          id,
          'not met',
          'events come more than once: which attempts belong together is not known',
        )
      const courses = events.flatMap((each) => courseOf(t, each))
      if (courses.length < TELLING)
        return t.markUnexercised(id, 'not met', `${courses.length} events had three attempts within the run`)
      const vanished = courses.filter(({ first, second }) => second < first * VANISHED)
      const told = courses.map(({ first, second }) => `${Math.round(first)} and ${Math.round(second)} ms`)
      t.conclude(id, {
        ok: vanished.length < courses.length,
        subject: `the first two pauses of ${courses.length} events`,
        expected: 'a second one that is no small part of the first',
        actual: told.slice(0, TELLING).join(', '),
        evidence: courses.flatMap(({ attempts }) => attempts).slice(0, 3 * TELLING),
      })
    },
  }),
]
