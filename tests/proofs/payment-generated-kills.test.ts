import { beforeAll, describe, expect, test } from 'vitest'
import { rarePaymentFlaws, startPaymentService } from '../../reference/payment/index.ts'
import { lawfulBehaviour } from '../../reference/payment/lawful.ts'
import { generatedPaymentChecks } from '../../suites/payment/generated/index.ts'
import { paymentChecks } from '../../suites/payment/index.ts'
import { expectFound } from './generated-proof.ts'
import { prove } from './proof.ts'
import { groupsOf, metAmong } from './rare-flaws.ts'

const flaws = Object.entries(rarePaymentFlaws)
const generated = { which: 'payment', checks: generatedPaymentChecks } as const

describe('every rare flaw of the payment service is found by generated values', () => {
  test.for(flaws)('%s', ([flaw, rare]) => expectFound(() => startPaymentService({ flaw }), generated, rare))
})

// Without generated values nobody would be told. Whatever the examples met would show among many as well as alone.
describe('no example meets a rare flaw of the payment service', () => {
  const met = new Map<string, string>()

  beforeAll(async () => {
    for (const group of groupsOf(rarePaymentFlaws, lawfulBehaviour)) {
      const found = await metAmong(group, (flaw) =>
        prove(() => startPaymentService({ flaw }), 'payment', paymentChecks),
      )
      for (const [flaw, told] of found) met.set(flaw, told)
    }
  })

  test.for(flaws)('%s', ([flaw]) => expect(met.get(flaw)).toBeUndefined())
})
