import { describe, expect, test } from 'vitest'
import { startPaymentService } from '../../reference/payment/index.ts'
import { paymentTroubles } from '../../reference/payment/troubles.ts'
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
    const { failed, warned, told, verdicts, open } = await judged([variant])
    expect(failed, told.join('\n')).toEqual([])
    // Full depth: what a certificate asks.
    expect(open).toEqual([])
    expect(warned.toSorted(), told.join('\n')).toEqual([...warns].toSorted())
    expect(verdicts.filter(({ verdict }) => verdict === 'blocked' || verdict === 'broken').map(({ id }) => id)).toEqual(
      [],
    )
  })
})

/** What a gateway answers in place of the service is no envelope, and who shares a key takes of its rate. */
const OF_OTHERS = ['pay.error.envelope', 'pay.error.json', 'pay.rate.full-allowance']

describe('no bad moment in the midst of a run is held against the payment service', () => {
  test.for(Object.keys(paymentTroubles))('%s', async (trouble) => {
    const { failed, warned, told, verdicts } = await judged([trouble])
    expect(failed, told.join('\n')).toEqual([])
    expect(verdicts.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id)).toEqual([])
    expect(
      warned.filter((id) => !OF_OTHERS.includes(id)),
      told.join('\n'),
    ).toEqual([])
  })
})

describe('slow answers and reads that lag are left alone at a fast time scale, at every depth', () => {
  const slow = ['slow-answers-250ms', 'slow-answers-2s', 'replica-300ms', 'replica-2s']
  const depths = ['quick', 'standard', 'deep'] as const

  test.for(slow.flatMap((variant) => depths.map((depth) => [variant, depth] as const)))(
    '%s, %s',
    async ([variant, depth]) => {
      const start = () => startPaymentService({ variants: [variant], timeScale: 60 })
      const { told } = await prove(start, 'payment', paymentChecks, depth)
      expect(told).toEqual([])
    },
  )
})
