import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Check } from '../../kit/check/check.ts'
import type { CheckContext } from '../../kit/check/context.ts'
import type { Exchange, RawHeaders } from '../../kit/http/exchange.ts'
import { Run } from '../../kit/run/run.ts'
import type { Target } from '../../kit/target/target.ts'
import { startCapture } from '../../kit/webhooks/listener/server.ts'
import { startMessagingService } from '../../reference/messaging/index.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import * as messaging from '../../suites/messaging/define.ts'
import { create, liveKey, refresh, updateProfile } from '../../suites/payment/client/api.ts'
import { freshKey, validBody } from '../../suites/payment/client/bodies.ts'
import { defineCheck } from '../../suites/payment/define.ts'
import { paymentChecks } from '../../suites/payment/index.ts'
import { fileOf, judgedBy, targetOf } from '../targets.ts'

const isMade = ({ operation, response }: { operation: string; response?: { status: number } }): boolean =>
  operation === 'POST /api/v1/payments' && response?.status === 201

const withBudget = (service: { targetFile(): object }, payments: number) => {
  const file = fileOf(service)
  return targetOf({ ...file, allow: { ...file.allow, payments } })
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
  const run = new Run({ ...judgedBy(withBudget(service, 3)), seed: 1, checks: [greedy] })
  await run.all()
  await run.close()
  await service.close()
  expect(run.session.store.exchanges.filter(isMade)).toHaveLength(3)
  expect(run.session.log.judgements).toMatchObject([{ verdict: 'unexercised', why: 'not permitted' }])
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
  const run = new Run({ ...judgedBy(withBudget(service, 3)), seed: 1, checks: [stranger] })
  await run.all()
  await run.close()
  await service.close()
  expect(run.session.store.exchanges).toEqual([])
  expect(run.session.log.judgements).toMatchObject([{ verdict: 'unexercised', why: 'not permitted' }])
})

/** What a check sends that says nothing of its cost. */
const undeclared = (
  t: Pick<CheckContext, 'send'>,
  url: string,
  headers: RawHeaders,
  body: object,
): Promise<Exchange> => {
  return t.send({
    method: 'POST',
    url,
    operation: '',
    label: 'undeclared',
    headers: [...headers, ['Content-Type', 'application/json']],
    body: Buffer.from(JSON.stringify(body)),
    key: '',
  })
}

const sly = { id: 'pay/test/sly', title: 'Spends what it does not declare', covers: ['pay.create.mobile'] } as const

/** Runs one check, of no cost and the lowest tier, against a target. */
async function attempt(target: Target, check: Check): Promise<Run> {
  const run = new Run({ ...judgedBy(target), seed: 1, checks: [check] })
  await run.all()
  await run.close()
  return run
}

const refused = [{ verdict: 'unexercised', why: 'not permitted' }]

describe('a check that declares nothing', () => {
  test('makes no more payments than the budget has, however it presents a key', async () => {
    const service = await startPaymentService({ timeScale: 60 })
    const creates = defineCheck({
      ...sly,
      run: async (t) => {
        for (let each = 0; each < 4; each += 1) {
          const key = t.service.keys?.live?.[0] ?? ''
          await undeclared(
            t,
            `${t.service.baseUrl}/api/v1/payments`,
            [
              ['Authorization', `Bearer ${key}`],
              ['Idempotency-Key', freshKey(t)],
            ],
            validBody(t, 'mobile'),
          )
        }
      },
    })
    const run = await attempt(withBudget(service, 2), creates)
    await service.close()
    expect(run.session.store.exchanges.map(({ response }) => response?.status)).toEqual([201, 201])
    expect(run.session.ledger.totals().spends.payments).toBe(2)
    expect(run.session.log.judgements).toMatchObject([{ ...refused[0], line: 'allow.payments: 40' }])
  })

  test('sends no more messages than the budget has', async () => {
    const service = await startMessagingService({ timeScale: 60 })
    const sends = messaging.defineCheck({
      ...sly,
      id: 'msg/test/sly',
      covers: ['msg.send.job-id'],
      run: async (t) => {
        const { keys, fixtures, baseUrl } = t.service
        const phone = fixtures?.phones?.delivered ?? ''
        for (let each = 0; each < 3; each += 1) {
          const headers: RawHeaders = [['X-API-Key', keys?.bound ?? '']]
          const body = { content: 'x', recipients: [phone, phone] }
          await undeclared(t, `${baseUrl}/v1/message/send-instant`, headers, body)
        }
      },
    })
    const run = await attempt(targetOf({ ...fileOf(service), allow: { messages: 3 } }), sends)
    await service.close()
    expect(run.session.store.exchanges).toHaveLength(1)
    expect(run.session.log.judgements).toMatchObject([{ ...refused[0], line: 'allow.messages: 20' }])
  })

  test.each([
    [{ allow: { payments: 9, amount: 5000 }, payment: {} }, { amount: 5001 }],
    [{ allow: { payments: 9, amount: 5000 }, payment: {} }, { amount: '5001' }],
    [{ allow: { payments: 9 }, payment: { outcomes: {} } }, { amount: 12_001 }],
  ])('asks for no larger amount than the file allows or names: %j', async (members, body) => {
    const service = await startPaymentService({ timeScale: 60 })
    const { payment, ...file } = fileOf(service)
    const over = { ...file, ...members, payment: { ...payment, ...members.payment } }
    const creates = defineCheck({
      ...sly,
      run: async (t) => {
        await create(t, { label: '', as: liveKey(t), body: { ...validBody(t, 'mobile'), ...body }, expects: 'new' })
      },
    })
    const run = await attempt(targetOf(over), creates)
    await service.close()
    expect(run.session.store.exchanges).toEqual([])
    expect(run.session.log.judgements).toMatchObject([{ ...refused[0], line: `allow.amount: ${body.amount}` }])
  })

  test('writes nothing to a production without a budget, and no profile that it may not write', async () => {
    const service = await startPaymentService({ timeScale: 60 })
    const file = fileOf(service)
    const production = targetOf({ ...file, environment: 'production', allow: {} })
    const refreshes = defineCheck({
      ...sly,
      run: async (t) => {
        await refresh(t, liveKey(t), randomUUID())
      },
    })
    const readOnly = await attempt(production, refreshes)
    const updates = defineCheck({
      ...sly,
      run: async (t) => {
        await updateProfile(t, liveKey(t), { webhook_url: 'https://shop.example.com/hook' })
      },
    })
    const profile = await attempt(targetOf({ ...file, allow: { payments: 9, profileWrites: false } }), updates)
    await service.close()
    for (const run of [readOnly, profile]) {
      expect(run.session.store.exchanges).toEqual([])
      expect(run.session.log.judgements).toMatchObject(refused)
    }
  })
})

test('the whole suite keeps within a small budget and accuses nobody', { timeout: 60_000 }, async () => {
  const service = await startPaymentService({ timeScale: 60 })
  const capture = await startCapture({})
  const run = new Run({ ...judgedBy(withBudget(service, 5)), seed: 1, capture, checks: paymentChecks })
  await run.all()
  await run.close()
  await capture.close()
  await service.close()
  expect(run.session.store.exchanges.filter(isMade).length).toBeLessThanOrEqual(5)
  expect(run.session.log.judgements.filter(({ verdict }) => verdict === 'fail' || verdict === 'broken')).toEqual([])
})
