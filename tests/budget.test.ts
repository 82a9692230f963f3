import { expect, test } from 'vitest'
import { startCapture } from '../kit/capture/server.ts'
import { defineCheck } from '../kit/check.ts'
import { Run } from '../kit/run.ts'
import type { TargetFile } from '../kit/target/file.ts'
import { resolveTarget } from '../kit/target/target.ts'
import { startPaymentService } from '../reference/payment/index.ts'
import { create, liveKey } from '../suites/payment/api.ts'
import { freshKey, validBody } from '../suites/payment/bodies.ts'
import { paymentChecks } from '../suites/payment/index.ts'

const isMade = ({ operation, response }: { operation: string; response?: { status: number } }): boolean =>
  operation === 'POST /api/v1/payments' && response?.status === 201

const withBudget = (file: object, payments: number) => {
  const given = file as TargetFile
  return resolveTarget({ ...given, allow: { ...given.allow, payments } }, { secrets: [] })
}

test('a check that tries to go over the budget is stopped before it sends', async () => {
  const service = await startPaymentService({ timeScale: 60 })
  const greedy = defineCheck({
    id: 'pay/test/greedy',
    title: 'Creates ten payments at once',
    covers: ['pay.create.mobile'],
    needs: ['payment.keys.live'],
    tier: 'write',
    run: async (t) => {
      await Promise.all(
        Array.from({ length: 10 }, () =>
          create(t, {
            label: 'greedy',
            as: liveKey(t),
            body: validBody(t, 'mobile'),
            idempotencyKey: freshKey(t),
            expects: 'new',
          }),
        ),
      )
    },
  })
  const run = new Run({ target: withBudget(service.targetFile(), 3), seed: 1, checks: [greedy] })
  await run.all()
  await run.close()
  await service.close()
  expect(run.session.wire.store.exchanges.filter(isMade)).toHaveLength(3)
  expect(run.session.judgements).toMatchObject([{ verdict: 'unexercised', why: 'not permitted' }])
})

test('a check that tries to reach a number of nobody named is stopped before it sends', async () => {
  const service = await startPaymentService({ timeScale: 60 })
  const stranger = defineCheck({
    id: 'pay/test/stranger',
    title: 'Creates a payment of a stranger',
    covers: ['pay.create.mobile'],
    needs: ['payment.keys.live'],
    tier: 'write',
    run: async (t) => {
      const body = { ...validBody(t, 'mobile'), phone: '255799999999' }
      await create(t, { label: 'stranger', as: liveKey(t), body, idempotencyKey: freshKey(t), expects: 'new' })
    },
  })
  const run = new Run({ target: withBudget(service.targetFile(), 3), seed: 1, checks: [stranger] })
  await run.all()
  await run.close()
  await service.close()
  expect(run.session.wire.store.exchanges).toEqual([])
  expect(run.session.judgements).toMatchObject([{ verdict: 'unexercised', why: 'not permitted' }])
})

test('the whole suite keeps within a small budget and accuses nobody', { timeout: 60_000 }, async () => {
  const service = await startPaymentService({ timeScale: 60 })
  const capture = await startCapture({})
  const run = new Run({ target: withBudget(service.targetFile(), 5), seed: 1, capture, checks: paymentChecks })
  await run.all()
  await run.close()
  await capture.close()
  await service.close()
  expect(run.session.wire.store.exchanges.filter(isMade).length).toBeLessThanOrEqual(5)
  expect(run.session.judgements.filter(({ verdict }) => verdict === 'fail' || verdict === 'broken')).toEqual([])
})
