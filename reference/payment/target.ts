import type { PaymentBehaviour } from './behaviour.ts'
import type { JsonObject } from './domain/payment.ts'
import type { Credentials } from './http/keys.ts'
import { lawfulBehaviour } from './lawful.ts'
import { fates, TRANSACTION_LIMIT } from './recipes.ts'

const DELIVERY_TIMEOUT_SECONDS = 10

interface Place {
  readonly url: string
  readonly controlUrl: string
  readonly timeScale: number
  readonly credentials: Credentials
  readonly recipes: PaymentBehaviour['recipes']
}

const customer = { firstname: 'Asha', lastname: 'Mushi', email: 'asha.mushi@example.com' }

const bodies = {
  mobile: {
    amount: 5000,
    currency: 'TZS',
    type: 'mobile',
    phone: fates.ordinary.phone,
    network: 'alpha',
    customer,
    reference: 'order',
  },
  card: {
    amount: 12000,
    currency: 'TZS',
    type: 'card',
    customer,
    reference: 'order',
    redirect_url: 'https://shop.example.com/thanks',
    cancel_url: 'https://shop.example.com/basket',
    billing_address: { line1: '1 Market Street', city: 'Arusha', country: 'TZ' },
  },
  qr: { amount: 3000, currency: 'TZS', type: 'qr', customer, reference: 'order' },
}

function outcomes({ controlUrl, recipes }: Place): Record<string, JsonObject> {
  const post = (path: string, json: JsonObject) => ({ call: { method: 'POST', url: `${controlUrl}${path}`, json } })
  const { ordinary: _, ...named } = fates
  const byPhone = Object.entries(named).map(([name, { phone }]) => [name, { with: { phone } }] as const)
  return {
    ...Object.fromEntries(byPhone),
    ...(recipes === 'by call' && {
      completed: post('/payments/{id}/settle', { status: 'completed' }),
      failed: post('/payments/{id}/settle', { status: 'failed' }),
    }),
    expired: post('/payments/{id}/settle', { status: 'expired' }),
    cancelled: post('/payments/{id}/settle', { status: 'cancelled' }),
    limitExceeded: { with: { amount: TRANSACTION_LIMIT * 5 } },
    refreshProviderError: post('/payments/{id}/upstream', { fail: true }),
    refreshCompletes: post('/payments/{id}/upstream', { status: 'completed' }),
    updateRejected: { with: { webhook_url: 'ftp://shop.example.com/hook' } },
    testModeOn: post('/test-mode', { enabled: true }),
    testModeOff: post('/test-mode', { enabled: false }),
  }
}

/** The target file of a running service, as a plain object. Its webhooks are received on loopback. */
export function targetOf(place: Place): JsonObject {
  const { url, timeScale, credentials } = place
  const { signingKey, ...keys } = credentials
  const { maxAttempts, retryBaseMs } = lawfulBehaviour
  const longestPause = (retryBaseMs / 1000) * 2 ** (maxAttempts - 2)
  return {
    name: 'embedded reference',
    environment: 'local',
    timeScale,
    allow: { payments: 200, messages: 50, profileWrites: true },
    payment: {
      baseUrl: url,
      keys: { ...keys, live: [...keys.live] },
      signingKey,
      bodies: structuredClone(bodies),
      defaults: { webhookUrl: '', callbackUrl: '' },
      outcomes: outcomes(place),
    },
    timing: { settle: 10 },
    webhooks: {
      listen: '127.0.0.1:0',
      deliveryWithin: 5,
      retryWithin: Math.max(5, Math.ceil((longestPause + DELIVERY_TIMEOUT_SECONDS) / timeScale)),
    },
  }
}
