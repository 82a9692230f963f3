import type { Check } from '../../../../kit/check/check.ts'
import type { Target } from '../../../../kit/target/target.ts'
import { judgeHandled, sendDefective } from '../../client/defect.ts'
import { isAmple, isShort, isShortAt } from '../../client/one-key.ts'
import { type CheckContext, defineCheck } from '../../define.ts'
import { cardCreation, qrCreation } from '../card.ts'
import { creationOfKind, OTHER_KINDS, type OtherKind } from '../completed-kinds.ts'
import { alternating } from '../kind-turns.ts'
import { KIND_DEFECT_IDS, type KindDefect, kindDefects } from './kind-defects.ts'
import { inTurn } from './turns.ts'
import { sampleOf as chosenOf } from './wrong-members.ts'

/** What one check asks about: a requirement that selects it has no others judged but those of its kind. */
interface About {
  readonly id: string
  readonly title: string
  readonly covers: readonly KindDefect['id'][]
  /** Statements of a kind that an ordinary run asks about, in turns; the burst at the limiter asks about others. */
  readonly sample: number
  readonly most: number
}

const VALIDATION: About = {
  id: 'pay/validation/kinds',
  title: 'Card and QR payments with one defect are refused as mobile payments are',
  covers: KIND_DEFECT_IDS.filter((id) => !id.startsWith('pay.idempotency.')),
  sample: 2,
  most: 36,
}

const KEYS: About = {
  id: 'pay/idempotency/keys-of-kinds',
  title: 'Card and QR payments are refused without an Idempotency-Key, and with one of 256 characters',
  covers: ['pay.idempotency.key-required', 'pay.idempotency.key-too-long'],
  sample: 1,
  most: 3,
}

const sampleOf = ({ sample }: About, target: Target): number => (isAmple(target) ? 2 * sample : sample)

/** The defects of a kind that contradict one statement. */
interface Cell {
  readonly kind: OtherKind
  readonly defects: readonly KindDefect[]
}

/** Of each statement its defects. A card payment without an Idempotency-Key is sent beside its replay. */
function cellsOf(t: CheckContext, covers: About['covers'], kind: OtherKind): readonly Cell[] {
  const all = kindDefects(t, kind)
  return covers
    .filter((id) => kind !== 'card' || id !== 'pay.idempotency.key-required')
    .map((id) => ({ kind, defects: all.filter((each) => each.id === id) }))
    .filter(({ defects }) => defects.length > 0)
}

const ofKinds = (about: About): Check =>
  defineCheck({
    id: about.id,
    title: about.title,
    covers: about.covers,
    needs: ['payment.keys.live'],
    needsAnyOf: [['payment.bodies.card', 'payment.bodies.qr']],
    uses: [cardCreation, qrCreation],
    tier: 'write',
    yields: true,
    cost: {
      requests: { live: about.most },
      spends: { payments: about.most },
      typical: {
        requests: {},
        spends: { payments: 0 },
        isSample: true,
        at: (target, depth) =>
          isShortAt(target, depth)
            ? {}
            : { requests: { live: depth === 'deep' ? about.most : sampleOf(about, target) } },
      },
    },
    async run(t) {
      if (isShort(t.service.keys, t.depth)) t.abortUnexercised('not met', 'one live key has no requests to spare')
      const judged = new Set<string>()
      const taken: OtherKind[] = []
      for (const kind of OTHER_KINDS) if ((await creationOfKind(t, kind)) !== undefined) taken.push(kind)
      const cells = alternating(taken.map((kind) => cellsOf(t, about.covers, kind)))
      if (cells.length === 0) t.abortUnexercised('not met', 'no card or QR payment was taken')
      for (const { kind, defects } of inTurn(t, cells, sampleOf(about, t.target))) {
        for (const { label, members, idempotencyKey, id, expected } of chosenOf(t, defects, 1)) {
          const answer = await sendDefective(t, {
            label: `${label}, ${kind}`,
            kind,
            ...(members && { members }),
            ...(idempotencyKey && { idempotencyKey }),
          })
          judged.add(id)
          if (id === 'pay.error.handled') judgeHandled(t, answer)
          else t.judge(id, answer, expected)
        }
      }
      for (const id of about.covers.filter((each) => !judged.has(each)))
        t.markUnexercised(id, 'not met', 'the seed of this run chose other statements')
    },
  })

// Resources › Payment create request: card payments need members beside those that are listed; what holds of a creation
// holds of every kind.
export const defectsOfKinds: readonly Check[] = [ofKinds(VALIDATION), ofKinds(KEYS)]
