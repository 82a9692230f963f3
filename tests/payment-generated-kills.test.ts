import { describe, expect, test } from 'vitest'
import { rarePaymentFlaws, startPaymentService } from '../reference/payment/index.ts'
import { generatedPaymentChecks } from '../suites/generated/payment/index.ts'
import { paymentChecks } from '../suites/payment/index.ts'
import { proveGenerated } from './generated-proof.ts'
import { prove } from './proof.ts'

const MOST_REQUESTS = 4
const flaws = Object.entries(rarePaymentFlaws)
const named = (id: string) => generatedPaymentChecks.filter((check) => check.id === id)

describe('every rare flaw of the payment service is found by generated values', () => {
  test.for(flaws)('%s', async ([flaw, { breaks, foundBy }]) => {
    const { failed, warned, told, run, verdicts } = await proveGenerated(() => startPaymentService({ flaw }), {
      which: 'payment',
      checks: named(foundBy),
    })
    expect(failed.length + warned.length, told.join('\n')).toBe(1)
    expect(breaks, told.join('\n')).toContain([...failed, ...warned][0])
    const judgements = verdicts
      .flatMap((each) => each.judgements)
      .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    const requests = judgements
      .flatMap(({ evidence }) => evidence)
      .filter((id) => run.session.wire.store.exchanges.some((each) => each.id === id))
    expect(requests.length).toBeGreaterThan(0)
    expect(requests.length, told.join('\n')).toBeLessThanOrEqual(MOST_REQUESTS)
    expect(judgements[0]?.reason).toMatch(/assay replay pay\/generated\/[\w-]+ --seed 7 --path \d+,/)
  })
})

describe('no example meets a rare flaw of the payment service', () => {
  test.for(flaws)('%s', async ([flaw]) => {
    const { failed, warned } = await prove(() => startPaymentService({ flaw }), 'payment', paymentChecks)
    expect([...failed, ...warned]).toEqual([])
  })
})
