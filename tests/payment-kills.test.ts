import { describe, expect, test } from 'vitest'
import { paymentFlaws } from '../reference/payment/flaws.ts'
import { startPaymentService } from '../reference/payment/index.ts'
import { catalogue, type RequirementId } from '../specs/index.ts'
import { paymentChecks } from '../suites/payment/index.ts'
import { Gate, prove } from './proof.ts'

const isOfRate = (id: string) => id.startsWith('pay.rate.')

/** Those of the rate first: they take longest. */
const flaws = Object.entries(paymentFlaws).toSorted(
  ([, a], [, b]) => Number(b.breaks.some(isOfRate)) - Number(a.breaks.some(isOfRate)),
)

// A burst of 122 requests has to fit into a window of the limiter: flaws of the rate get a longer one, few at once.
const bursts = new Gate(3)

describe.concurrent('every flaw of the payment service turns red exactly what it breaks', () => {
  test.for(flaws)('%s', { timeout: 240_000 }, ([name, { breaks, mayBreak = [] }]) => {
    const proof = async (timeScale: number) => {
      const { failed, warned, told } = await prove(
        await startPaymentService({ timeScale, flaw: name }),
        'payment',
        paymentChecks,
      )
      const red = [...failed, ...warned].filter((id) => !(mayBreak as readonly string[]).includes(id))
      expect(red.toSorted(), told.join('\n')).toEqual([...breaks].toSorted())
    }
    return breaks.some(isOfRate) ? bursts.through(() => proof(15)) : proof(60)
  })
})

test('every must of the payment service with a check is broken by some flaw', () => {
  const broken = new Set<string>(flaws.flatMap(([, { breaks }]) => breaks))
  const covered = new Set(paymentChecks.flatMap(({ covers }) => covers))
  const unproven = [...covered].filter((id: RequirementId) => catalogue[id].level === 'must' && !broken.has(id))
  expect(unproven).toEqual([])
})

test('at least 60 flaws', () => {
  expect(flaws.length).toBeGreaterThanOrEqual(60)
})
