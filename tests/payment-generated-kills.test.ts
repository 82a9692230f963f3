import { describe, test } from 'vitest'
import { rarePaymentFlaws, startPaymentService } from '../reference/payment/index.ts'
import { generatedPaymentChecks } from '../suites/payment/generated/index.ts'
import { paymentChecks } from '../suites/payment/index.ts'
import { expectFound, expectUnmet } from './generated-proof.ts'

const flaws = Object.entries(rarePaymentFlaws)
const generated = { which: 'payment', checks: generatedPaymentChecks } as const

describe('every rare flaw of the payment service is found by generated values', () => {
  test.for(flaws)('%s', ([flaw, rare]) => expectFound(() => startPaymentService({ flaw }), generated, rare))
})

describe('no example meets a rare flaw of the payment service', () => {
  test.for(flaws)('%s', ([flaw]) => expectUnmet(() => startPaymentService({ flaw }), 'payment', paymentChecks))
})
