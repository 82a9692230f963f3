import fc from 'fast-check'
import { bench, describe } from 'vitest'
import { schemaOf } from '../../../generators/schema.ts'
import { usualOf } from '../../../generators/usual.ts'
import { valuesOf } from '../../../generators/values.ts'
import { violationsOf } from '../../../generators/violations.ts'
import { paymentContract } from '../../../specs/payment/contract.ts'

const BATCH = 1000
const payments = schemaOf(paymentContract, 'MobilePaymentCreate')
const bodies = valuesOf(payments, { usual: usualOf(7) })
const violations = fc.oneof(...violationsOf(payments).map((each) => each.of(bodies)))

let seed = 0
const sample = (arbitrary: fc.Arbitrary<unknown>) => () => {
  seed += 1
  fc.sample(arbitrary, { seed, numRuns: BATCH })
}

// 20 turns a second are 20,000 bodies a second.
describe(`${BATCH} payment bodies on one core`, () => {
  bench('valid', sample(bodies))
  bench('broken in one place', sample(violations))
})
