import { describe, expect, test } from 'vitest'
import type { Guarded } from '../../../kit/http/guard.ts'
import { resolveTarget } from '../../../kit/target/target.ts'
import { paymentGuard } from './price-and-guard.ts'
import { paymentSection } from './section.ts'

const PHONE = '255700000001'

function guard(allow: Record<string, number | boolean> = {}) {
  const payment = {
    baseUrl: 'https://pay.example',
    bodies: { mobile: { phone: PHONE, amount: 900 } },
    defaults: { webhookUrl: 'https://a', callbackUrl: 'https://b' },
  }
  return paymentGuard(resolveTarget({ payment, allow }, { sections: [paymentSection], secrets: [] }))
}

const asked = (method: string, path: string, content?: unknown, more: Partial<Guarded> = {}): Guarded => ({
  request: { method, url: `https://pay.example${path}`, headers: [], body: Buffer.alloc(0) },
  content,
  carriesKey: true,
  adds: 0,
  ...more,
})

describe('a price', () => {
  test.each([
    ['POST', '/api/v1/payments', true],
    ['POST', '/base/api/v1/payments/?a=1', true],
    ['GET', '/api/v1/payments', false],
    ['POST', '/api/v1/payments/1', false],
    ['PUT', '/api/v1/merchants/me', false],
  ])('of %s %s is a payment: %s', (method, path, isPayment) => {
    const expected = isPayment ? { spends: { payments: 1 }, refund: 'refused' } : { spends: {} }
    expect(guard().price(asked(method, path), { spends: {} })).toEqual(expected)
  })

  test('without a key is none', () => {
    const request = asked('POST', '/api/v1/payments', {}, { carriesKey: false })
    expect(guard().price(request, { spends: {} })).toEqual({ spends: {} })
  })

  test('is what the check says, where it says that it costs one', () => {
    const said = { spends: { payments: 1 }, refund: 'replayed' } as const
    expect(guard().price(asked('POST', '/api/v1/payments'), said)).toBe(said)
  })
})

describe('a request is refused', () => {
  const reasonOf = (request: Guarded, allow?: Record<string, number | boolean>) => guard(allow).refusal?.(request)

  test('with a number that the target file does not name, also without a key', () => {
    const strange = { reason: 'the request holds a phone number that the target file does not name' }
    expect(reasonOf(asked('POST', '/elsewhere', { phone: '255711111111' }, { carriesKey: false }))).toEqual(strange)
    expect(reasonOf(asked('POST', '/api/v1/payments', { phone: `+${PHONE}`, amount: 900 }))).toBeUndefined()
  })

  test.each([
    [900, {}, 0, undefined],
    [901, {}, 0, 'allow.amount: 901'],
    [901, {}, 1, undefined],
    ['901', {}, 0, 'allow.amount: 901'],
    ['a lot', {}, 0, undefined],
    [901, { amount: 5000 }, 0, undefined],
    [800, { amount: 700 }, 9999, 'allow.amount: 800'],
  ])('of the amount %j where %j is allowed and %i is added: %s', (amount, allow, adds, line) => {
    expect(reasonOf(asked('POST', '/api/v1/payments', { amount }, { adds }), allow)?.line).toBe(line)
  })

  test('of any amount only where it is a payment with a key', () => {
    const body = { amount: 1_000_000 }
    expect(reasonOf(asked('POST', '/api/v1/payments', body, { carriesKey: false }))).toBeUndefined()
    expect(reasonOf(asked('POST', '/api/v1/payments/1/refresh', body))).toBeUndefined()
  })

  test('to write the profile, unless the file permits it', () => {
    const write = asked('PUT', '/api/v1/merchants/me', {})
    expect(reasonOf(write)).toMatchObject({ line: 'allow.profileWrites: true' })
    expect(reasonOf(write, { profileWrites: true })).toBeUndefined()
    expect(reasonOf({ ...write, carriesKey: false })).toBeUndefined()
  })
})
