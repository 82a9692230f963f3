import { randomUUID } from 'node:crypto'
import { aroundEach, describe, expect, test } from 'vitest'
import { inVirtualTime } from '../../kit/virtual/virtual-time.ts'
import {
  type MessagingService,
  messagingFlaws,
  messagingVariants,
  startMessagingService,
} from '../../reference/messaging/index.ts'
import {
  type PaymentService,
  paymentFlaws,
  paymentVariants,
  startPaymentService,
} from '../../reference/payment/index.ts'
import { paymentErrors } from '../../specs/payment/errors.ts'

aroundEach(inVirtualTime)

interface PaymentTarget {
  readonly keys: { readonly live: readonly string[] }
  readonly bodies: { readonly mobile: object }
  readonly outcomes: { readonly riskBlocked: { readonly with: object } }
}

interface MessagingTarget {
  readonly keys: { readonly bound: string }
  readonly bearer: string
  readonly fixtures: { readonly conversation: string }
}

/** Starts a service, asks it once or twice, and stops it. */
async function running<Service extends PaymentService | MessagingService>(
  start: Promise<Service>,
  ask: (service: Service) => Promise<void>,
): Promise<void> {
  const service = await start
  await ask(service).finally(() => service.close())
}

describe('the payment service boots and answers a creation', () => {
  async function create(service: PaymentService, more: object = {}) {
    const { keys, bodies } = service.targetFile().payment as PaymentTarget
    const response = await fetch(`${service.url}/api/v1/payments`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${keys.live[0]}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': randomUUID(),
      },
      body: JSON.stringify({ ...bodies.mobile, reference: randomUUID(), ...more }),
    })
    const text = await response.text()
    return { status: response.status, json: text === '' ? {} : JSON.parse(text) }
  }

  test.for(Object.keys(paymentVariants))('with the variant %s', (variant) =>
    running(startPaymentService({ variants: [variant], timeScale: 1000 }), async (service) => {
      const { status, json } = await create(service)
      expect([200, 201, 202]).toContain(status)
      expect(JSON.stringify(json)).toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/i)
      const { outcomes } = service.targetFile().payment as PaymentTarget
      expect((await create(service, outcomes.riskBlocked.with)).json).toMatchObject({
        code: 403,
        error_code: 'RISK_CHECK_FAILED',
      })
    }),
  )

  test.for(Object.keys(paymentFlaws))('with the flaw %s', (flaw) =>
    running(startPaymentService({ flaw, timeScale: 1000 }), async (service) => {
      const { status, json } = await create(service)
      if (status >= 300) expect(Object.keys(paymentErrors)).toContain((json.error ?? json).error_code)
    }),
  )
})

describe('the messaging service boots and answers a read', () => {
  async function read(service: MessagingService, pathOf: (target: MessagingTarget) => string): Promise<number> {
    const target = service.targetFile().messaging as MessagingTarget
    const response = await fetch(`${service.url}/v1${pathOf(target)}`, {
      headers: { 'X-API-Key': target.keys.bound, Authorization: `Bearer ${target.bearer}` },
    })
    await response.text()
    return response.status
  }

  test.for(Object.keys(messagingVariants))('with the variant %s', (variant) =>
    running(startMessagingService({ variants: [variant], timeScale: 6000 }), async (service) => {
      expect(await read(service, ({ fixtures }) => `/whatsapp/conversations/${fixtures.conversation}`)).toBe(200)
    }),
  )

  test.for(Object.keys(messagingFlaws))('with the flaw %s', (flaw) =>
    running(startMessagingService({ flaw, timeScale: 6000 }), async (service) => {
      expect(await read(service, () => '/whatsapp/senders')).toBe(200)
    }),
  )
})
