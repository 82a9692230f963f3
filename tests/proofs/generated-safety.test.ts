import { describe, expect, test } from 'vitest'
import { startMessagingService } from '../../reference/messaging/index.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { generatedMessagingChecks } from '../../suites/messaging/generated/index.ts'
import { generatedPaymentChecks } from '../../suites/payment/generated/index.ts'
import { proveGenerated } from './generated-proof.ts'
import { prove } from './proof.ts'

const RUNS = 60
const named = (...names: readonly string[]) =>
  [...generatedPaymentChecks, ...generatedMessagingChecks].filter(({ id }) => names.includes(id))

/** Requests of a check that were answered with success. */
const executed = ({ run }: Awaited<ReturnType<typeof prove>>, id: string) =>
  run.session.store.exchanges.filter(
    ({ check, response }) => check === id && response !== undefined && response.status < 300,
  )

describe('where a request costs money, a defective one is not executed even by a target that overlooks the defect', () => {
  test.for([
    ['accepts-any-phone', 'pay/generated/refused'],
    ['accepts-499', 'pay/generated/refused'],
    ['accepts-any-email', 'pay/generated/refused'],
    ['accepts-keys-over-1000', 'pay/generated/long-keys'],
  ] as const)('%s, %s', async ([flaw, id]) => {
    const proof = await proveGenerated(() => startPaymentService({ flaw }), {
      which: 'payment',
      checks: named(id),
      runs: RUNS,
      environment: 'test',
    })
    expect(executed(proof, id)).toEqual([])
    expect(proof.told).toEqual([])
  })

  test('bodies as a whole', async () => {
    const proof = await proveGenerated(() => startPaymentService(), {
      which: 'payment',
      checks: named('pay/generated/unreadable'),
      runs: RUNS,
      environment: 'test',
    })
    expect(executed(proof, 'pay/generated/unreadable')).toEqual([])
  })

  test('resends', async () => {
    const flaw = 'takes-lists-for-app-keys'
    const proof = await proveGenerated(() => startMessagingService({ flaw }), {
      which: 'messaging',
      checks: named('msg/generated/resend-refused'),
      runs: RUNS,
      environment: 'test',
    })
    expect(executed(proof, 'msg/generated/resend-refused')).toEqual([])
  })
})

test('where a request costs money, nothing smaller is sought', async () => {
  const id = 'pay/generated/accepted'
  const { failed, run } = await proveGenerated(
    () => startPaymentService({ flaw: 'refuses-amounts-between-hundreds' }),
    { which: 'payment', checks: named(id), runs: RUNS, environment: 'test' },
  )
  expect(failed).toEqual(['pay.create.mobile'])
  expect(run.session.store.exchanges.filter(({ check }) => check === id).length).toBeLessThanOrEqual(3 * RUNS)
})

test('at the standard depth nothing generated is sent unless the target file allows it', async () => {
  const { run } = await prove(() => startPaymentService(), 'payment', generatedPaymentChecks, 'standard')
  expect(run.session.ledger.totals().spends.generated).toBe(0)
  expect(
    run.session.log.judgements.every(
      ({ verdict, line }) => verdict === 'unexercised' && line?.startsWith('allow.generated') === true,
    ),
  ).toBe(true)
})
