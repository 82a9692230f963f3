import { describe, expect, test } from 'vitest'
import { paymentFlaws } from '../reference/payment/flaws.ts'
import { startPaymentService } from '../reference/payment/index.ts'
import { catalogue, type RequirementId } from '../specs/index.ts'
import { paymentChecks } from '../suites/payment/index.ts'
import { prove } from './proof.ts'

const flaws = Object.entries(paymentFlaws)
const ofRate = flaws.filter(([, { breaks }]) => breaks.some((id) => id.startsWith('pay.rate.')))
const others = flaws.filter((each) => !ofRate.includes(each))

async function turnsRed(name: string, timeScale: number): Promise<void> {
  const { breaks, mayBreak = [] } = paymentFlaws[name]!
  const { failed, warned, told } = await prove(await startPaymentService({ timeScale, flaw: name }), 'payment', paymentChecks)
  const red = [...failed, ...warned].filter((id) => !(mayBreak as readonly string[]).includes(id))
  expect(red.toSorted(), told.join('\n')).toEqual([...breaks].toSorted())
}

describe('every flaw of the payment service turns red exactly what it breaks', () => {
  describe.concurrent('in any area', () => {
    test.for(others.map(([name]) => name))('%s', { timeout: 120_000 }, (name) => turnsRed(name, 30))
  })
  // A burst of 122 requests has to fit into a window of the limiter: a longer one, and fewer runs at once.
  for (const [name] of ofRate) test(name, { timeout: 120_000 }, () => turnsRed(name, 12))
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
