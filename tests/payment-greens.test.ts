import { describe, expect, test } from 'vitest'
import { startPaymentService } from '../reference/payment/index.ts'
import { paymentVariants } from '../reference/payment/variants.ts'
import { catalogue } from '../specs/index.ts'
import { paymentChecks } from '../suites/payment/index.ts'
import { prove } from './proof.ts'

/** Slow enough that a busy machine keeps up with the limiter's window. */
const SCALE = 15

const judged = async (variants: string[]) =>
  prove(await startPaymentService({ timeScale: SCALE, variants, quiet: true }), 'payment', paymentChecks)

test('the faithful payment service keeps every observable statement', { timeout: 120_000 }, async () => {
  const { told, verdicts } = await judged([])
  expect(told).toEqual([])
  const open = verdicts.filter(
    ({ id, verdict }) => verdict === 'unexercised' && catalogue[id].unobservable === undefined,
  )
  expect(open.map(({ id }) => id)).toEqual([])
})

describe.concurrent('no variant of the payment service is accused', () => {
  test.for(Object.keys(paymentVariants))('%s', { timeout: 120_000 }, async (variant) => {
    const { told } = await judged([variant])
    expect(told).toEqual([])
  })
})
