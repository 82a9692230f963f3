import { expect, test } from 'vitest'
import { messagingContract } from '../../../specs/messaging/contract.ts'
import { paymentContract } from '../../../specs/payment/contract.ts'
import type { Exchange } from '../../http/exchange.ts'
import { coverageOf } from './coverage.ts'

const exchange = (operation: string, sent: object, status: number, came: object): Exchange => ({
  id: 'x1',
  service: operation.includes('/v1/otp') ? 'messaging' : 'payment',
  check: 'test',
  label: '',
  operation,
  key: 'payment.live[0]',
  request: { method: 'POST', url: 'http://localhost/', headers: [], body: Buffer.from(JSON.stringify(sent)) },
  response: { status, headers: [], body: Buffer.from(JSON.stringify(came)) },
  sentAt: 0,
  endedAt: 1,
})

const CREATE = 'POST /api/v1/payments'
const RESEND = 'POST /v1/otp/resend'
const refused = { status: 'error', code: 400, error_code: 'PAYMENT_FAILED', message: 'no' }

test('counts operations, statuses, keywords, enum values and error rows', () => {
  const { operations, errorRows } = coverageOf(
    [
      exchange(CREATE, { amount: 499, currency: 'TZS', type: 'mobile' }, 400, refused),
      exchange(CREATE, { amount: 500, currency: 'TZS', type: 'mobile' }, 201, {}),
      exchange(RESEND, { phone_number: '255700000001', delivery_method: 'call' }, 200, { success: true, message: '' }),
      exchange(RESEND, { delivery_method: 'pigeon' }, 422, { detail: [] }),
    ],
    [paymentContract, messagingContract],
  )
  const of = (name: string) => operations.find(({ operation }) => operation === name)
  expect(of(CREATE)).toMatchObject({ requests: 2, statuses: { 400: 1, 201: 1 } })
  expect(of(CREATE)?.unseenStatuses).toContain('409')
  expect(of(CREATE)?.unseenStatuses).not.toContain('400')
  expect(of(CREATE)?.keywords.seen['request /amount minimum']).toMatchObject({
    met: expect.any(Number),
    broken: expect.any(Number),
  })
  expect(of(CREATE)?.keywords.seen['request /amount minimum']?.broken).toBeGreaterThan(0)
  expect(of(CREATE)?.keywords.unseen).toContain('request /customer/email format')
  expect(of(RESEND)?.enums['request /delivery_method']).toEqual({ sms: 0, call: 1, whatsapp: 0 })
  expect(of(RESEND)?.keywords.seen['request /phone_number required']).toEqual({ met: 1, broken: 1 })
  expect(of('GET /v1/whatsapp/senders')).toMatchObject({ requests: 0, statuses: {} })
  expect(errorRows.payment?.seen).toEqual({ PAYMENT_FAILED: 1 })
  expect(errorRows.payment?.unseen).toContain('DUPLICATE_REFERENCE')
})

test('a code with the status of another row is no row', () => {
  const { errorRows } = coverageOf([exchange(CREATE, {}, 422, refused)], [paymentContract])
  expect(errorRows.payment?.seen).toEqual({})
})
