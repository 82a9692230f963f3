import { createHmac } from 'node:crypto'
import {
  attested,
  type Check,
  type Delivery,
  header,
  type Matcher,
  matcher,
  no,
  ok,
  subjectOf,
  Tally,
  valueAt,
} from 'assay-conformance/kit'
import { type CheckContext, defineRule } from '../define.ts'

/** Seconds that two clocks, and a first attempt, may be away. */
const AWAY = 600
/** Attempts whose timestamps are compared are so far from each other, ms. */
const APART_MS = 1500
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
    else if (delivery.arrivedMono - first.arrivedMono > APART_MS) {
      const isKept = stampOf(delivery) === stampOf(first)
      t.observe('lib.open.retry-timestamp', isKept ? 'that of the first attempt' : 'its own', [first, delivery])
      return
    }
  }
}

export const signatures: readonly Check[] = [
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
        // Evidence holds neither the secret nor the signature: the finding is kept.
        tally.test(
          subjectOf(delivery),
          delivery,
          attested(t, 'lib.event.signed', delivery, signedWith(secret)),
          delivery,
        )
      }
      tally.close('no event arrived in this run')
      observeTimestamps(t)
    },
  }),
]
