import { describe, expect, test } from 'vitest'
import { startPaymentService } from '../../reference/payment/index.ts'
import { paymentVariants } from '../../reference/payment/variants.ts'
import { catalogue } from '../../specs/index.ts'
import { paymentChecks } from '../../suites/payment/index.ts'
import { prove } from './proof.ts'

const judged = (variants: string[]) => prove(() => startPaymentService({ variants }), 'payment', paymentChecks)

test('the faithful payment service keeps every observable statement', async () => {
  const { told, verdicts } = await judged([])
  expect(told).toEqual([])
  const open = verdicts.filter(
    ({ id, verdict }) => verdict === 'unexercised' && catalogue[id]?.unobservable === undefined,
  )
  expect(open.map(({ id }) => id)).toEqual([])
})

describe('no variant of the payment service is accused', () => {
  test.for(Object.keys(paymentVariants))('%s', async (variant) => {
    const { told } = await judged([variant])
    expect(told).toEqual([])
  })
})
