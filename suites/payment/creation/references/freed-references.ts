import type { Check } from '../../../../kit/check/check.ts'
import type { Exchange } from '../../../../kit/http/exchange.ts'
import { json } from '../../../../kit/http/exchange.ts'
import { cameBack, status, valueAt } from '../../../../kit/match/index.ts'
import { sectionOf } from '../../../../kit/target/target.ts'
import { validCreation } from '../../client/acceptance.ts'
import { liveKey } from '../../client/api.ts'
import type { BodyKind } from '../../client/bodies.ts'
import { isShort, unlessShort } from '../../client/one-key.ts'
import { records } from '../../client/records.ts'
import { MOST_READS } from '../../client/rereading.ts'
import { type CheckContext, defineCheck } from '../../define.ts'
import { paymentDimensions } from '../../service/dimensions.ts'
import { paymentSection } from '../../service/section.ts'
import { creations, creationsByReference } from '../../webhooks/deliveries.ts'
import { cardCreation, qrCreation } from '../card.ts'
import { judgeFree } from './reference-reuse.ts'

/** Refusals of an ordinary run whose references are used again: the seed chooses which. */
const SAMPLE = 3
/** With so many live keys others have requests to spare. */
const MANY_KEYS = 4
const MOST = 24

/** Refused for the request. What was declined, blocked or rejected is left alone: its events are told apart by its reference. */
const isRefused = (each: Exchange): boolean => status(400).test(each).ok

const kindOf = (each: Exchange): BodyKind | undefined => paymentDimensions.kind?.(each) as BodyKind | undefined

interface Refused {
  readonly exchange: Exchange
  readonly reference: string
  readonly kind: BodyKind
}

/** Refused for its key, which may be one of the merchant all the same. */
const isTurnedAway = (each: Exchange): boolean => !each.key.startsWith('live[') && status(401, 403).test(each).ok

const isNone = (each: Exchange): boolean => isRefused(each) || isTurnedAway(each)

/** Creations of this run that were refused for the request or the key, one of each kind of payment and each answer. */
function refusals(t: CheckContext): readonly Refused[] {
  const all = creations(t).flatMap((exchange): Refused[] => {
    const reference = valueAt(json(exchange.request), '/reference')
    const kind = kindOf(exchange)
    const isOwn = exchange.key.startsWith('live[')
    if (!(isOwn ? isRefused(exchange) : isTurnedAway(exchange)) || kind === undefined) return []
    // Another may be what was refused: which letters a reference may have is not shown.
    if (typeof reference !== 'string' || !/^[\w.-]+$/.test(reference) || !t.has(`payment.bodies.${kind}`)) return []
    return creationsByReference(t, reference).every(isNone) ? [{ exchange, reference, kind }] : []
  })
  const shuffled = all
    .map((each) => ({ each, at: t.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each)
  return [...new Map(shuffled.map((each) => [`${each.kind} ${cameBack(each.exchange)}`, each])).values()]
}

const sampleFor = (liveKeys = 0): number => (liveKeys < MANY_KEYS ? SAMPLE : 2 * SAMPLE)

export const freedReferences: readonly Check[] = [
  // Resources: the reference is unique among live payments, and whatever was refused has made none.
  defineCheck({
    id: 'pay/references/free-after-refusals',
    title: 'The references of creations that were refused, of whichever kind and for whichever reason, are free',
    covers: ['pay.reference.free-after-refusal', 'pay.error.no-effect'],
    needs: ['payment.keys.live', 'payment.bodies.mobile'],
    uses: [validCreation, cardCreation, qrCreation, records],
    tier: 'write',
    // When whatever is refused was sent.
    phase: 'settled',
    cost: {
      requests: { live: (4 + MOST_READS) * MOST },
      spends: { payments: 2 * MOST },
      // Where one key is all there is it sends none.
      typical: {
        requests: {},
        spends: { payments: SAMPLE },
        deepSpends: { payments: 3 * SAMPLE },
        at: (target, depth) => {
          const sample = sampleFor(sectionOf(target, paymentSection)?.keys?.live?.length)
          return unlessShort(depth === 'deep' ? 3 * SAMPLE : sample)(target, depth)
        },
      },
    },
    async run(t) {
      if (isShort(t.service.keys, t.depth))
        t.abortUnexercised('not met', 'one live key has no requests to spare: other checks try one reference')
      const all = refusals(t)
      const taken: BodyKind[] = []
      for (const kind of ['mobile', 'card', 'qr'] as const) if (await isTaken(t, kind)) taken.push(kind)
      const chosen = all
        .filter(({ kind }) => taken.includes(kind))
        .slice(0, t.depth === 'deep' ? MOST : sampleFor(t.service.keys?.live?.length))
      if (chosen.length === 0) t.abortUnexercised('not met', 'no creation of this run was refused')
      for (const { exchange, reference, kind } of chosen) {
        const key = exchange.key.startsWith('live[') ? t.key(exchange.key as `live[${number}]`) : liveKey(t)
        if (key !== undefined) await judgeFree(t, { sent: { key, reference, kind }, answer: exchange })
      }
    },
  }),
]

/** Whether the same without a defect is taken. */
async function isTaken(t: CheckContext, kind: BodyKind): Promise<boolean> {
  if (!t.has(`payment.bodies.${kind}`)) return false
  if (kind === 'mobile') return status('2xx').test(await t.use(validCreation)).ok
  const made = await t.use(kind === 'card' ? cardCreation : qrCreation).catch(() => undefined)
  return made !== undefined && status('2xx').test(made.answer).ok
}
