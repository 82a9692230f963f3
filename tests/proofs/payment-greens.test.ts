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
  test.for(Object.entries(paymentVariants))('%s', async ([variant, { warns = [] }]) => {
    const { failed, warned, told, verdicts } = await judged([variant])
    expect(failed, told.join('\n')).toEqual([])
    expect(warned.toSorted(), told.join('\n')).toEqual([...warns].toSorted())
    expect(verdicts.filter(({ verdict }) => verdict === 'blocked' || verdict === 'broken').map(({ id }) => id)).toEqual(
      [],
    )
  })
})
