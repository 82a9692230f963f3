import type { Check } from '../../../../kit/check/check.ts'
import { cameBack } from '../../../../kit/match/index.ts'
import { validCreation } from '../../client/acceptance.ts'
import { controlCreation } from '../../client/control.ts'
import { judgeHandled, sendSpoilt, sendUnusable } from '../../client/defect.ts'
import { isShort, isShortAt } from '../../client/one-key.ts'
import { BAD_BODY, refusal } from '../../client/refusal.ts'
import { type CheckContext, defineCheck } from '../../define.ts'
import { FRACTION } from '../fractions.ts'
import { DEFECT_IDS, defectsOf, openFormsOf } from './defects.ts'
import { inTurn } from './turns.ts'
import { NO_OBJECT, noJson, sendWhole } from './unusable-bodies.ts'

/** How many of them an ordinary run tries: the seed chooses which, and the burst at the limiter tries others. */
const SAMPLE = 4
const OPEN_SAMPLE = 1
/** How many of what no sentence forbids are usually taken. */
const OPEN_TAKEN = 6
/** How many there are at most. */
const MOST = 50
const MOST_OPEN = 30

/** So many of a list in an order that the seed decides; all of them in a deep run. */
export function sampleOf<T>(t: Pick<CheckContext, 'depth' | 'random'>, all: readonly T[], many: number): readonly T[] {
  const shuffled = all
    .map((each) => ({ each, at: t.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each)
  return t.depth === 'deep' ? shuffled : shuffled.slice(0, many)
}

/** What yields to the end of a run is refused there: time for what comes of it all the same to be told, s. */
const TOLD_WITHIN_S = 8

export const wrongMembers: readonly Check[] = [
  // Resources › Payment create request: every member has its type; Errors › Request and validation: what else is refused.
  defineCheck({
    id: 'pay/validation/members',
    title: 'Creations with one member of a wrong type or kind are refused',
    covers: DEFECT_IDS,
    needs: ['payment.keys.live', 'payment.bodies.mobile'],
    uses: [validCreation],
    tier: 'write',
    yields: true,
    cost: {
      requests: { live: MOST },
      spends: { payments: MOST },
      typical: {
        requests: { live: SAMPLE },
        spends: { payments: 0 },
        isSample: true,
        at: (target, depth) => (isShortAt(target, depth) ? { requests: { live: 1 } } : {}),
      },
      waits: (target, depth) => (isShortAt(target, depth) ? TOLD_WITHIN_S / target.timeScale : 0),
    },
    async run(t) {
      const chosen = sampleOf(t, defectsOf(t), isShort(t.service.keys, t.depth) ? 1 : SAMPLE)
      for (const { label, members, id, expected } of chosen)
        t.judge(id, await sendSpoilt(t, { label, members }), expected)
      for (const id of DEFECT_IDS.filter((each) => !chosen.some((defect) => defect.id === each)))
        t.markUnexercised(id, 'not met', 'the seed of this run chose other defects')
      if (isShort(t.service.keys, t.depth)) await t.pause(t.clock.scaled(TOLD_WITHIN_S))
    },
  }),

  // The same of what lawful readers take differently: whatever they answer, it is an answer.
  defineCheck({
    id: 'pay/validation/open-forms',
    title: 'Empty members, and members that may be converted, are handled',
    covers: ['pay.error.handled'],
    needs: ['payment.keys.live', 'payment.bodies.mobile'],
    uses: [validCreation],
    tier: 'write',
    yields: true,
    cost: {
      requests: { live: MOST_OPEN },
      spends: { payments: MOST_OPEN },
      adds: FRACTION,
      typical: {
        requests: { live: OPEN_SAMPLE },
        spends: { payments: 0 },
        isSample: true,
        deepSpends: { payments: OPEN_TAKEN },
      },
    },
    async run(t) {
      const valid = t.service.bodies?.mobile ?? {}
      controlCreation(t, await t.use(validCreation))
      for (const { label, open, members } of inTurn(t, openFormsOf(t), OPEN_SAMPLE)) {
        const answer = await sendSpoilt(t, { label, members: members(valid) })
        t.observe(open, `${label}: ${cameBack(answer)}`, [answer])
        judgeHandled(t, answer)
      }
    },
  }),

  // Errors › Request and validation: a body of which nothing can be read, in the ways that readers differ about.
  defineCheck({
    id: 'pay/validation/bodies',
    title: 'Bodies that are no JSON, and JSON that is no object, are refused',
    covers: ['pay.validation.malformed-json', 'pay.validation.not-an-object'],
    needs: ['payment.keys.live'],
    tier: 'refuse',
    yields: true,
    cost: {
      requests: { live: 12 },
      spends: { payments: 12 },
      typical: { requests: { live: 2 }, spends: { payments: 0 }, isSample: true },
    },
    async run(t) {
      for (const { label, text, isWhole } of sampleOf(t, noJson(t), 1)) {
        const answer = await (isWhole ? sendWhole : sendUnusable)(t, `body ${label}`, Buffer.from(text))
        t.judge('pay.validation.malformed-json', answer, refusal(BAD_BODY))
      }
      for (const body of sampleOf(t, NO_OBJECT, 1)) {
        const answer = await sendUnusable(t, `body ${body}`, Buffer.from(body))
        t.judge('pay.validation.not-an-object', answer, refusal(BAD_BODY))
      }
    },
  }),
]
