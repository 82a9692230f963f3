import { describe, expect, test } from 'vitest'
import { paymentCallerFlaws, paymentCallerVariants, startPaymentCaller } from '../../reference/payment/caller/index.ts'
import { paymentCallerContract } from '../../specs/payment/caller/contract.ts'
import { paymentCallerChecks } from '../../suites/payment/caller/index.ts'
import { prove } from './proof.ts'

const flaws = Object.entries(paymentCallerFlaws)
const variants = Object.keys(paymentCallerVariants)

const judge = (options: Parameters<typeof startPaymentCaller>[0]) =>
  prove(() => startPaymentCaller(options), 'paymentCaller', paymentCallerChecks)

describe('a lawful client of the payment service is accused of nothing', () => {
  test('as it comes', async () => {
    const { told, verdicts } = await judge({})
    expect(told).toEqual([])
    expect(verdicts).toHaveLength(Object.keys(paymentCallerContract.catalogue).length)
    const open = verdicts.filter(({ verdict, id }) => verdict === 'unexercised' && !isUnobservable(id))
    expect(open.map(({ id }) => id)).toEqual([])
  })

  test.each(variants)('%s', async (variant) => {
    const { told } = await judge({ variants: [variant] })
    expect(told).toEqual([])
  })
})

describe('every flaw of a client of the payment service turns red exactly what it breaks', () => {
  test.for(flaws)('%s', async ([flaw, { breaks }]) => {
    const { failed, warned, told } = await judge({ flaw })
    expect([...failed, ...warned].toSorted(), told.join('\n')).toEqual([...breaks].toSorted())
  })
})

test.for(['no-idempotency-key', 'empty-idempotency-key'])(
  'of keys that are not there nothing is said: %s',
  async (flaw) => {
    const { verdicts } = await judge({ flaw })
    for (const wanted of ['pay-caller.key.length', 'pay-caller.key.per-payment', 'pay-caller.key.same-on-retry'])
      expect(['unexercised', 'inapplicable'], wanted).toContain(verdicts.find(({ id }) => id === wanted)?.verdict)
  },
)

test('every statement with a check that may be red is broken by some flaw', () => {
  const broken = new Set<string>(flaws.flatMap(([, { breaks }]) => breaks))
  const covered = new Set(paymentCallerChecks.flatMap(({ covers }) => covers))
  const levels = Object.entries(paymentCallerContract.catalogue).filter(([id]) => covered.has(id))
  expect(levels.filter(([id, { level }]) => level !== 'may' && !broken.has(id)).map(([id]) => id)).toEqual([])
})

const isUnobservable = (id: string): boolean =>
  'unobservable' in paymentCallerContract.catalogue[id as keyof typeof paymentCallerContract.catalogue]
