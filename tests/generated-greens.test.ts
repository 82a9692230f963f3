import { describe, expect, test } from 'vitest'
import { messagingVariants, startMessagingService } from '../reference/messaging/index.ts'
import { paymentVariants, startPaymentService } from '../reference/payment/index.ts'
import { generatedMessagingChecks } from '../suites/generated/messaging/index.ts'
import { generatedPaymentChecks } from '../suites/generated/payment/index.ts'
import { proveGenerated } from './generated-proof.ts'

/** Values that each check tries of a variant; the faithful services get those of the standard depth. */
const FEW = 12

const payment = { which: 'payment', checks: generatedPaymentChecks } as const
const messaging = { which: 'messaging', checks: generatedMessagingChecks } as const

test('generated values accuse the faithful payment service of nothing', { timeout: 120_000 }, async () => {
  const { told, run } = await proveGenerated(() => startPaymentService(), payment)
  expect(told).toEqual([])
  expect(run.session.wire.ledger.totals().generated).toBeGreaterThan(1000)
})

test('generated values accuse the faithful messaging service of nothing', { timeout: 120_000 }, async () => {
  const { told, run } = await proveGenerated(() => startMessagingService(), messaging)
  expect(told).toEqual([])
  expect(run.session.wire.ledger.totals().generated).toBeGreaterThan(400)
})

describe('generated values accuse no variant of the payment service', () => {
  test.for(Object.keys(paymentVariants))('%s', async (variant) => {
    const { told } = await proveGenerated(() => startPaymentService({ variants: [variant] }), { ...payment, runs: FEW })
    expect(told).toEqual([])
  })
})

describe('generated values accuse no variant of the messaging service', () => {
  test.for(Object.keys(messagingVariants))('%s', async (variant) => {
    const { told } = await proveGenerated(() => startMessagingService({ variants: [variant] }), {
      ...messaging,
      runs: FEW,
    })
    expect(told).toEqual([])
  })
})
