import { describe, expect, it } from 'vitest'
import { paySignature } from './signature.ts'

const body =
  '{"version":"1.0","event":"payment.completed","event_id":"8e03978e-40d5-43e8-bc93-6894a57f9324","transaction_id":"f5d238bd-f8ab-4379-9832-0f1ce6d65cbe","merchant_reference":"ORDER_123","data":{"amount":5000,"currency":"TZS","status":"completed","previous_status":"processing","payment_type":"mobile","provider_reference":"ext_ref_123"},"metadata":{},"timestamp":"2026-06-03T12:00:00Z"}'

describe('paySignature', () => {
  it('agrees with the known answer', () => {
    expect(paySignature('whsec_test', '1700000000', body)).toBe(
      'sha256=7ce4664dd1e3fe2a1bfc9ae0a486c0aedff30ba298a9be28c1bd57653bba30ea',
    )
  })

  it('signs an empty body', () => {
    expect(paySignature('whsec_test', '1700000000', '')).toBe(
      'sha256=5967f3c560522fa40cf2876ebc3c3a08551dd6959aaade3b413460591895bdcc',
    )
  })
})
