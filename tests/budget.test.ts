import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type CheckContext, defineCheck } from '../kit/check/check.ts'
import type { Exchange, RawHeaders } from '../kit/http/exchange.ts'
import { Run } from '../kit/run/run.ts'
import type { TargetFile } from '../kit/target/file.ts'
import { resolveTarget, type Target } from '../kit/target/target.ts'
import { startCapture } from '../kit/webhooks/listener/server.ts'
import { startMessagingService } from '../reference/messaging/index.ts'
import { startPaymentService } from '../reference/payment/index.ts'
import { create, liveKey, refresh, updateProfile } from '../suites/payment/client/api.ts'
import { freshKey, validBody } from '../suites/payment/client/bodies.ts'
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

/** What a check sends that says nothing of its cost. */
const undeclared = (t: CheckContext, path: string, headers: RawHeaders, body: object): Promise<Exchange> => {
  const messaging = path.startsWith('/v1')
  return t.send({
    service: messaging ? 'messaging' : 'payment',
    method: 'POST',
    url: `${(messaging ? t.target.messaging : t.target.payment)?.baseUrl}${path}`,
    operation: '',
    label: 'undeclared',
    headers: [...headers, ['Content-Type', 'application/json']],
    body: Buffer.from(JSON.stringify(body)),
    key: '',
  })
}

/** Runs one check of no cost and the lowest tier against a target. */
async function attempt(target: Target, act: (t: CheckContext) => Promise<unknown>): Promise<Run> {
  const check = defineCheck({
    id: 'pay/test/sly',
    title: 'Spends what it does not declare',
    covers: ['pay.create.mobile'],
    run: async (t) => {
      await act(t)
    },
  })
  const run = new Run({ target, seed: 1, checks: [check] })
  await run.all()
  await run.close()
  return run
}

const refused = [{ verdict: 'unexercised', why: 'not permitted' }]

describe('a check that declares nothing', () => {
  test('makes no more payments than the budget has, however it presents a key', async () => {
    const service = await startPaymentService({ timeScale: 60 })
    const run = await attempt(withBudget(service.targetFile(), 2), async (t) => {
      for (let each = 0; each < 4; each += 1) {
        const key = t.target.payment?.keys?.live?.[0] ?? ''
        await undeclared(
          t,
          '/api/v1/payments',
          [
            ['Authorization', `Bearer ${key}`],
            ['Idempotency-Key', freshKey(t)],
          ],
          validBody(t, 'mobile'),
        )
      }
    })
    await service.close()
    expect(run.session.wire.store.exchanges.map(({ response }) => response?.status)).toEqual([201, 201])
    expect(run.session.wire.ledger.totals().payments).toBe(2)
    expect(run.session.judgements).toMatchObject([{ ...refused[0], line: 'allow.payments: 40' }])
  })

  test('sends no more messages than the budget has', async () => {
    const service = await startMessagingService({ timeScale: 60 })
    const file = service.targetFile() as TargetFile
    const target = resolveTarget({ ...file, allow: { messages: 3 } }, { secrets: [] })
    const phone = target.messaging?.fixtures?.phones?.delivered ?? ''
    const run = await attempt(target, async (t) => {
      for (let each = 0; each < 3; each += 1) {
        const headers: RawHeaders = [['X-API-Key', t.target.messaging?.keys?.bound ?? '']]
        await undeclared(t, '/v1/message/send-instant', headers, { content: 'x', recipients: [phone, phone] })
      }
    })
    await service.close()
    expect(run.session.wire.store.exchanges).toHaveLength(1)
    expect(run.session.judgements).toMatchObject([{ ...refused[0], line: 'allow.messages: 10' }])
  })

  test.each([
    [{ allow: { payments: 9, amount: 5000 }, payment: {} }, { amount: 5001 }],
    [{ allow: { payments: 9, amount: 5000 }, payment: {} }, { amount: '5001' }],
    [{ allow: { payments: 9 }, payment: { outcomes: {} } }, { amount: 12_001 }],
  ])('asks for no larger amount than the file allows or names: %j', async (members, body) => {
    const service = await startPaymentService({ timeScale: 60 })
    const { payment, ...file } = service.targetFile() as TargetFile
    const over = { ...file, ...members, payment: { ...payment, ...members.payment } } as TargetFile
    const run = await attempt(resolveTarget(over, { secrets: [] }), (t) =>
      create(t, { label: '', as: liveKey(t), body: { ...validBody(t, 'mobile'), ...body }, expects: 'new' }),
    )
    await service.close()
    expect(run.session.wire.store.exchanges).toEqual([])
    expect(run.session.judgements).toMatchObject([{ ...refused[0], line: `allow.amount: ${body.amount}` }])
  })

  test('writes nothing to a production without a budget, and no profile that it may not write', async () => {
    const service = await startPaymentService({ timeScale: 60 })
    const file = service.targetFile() as TargetFile
    const production = resolveTarget({ ...file, environment: 'production', allow: {} }, { secrets: [] })
    const readOnly = await attempt(production, (t) => refresh(t, liveKey(t), randomUUID()))
    const profile = await attempt(withBudget({ ...file, allow: { profileWrites: false } }, 9), (t) =>
      updateProfile(t, liveKey(t), { webhook_url: 'https://shop.example.com/hook' }),
    )
    await service.close()
    for (const run of [readOnly, profile]) {
      expect(run.session.wire.store.exchanges).toEqual([])
      expect(run.session.judgements).toMatchObject(refused)
    }
  })
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
