import {
  all,
  type Check,
  type Delivery,
  type Inbox,
  isText,
  isUtcTime,
  type Matcher,
  matcher,
  no,
  ok,
  show,
  subjectOf,
  valueAt,
} from 'assay-conformance/kit'
import { type CheckContext, defineCheck } from '../define.ts'
import { queue } from './holds.ts'
import type { EventType } from './inboxes.ts'
import { returnedLoan } from './returning.ts'

/** Seconds within which an event is told, and within which a failed attempt is followed by another. */
const WITHIN = 30
/** However fast the clocks of the target run, a busy machine is given this long, ms. */
const LEAST_MS = 3000
const patience = (t: CheckContext): number => Math.max(t.clock.scaled(WITHIN), LEAST_MS)

const at = (pointer: string, inner: Matcher<unknown>): Matcher<Delivery> =>
  matcher(`${pointer.slice(1)} ${inner.expected}`, ({ json }) => inner.test(valueAt(json, pointer)))

const isOf =
  (type: EventType) =>
  (delivery: Delivery): boolean =>
    valueAt(delivery.json, '/type') === type

/** Something that was brought about, and what has to be told of it. */
interface Cause {
  readonly type: EventType
  /** Id of the loan or hold. */
  readonly id: string
  readonly inbox: Inbox
  /** How its first attempt was made to fail, for the reader. */
  readonly failure: string
}

/** Judges that an event arrives in time and says what it is about. Gives back its first attempt. */
async function arrival(t: CheckContext, { type, id, inbox }: Cause): Promise<Delivery | undefined> {
  const first = await inbox.next(isOf(type), { within: patience(t) }).catch(() => undefined)
  const isId = matcher<unknown>('that of what it is about', (value) => (value === id ? ok : no(show(value))))
  const content = all(at('/id', isText), at('/created', isUtcTime), at('/data/id', isId))
  const outcome = first === undefined ? no('none') : content.test(first)
  t.conclude('lib.event.delivered', {
    ok: outcome.ok,
    subject: first === undefined ? type : subjectOf(first),
    expected: `${type} within ${WITHIN} s, its ${content.expected}`,
    actual: outcome.ok ? '' : outcome.actual,
    evidence: first === undefined ? [] : [first],
  })
  return first
}

/** Judges that a failed attempt is followed by another one at the same event. */
async function retry(t: CheckContext, { type, inbox, failure }: Cause, first: Delivery): Promise<void> {
  const second = await inbox.next(isOf(type), { within: 2 * patience(t), after: first }).catch(() => undefined)
  const same = second !== undefined && valueAt(second.json, '/id') === valueAt(first.json, '/id')
  t.conclude('lib.event.retried', {
    ok: same,
    subject: `${type} (${failure})`,
    expected: `another attempt with the same id within ${WITHIN} s`,
    actual: second === undefined ? 'none' : 'one with another id',
    evidence: [first, ...(second === undefined ? [] : [second])],
  })
}

export const events: readonly Check[] = [
  // Events: both are sent within 30 seconds, and again within 30 seconds where an attempt fails.
  defineCheck({
    id: 'lib/events/arrive',
    title: 'A return and a copy that waits are told, and told again where nobody took it',
    covers: ['lib.event.delivered', 'lib.event.retried'],
    needs: ['library.keys.member', 'webhooks'],
    uses: [returnedLoan, queue],
    tier: 'write',
    scriptsReceiver: true,
    cost: { waits: ({ timeScale }) => 20 / timeScale },
    run: async (t) => {
      const returned = await t.use(returnedLoan)
      const { ready } = await t.use(queue)
      const causes = [
        {
          type: 'loan.returned',
          id: returned.id,
          inbox: returned.inbox,
          failure: 'the first attempt was answered 500',
        },
        { type: 'hold.ready', id: ready?.id, inbox: ready?.inbox, failure: 'the first attempt was not answered' },
      ] as const
      await Promise.all(
        causes.map(async ({ type, id, inbox, failure }) => {
          if (id === undefined || inbox === undefined) return
          const first = await arrival(t, { type, id, inbox, failure })
          if (first === undefined) t.markBlocked('lib.event.retried', `no ${type} arrived whose attempt could fail`)
          else await retry(t, { type, id, inbox, failure }, first)
        }),
      )
    },
  }),
]
