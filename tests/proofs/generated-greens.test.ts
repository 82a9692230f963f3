import { describe, expect, test } from 'vitest'
import type { Check } from '../../kit/check/check.ts'
import { messagingVariants, startMessagingService } from '../../reference/messaging/index.ts'
import { paymentVariants, startPaymentService } from '../../reference/payment/index.ts'
import { generatedMessagingChecks } from '../../suites/messaging/generated/index.ts'
import { generatedPaymentChecks } from '../../suites/payment/generated/index.ts'
import { proveGenerated } from './generated-proof.ts'
import type { Proof } from './proof.ts'

/** Values that each check tries of variants; the faithful services get those of the standard depth. */
const FEW = 20
/** What checks with generated values are for, and said nothing of. */
const silentIn = ({ verdicts }: Proof, checks: readonly Check[]): string[] => {
  const covered = new Set(checks.flatMap(({ covers }) => covers))
  return verdicts.flatMap(({ id, verdict }) => (covered.has(id) && verdict === 'unexercised' ? [id] : []))
}

/** Variants that are tried together: each alone is proven against the examples. */
const TOGETHER = 9

const bundles = (names: readonly string[]): string[] =>
  Array.from({ length: Math.ceil(names.length / TOGETHER) }, (_, each) =>
    names.slice(each * TOGETHER, (each + 1) * TOGETHER).join(' '),
  )

/** What no example meets: letters that no sentence says of a name, and what only begins as an HTTPS URL. */
const OF_VALUES: Readonly<Record<string, readonly string[]>> = {
  'ascii-names': ['pay.create.mobile'],
  'urls-by-their-beginning': ['msg.otp.callback-url-uri'],
}

/** What these variants may be warned of by a reading. */
const warnsOf = (
  variants: Readonly<Record<string, { readonly warns?: readonly string[] }>>,
  names: readonly string[],
): readonly string[] => names.flatMap((name) => [...(variants[name]?.warns ?? []), ...(OF_VALUES[name] ?? [])])

const payment = { which: 'payment', checks: generatedPaymentChecks } as const
const messaging = { which: 'messaging', checks: generatedMessagingChecks } as const

test('generated values accuse the faithful payment service of nothing', { timeout: 120_000 }, async () => {
  const proof = await proveGenerated(() => startPaymentService(), payment)
  const { told, run } = proof
  expect(told).toEqual([])
  expect(silentIn(proof, payment.checks)).toEqual([])
  expect(run.session.ledger.totals().spends.generated).toBeGreaterThan(1000)
})

test('generated values accuse the faithful messaging service of nothing', { timeout: 120_000 }, async () => {
  const proof = await proveGenerated(() => startMessagingService(), messaging)
  const { told, run } = proof
  expect(told).toEqual([])
  // Among so many numbers none begins with a plus sign by chance.
  expect(silentIn(proof, messaging.checks)).toEqual(['msg.otp.phone-plus'])
  expect(run.session.ledger.totals().spends.generated).toBeGreaterThan(400)
})

describe('generated values accuse no variant of the payment service', () => {
  test.for(bundles(Object.keys(paymentVariants)))('%s', async (bundle) => {
    const variants = bundle.split(' ')
    const { failed, warned, told } = await proveGenerated(() => startPaymentService({ variants }), {
      ...payment,
      runs: FEW,
    })
    expect(failed, told.join('\n')).toEqual([])
    expect(
      warned.filter((id) => !warnsOf(paymentVariants, variants).includes(id)),
      told.join('\n'),
    ).toEqual([])
  })
})

describe('generated values accuse no variant of the messaging service', () => {
  test.for(bundles(Object.keys(messagingVariants)))('%s', async (bundle) => {
    const variants = bundle.split(' ')
    const start = () => startMessagingService({ variants })
    const { failed, warned, told } = await proveGenerated(start, { ...messaging, runs: FEW })
    expect(failed, told.join('\n')).toEqual([])
    expect(
      warned.filter((id) => !warnsOf(messagingVariants, variants).includes(id)),
      told.join('\n'),
    ).toEqual([])
  })
})
