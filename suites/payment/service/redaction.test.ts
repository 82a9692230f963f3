import { expect, test } from 'vitest'
import { recorderFor } from '../../../kit/contract/recorder.ts'
import type { RawHeaders } from '../../../kit/http/exchange.ts'
import { resolveTarget } from '../../../kit/target/target.ts'
import { paymentService } from './index.ts'

const UUID = '12345678-1234-4123-8123-123456789012'
const customer = { firstname: 'Asha', lastname: 'Mushi' }
const section = { baseUrl: 'http://127.0.0.1:9', bodies: { mobile: { customer } } }
const target = resolveTarget({ payment: section }, { sections: [paymentService.section], secrets: [] })
const record = recorderFor(target, [paymentService])

const shown = (body: object, headers: RawHeaders = []) => {
  const request = { method: 'POST', url: `http://127.0.0.1:9/api/v1/payments/${UUID}`, headers, body: Buffer.alloc(0) }
  const { response, ...rest } = record.exchange({
    ...{ id: 'x1', service: 'payment', check: '', label: '', operation: '', key: '', sentAt: 0, endedAt: 0 },
    request,
    response: { status: 200, headers, body: Buffer.from(JSON.stringify(body)) },
  })
  return { url: rest.request.url, headers: response?.headers, body: JSON.parse(response?.body ?? '') as unknown }
}

test('signatures go; times and ids of deliveries stay', () => {
  const { headers, url } = shown({}, [
    ['X-Pay-Signature', `sha256=${'ab'.repeat(32)}`],
    ['X-Pay-Timestamp', '1712345678'],
    ['X-Pay-Delivery-ID', '255712345678'],
  ])
  expect(headers).toEqual([
    ['X-Pay-Signature', 'sha256=[signature]'],
    ['X-Pay-Timestamp', '1712345678'],
    ['X-Pay-Delivery-ID', '255712345678'],
  ])
  expect(url).toBe(`http://127.0.0.1:9/api/v1/payments/${UUID}`)
})

test('where a payer is sent to is shown without its query', () => {
  expect(shown({ payment_url: 'https://x/pay/1?session=abc#f' }).body).toEqual({
    payment_url: 'https://x/pay/1?[query]',
  })
})

test('people of the bodies of the target file are hidden wherever they are named', () => {
  expect(record.text('a payment of Asha')).toMatch(/^a payment of \[name~[a-z]{6}\]$/)
  expect(record.text(`Payment ${UUID} of 2024-05-01`)).toBe(`Payment ${UUID} of 2024-05-01`)
})
