import { createHmac } from 'node:crypto'
import {
  all,
  type Check,
  type Delivery,
  header,
  type Inbox,
  isText,
  isUtcTime,
  type Matcher,
  matcher,
  no,
  ok,
  show,
  subjectOf,
  Tally,
  valueAt,
} from 'assay-conformance/kit'
import { type CheckContext, defineCheck, defineRule } from '../define.ts'
import { queue } from './holds.ts'
import type { EventType } from './inboxes.ts'
import { returnedLoan } from './returning.ts'

/** Seconds within which an event is told, and within which a failed attempt is followed by another. */
const WITHIN = 30
/** However fast the clocks of the target run, a busy machine is given this long, ms. */
const LEAST_MS = 3000
/** Seconds that the two clocks, and the first attempt, may be away. */
const AWAY = 600

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

  // Events › Signature: v1 is the HMAC-SHA256 of timestamp, dot and raw body; while secrets change there are two.
  defineRule({
    id: 'lib/events/signed',
    title: 'Every attempt is signed over timestamp, dot and raw body',
    covers: ['lib.event.signed'],
    needs: ['library.signingSecret', 'webhooks'],
    run: async (t) => {
      const secret = t.claimed('library.signingSecret')
      const tally = new Tally(t, 'lib.event.signed', 'Library-Signature: t=<Unix seconds>,v1=<the HMAC-SHA256 in hex>')
      for (const delivery of t.deliveries()) {
        if (!delivery.inbox.startsWith('library ')) continue
        tally.test(subjectOf(delivery), delivery, signedWith(secret), delivery)
      }
      tally.close('no event arrived in this run')
      observeTimestamps(t)
    },
  }),
]

const FORM = /^t=(\d{10})((?:,v1=[0-9a-f]{64})+)$/

function signedWith(secret: string): Matcher<Delivery> {
  return matcher('signed', ({ headers, body, arrivedAt }) => {
    const value = header(headers, 'Library-Signature')
    if (value === undefined) return no('no such header')
    const [, t = '', signatures] = FORM.exec(value) ?? []
    if (signatures === undefined) return no('a header of another form')
    if (Math.abs(Number(t) - arrivedAt / 1000) > AWAY) return no('a timestamp that is far from its arrival')
    const right = createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex')
    return signatures.split(',v1=').includes(right) ? ok : no('a signature that the secret does not make')
  })
}

/** Tells whether attempts renew their timestamp, where two of them are far enough from each other to tell. */
function observeTimestamps(t: CheckContext): void {
  const stamps = new Map<unknown, Delivery>()
  const stampOf = ({ headers }: Delivery): string => header(headers, 'Library-Signature')?.split(',')[0] ?? ''
  for (const delivery of t.deliveries()) {
    const id = valueAt(delivery.json, '/id')
    const first = stamps.get(id)
    if (first === undefined) stamps.set(id, delivery)
    else if (delivery.arrivedMono - first.arrivedMono > 1500) {
      const isKept = stampOf(delivery) === stampOf(first)
      t.observe('lib.open.retry-timestamp', isKept ? 'that of the first attempt' : 'its own', [first, delivery])
      return
    }
  }
}
