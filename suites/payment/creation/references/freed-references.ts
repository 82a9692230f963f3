import type { Check } from '../../../../kit/check/check.ts'
import type { Exchange } from '../../../../kit/http/exchange.ts'
import { json } from '../../../../kit/http/exchange.ts'
import { cameBack, status, valueAt } from '../../../../kit/match/index.ts'
import { sectionOf } from '../../../../kit/target/target.ts'
import { validCreation } from '../../client/acceptance.ts'
import { liveKey } from '../../client/api.ts'
import type { BodyKind } from '../../client/bodies.ts'
import { isShort, MANY_KEYS, unlessShort } from '../../client/one-key.ts'
import { LONG_REFERENCE, spellingOf } from '../../client/payment.ts'
import { records } from '../../client/records.ts'
import { MOST_READS } from '../../client/rereading.ts'
import { type CheckContext, defineCheck } from '../../define.ts'
import { paymentDimensions } from '../../service/dimensions.ts'
import { paymentSection } from '../../service/section.ts'
import { creations, creationsByReference } from '../../webhooks/deliveries.ts'
import { cardCreation, qrCreation } from '../card.ts'
import { isAgainstPolicy, isCollision } from '../refusals/refusal-effects.ts'
import { judgeFree } from './reference-reuse.ts'

/** Refusals of an ordinary run whose references are used again: the seed chooses which. */
const SAMPLE = 3
const MOST = 24

/** Refused for the request. What was declined or rejected is left alone: it may have been attempted. */
const isRefused = (each: Exchange): boolean => status(400).test(each).ok

/** Refused for a policy, or for a key that led elsewhere: nothing else of a run shows what that leaves. */
const isRare = (each: Exchange): boolean => each.key.startsWith('live[') && (isAgainstPolicy(each) || isCollision(each))

/** By the type that the target file gives to each kind: a member that tells them apart may be the one that is missing. */
function kindOf({ service: { bodies = {} } }: CheckContext, each: Exchange): BodyKind | undefined {
  const type = valueAt(json(each.request), '/type')
  const kinds = (['mobile', 'card', 'qr'] as const).filter((kind) => bodies[kind] !== undefined)
  const alike = kinds.filter((kind) => bodies[kind]?.type === type)
  return alike.length === 1 ? alike[0] : (paymentDimensions.kind?.(each) as BodyKind | undefined)
}

/** Keys that may be those of the merchant. What others were refused stands in nobody's way. */
const MAY_BE_ITS_OWN = ['test', 'revoked']

/**
 * What was refused, for what: the label begins with the member that is wrong, or says what is missing. Of what is wrong with
 * other kinds as it is with mobile payments each answer is one cause.
 */
const causeOf = ({ label }: Exchange): string =>
  OF_KIND.test(label) ? '' : (/^(?:.*\bwithout\b.*|\S*)/.exec(label)?.[0] ?? '')

const OF_KIND = /, (?:card|qr)$/

/** The first of each kind, then the second of each, and so on: those of which there are few have their place. */
function byTurns(all: readonly Refused[]): readonly Refused[] {
  const place = (each: Refused): number => all.filter(({ kind }) => kind === each.kind).indexOf(each)
  return all.toSorted((a, b) => place(a) - place(b))
}

interface Refused {
  readonly exchange: Exchange
  readonly reference: string
  readonly kind: BodyKind
}

/** Refused for its key, which may be one of the merchant all the same. */
const isTurnedAway = (each: Exchange): boolean => !each.key.startsWith('live[') && status(401, 403).test(each).ok
const mayBeOwn = ({ key }: Exchange): boolean => MAY_BE_ITS_OWN.includes(key)

const isNone = (each: Exchange): boolean => isRefused(each) || isRare(each) || isTurnedAway(each)

/** Creations of this run that were refused for the request or the key, by the kind of payment, the answer and the cause. */
function refusals(t: CheckContext): readonly Refused[] {
  const all = creations(t).flatMap((exchange): Refused[] => {
    const reference = valueAt(json(exchange.request), '/reference')
    const kind = kindOf(t, exchange)
    const isOwn = exchange.key.startsWith('live[')
    if (!(isOwn ? isNone(exchange) : isTurnedAway(exchange) && mayBeOwn(exchange)) || kind === undefined) return []
    // Another may be what was refused: how long a reference may be and which letters it may have is not shown.
    if (typeof reference !== 'string' || !/^[\w.-]+$/.test(reference) || !t.has(`payment.bodies.${kind}`)) return []
    if (spellingOf(exchange) === LONG_REFERENCE) return []
    return creationsByReference(t, reference).every(isNone) ? [{ exchange, reference, kind }] : []
  })
  const shuffled = [...new Map(all.map((each) => [each.reference, each])).values()]
    .map((each) => ({ each, at: t.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each)
  const sorted = (name: (each: Refused) => string) => [...new Map(shuffled.map((each) => [name(each), each])).values()]
  const answer = ({ exchange, kind }: Refused): string => `${kind} ${cameBack(exchange)}`
  // One of each answer first, and of each cause as far as there is room.
  const first = sorted(answer)
  return [...new Set([...first, ...byTurns(sorted((each) => `${answer(each)} ${causeOf(each.exchange)}`))])]
}

/** So many of them: those that are rare take up to half of the room. */
function chosenOf(all: readonly Refused[], many: number): readonly Refused[] {
  const rare = all.filter(({ exchange }) => isRare(exchange)).slice(0, Math.max(1, Math.floor(many / 2)))
  return [...new Set([...rare, ...all])].slice(0, many)
}

/** Twice as many for each doubling of the keys. */
const sampleFor = (liveKeys = 0): number =>
  liveKeys < MANY_KEYS ? SAMPLE : liveKeys < 2 * MANY_KEYS ? 2 * SAMPLE : 4 * SAMPLE

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
    runsAfter: ['pay/access/test-key'],
    cost: {
      requests: { live: (4 + MOST_READS) * MOST },
      spends: { payments: 2 * MOST },
      // Where one key is all there is it sends none.
      typical: {
        requests: {},
        spends: { payments: 2 * SAMPLE },
        deepSpends: { payments: MOST },
        at: (target, depth) => {
          const sample = sampleFor(sectionOf(target, paymentSection)?.keys?.live?.length)
          return unlessShort(depth === 'deep' ? MOST : sample)(target, depth)
        },
      },
    },
    async run(t) {
      if (isShort(t.service.keys, t.depth))
        t.abortUnexercised('not met', 'one live key has no requests to spare: other checks try one reference')
      const all = refusals(t)
      const taken: BodyKind[] = []
      for (const kind of ['mobile', 'card', 'qr'] as const) if (await isTaken(t, kind)) taken.push(kind)
      const possible = all.filter(({ kind }) => taken.includes(kind))
      const chosen = chosenOf(possible, t.depth === 'deep' ? MOST : sampleFor(t.service.keys?.live?.length))
      if (chosen.length === 0) t.abortUnexercised('not met', 'no creation of this run was refused')
      for (const { exchange, reference, kind } of chosen) {
        // A request that was refused is sent again in places: its reference is tried once.
        if (!creationsByReference(t, reference).every(isNone)) continue
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
