import type { Depth } from '../../../kit/check/depth.ts'
import type { Amounts } from '../../../kit/check/order/cost.ts'
import type { Target } from '../../../kit/target/target.ts'
import { isAmple, isShort, isShortAt } from '../client/one-key.ts'
import type { CheckContext } from '../define.ts'

/** Checks of what holds of payments of other kinds as well, each of which takes several requests. */
const TURNS = ['outages', 'defaults', 'duplicates', 'reuse'] as const
export type Turn = (typeof TURNS)[number]

/** Seeds in a row that give the turn to the same check, which asks about other cells with each of them. */
const IN_A_ROW = 8

/** Whether a run has requests for a check of other kinds: where the minute of the limiter is short one of them has its turn. */
export const hasTurn = ({ service, target, depth, seed }: CheckContext, turn: Turn): boolean =>
  depth === 'deep' ||
  isAmple(target) ||
  (!isShort(service.keys, depth) && TURNS[Math.floor(Math.abs(seed) / IN_A_ROW) % TURNS.length] === turn)

/** How many cells of kinds an ordinary run asks about. */
export const cellsOf = (target: Target): number => (isAmple(target) ? 2 : 1)

/**
 * What a check of so many cells usually asks for, each of which takes so many requests, and makes so many payments as far as
 * its answers show; an average, where it has its turn.
 */
export const typically =
  (cells: number, requests: number, payments = 0) =>
  (target: Target, depth: Depth): Amounts<'live', 'payments'> => {
    if (isShortAt(target, depth)) return {}
    const asked = depth === 'deep' ? cells : isAmple(target) ? cellsOf(target) : 1 / TURNS.length
    return {
      requests: { live: Math.ceil(asked * requests) },
      ...(depth !== 'deep' && isAmple(target) && { spends: { payments: asked * payments } }),
    }
  }

export const NO_TURN = 'requests are short: another check of card and QR payments has its turn with this seed'

/** The first of each list, then the second of each, and so on: few of them are of every list. */
export function alternating<T>(lists: readonly (readonly T[])[]): readonly T[] {
  return lists
    .flatMap((list) => list.map((each, place) => ({ each, place })))
    .toSorted((a, b) => a.place - b.place)
    .map(({ each }) => each)
}
