import { describe, expect, test } from 'vitest'
import type { Check } from '../../kit/check/check.ts'
import { startMessagingService } from '../../reference/messaging/index.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { messagingChecks } from '../../suites/messaging/index.ts'
import { paymentChecks } from '../../suites/payment/index.ts'
import { prove } from './proof.ts'

/** How many orders of each suite are tried, and the seed of the first. */
const ORDERS = Number(process.env.ORDERS ?? 4)
const FIRST = Number(process.env.FIRST_ORDER ?? 1)

/** Numbers from 0 to below 1 that a seed decides (a linear congruential generator modulo 2³²). */
function drawing(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function shuffled(checks: readonly Check[], seed: number): readonly Check[] {
  const draw = drawing(seed)
  return checks
    .map((check) => ({ check, at: draw() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ check }) => check)
}

const SUITES = [
  ['payment', startPaymentService, paymentChecks],
  ['messaging', startMessagingService, messagingChecks],
] as const

describe.for(SUITES)('the checks of %s say the same in every order', ([which, start, checks]) => {
  const judged = async (all: readonly Check[]): Promise<Readonly<Record<string, string>>> => {
    const { verdicts } = await prove(() => start(), which, all, 'standard')
    return Object.fromEntries(verdicts.map(({ id, verdict }) => [id, verdict]))
  }

  test('', { timeout: ORDERS * 60_000 }, async () => {
    const usual = await judged(checks)
    expect(Object.values(usual)).not.toContain('fail')
    for (let seed = FIRST; seed < FIRST + ORDERS; seed += 1)
      expect(await judged(shuffled(checks, seed)), `order ${seed}`).toEqual(usual)
  })
})
