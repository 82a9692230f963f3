import { readFileSync } from 'node:fs'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { OpenAPIV3_1 } from 'openapi-types'
import { describe, expect, test } from 'vitest'
import { paymentContract } from './contract.ts'
import { paymentErrors } from './errors.ts'
import { liveStatuses, paymentStatuses } from './statuses.ts'

const source = readFileSync(new URL('./openapi.yaml', import.meta.url), 'utf8')
const document = paymentContract.description() as OpenAPIV3_1.Document

// The description as a whole is no schema, hence not strict about its members.
const ajv = new Ajv2020({ strict: false, allErrors: true })
formats.default(ajv)
ajv.addSchema(document, 'payment')

const schema = (name: string): ValidateFunction => {
  const validate = ajv.getSchema(`payment#/components/schemas/${name}`)
  if (!validate) throw new Error(`no schema ${name}`)
  return validate
}

const complaints = (name: string, value: unknown): string[] => {
  const validate = schema(name)
  validate(value)
  return (validate.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`)
}

const lint = async (text: string): Promise<string[]> => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: text, config })
  return problems.map(({ severity, ruleId, message }) => `${severity} ${ruleId}: ${message}`)
}

const vectors: { id: string; bodyUtf8?: string }[] = JSON.parse(
  readFileSync(new URL('../vectors/signatures.json', import.meta.url), 'utf8'),
)
const payload = () => JSON.parse(vectors.find(({ id }) => id === 'p1-payment')?.bodyUtf8 ?? 'null')

const mobile = {
  amount: 500,
  currency: 'TZS',
  type: 'mobile',
  phone: '255700000001',
  network: 'any',
  customer: { firstname: 'Asha', lastname: 'Mushi', email: 'asha@example.com' },
  reference: 'order-1',
}

describe('payment openapi document', () => {
  test('passes the recommended lint without errors and warnings', async () => {
    expect(await lint(source)).toEqual([])
  })

  test('is seen by the lint: a removed operationId is a problem', async () => {
    expect(await lint(source.replace('operationId: createPayment', ''))).toHaveLength(1)
  })

  test('describes the four endpoints with an id each', () => {
    const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
      (['get', 'post', 'put', 'patch', 'delete'] as const).flatMap((method) => {
        const operation = item?.[method]
        return operation ? [`${operation.operationId}: ${method.toUpperCase()} ${path}`] : []
      }),
    )
    expect(operations).toEqual([
      'createPayment: POST /api/v1/payments',
      'readPayment: GET /api/v1/payments/{id}',
      'refreshPayment: POST /api/v1/payments/{id}/refresh',
      'updateMerchantProfile: PUT /api/v1/merchants/me',
    ])
  })

  test('is parsed once', () => {
    expect(paymentContract.description() as OpenAPIV3_1.Document).toBe(document)
  })

  test('shows every error row at its status, and no other code', () => {
    const shown = [...source.matchAll(/^ {4}Error(\d{3}):\n((?: {6}.*\n)+)/gm)].flatMap(([, status, block]) => {
      const examples = /error_code:\n\s+type: string\n\s+examples:(?: \[(.*)\]|((?:\n\s+- .*)+))/.exec(block ?? '')
      const codes = (examples?.[1] ?? examples?.[2] ?? '').match(/[A-Za-z_]+/g) ?? []
      return codes.map((code) => `${status} ${code}`)
    })
    expect(shown.sort()).toEqual(
      Object.entries(paymentErrors)
        .map(([code, { status }]) => `${status} ${code}`)
        .sort(),
    )
  })

  test('lists the statuses of the data', () => {
    const schemas = document.components?.schemas
    expect(schemas?.PaymentStatus).toMatchObject({ enum: [...paymentStatuses] })
    expect(schemas?.LiveStatus).toMatchObject({ enum: [...liveStatuses] })
  })
})

describe('payment webhook schema', () => {
  test('takes the payload of the known signature, and one with further members', () => {
    expect(complaints('WebhookPayload', payload())).toEqual([])
    expect(complaints('WebhookPayload', { ...payload(), sequence: 3 })).toEqual([])
  })

  test.each([
    ['a number as version', { version: 1 }, '/version type'],
    ['an event id that is no UUID', { event_id: 'evt-1' }, '/event_id format'],
    ['a local time', { timestamp: '2026-06-03T12:00:00+03:00' }, '/timestamp pattern'],
    ['a time without zone', { timestamp: '2026-06-03T12:00:00' }, '/timestamp pattern'],
    ['metadata as text', { metadata: '' }, '/metadata type'],
    ['an upper-case status', { data: { ...payload().data, status: 'COMPLETED' } }, '/data/status enum'],
  ])('refuses %s', (_, change, complaint) => {
    expect(complaints('WebhookPayload', { ...payload(), ...change })).toContain(complaint)
  })
})

describe('payment creation schemas', () => {
  test('take a complete mobile payment at the minimum', () => {
    expect(complaints('MobilePaymentCreate', mobile)).toEqual([])
    expect(complaints('PaymentCreate', mobile)).toEqual([])
  })

  test.each(['MobilePaymentCreate', 'PaymentCreate'])('%s holds the minimum for mobile payments in TZS', (name) => {
    expect(complaints(name, { ...mobile, amount: 499 })).toContain('/amount minimum')
    expect(complaints(name, { ...mobile, amount: 499, currency: 'KES' })).toEqual([])
  })

  test.each([
    ['letters in the phone', { phone: '25570000000a' }, '/phone pattern'],
    ['a currency of four letters', { currency: 'TZSX' }, '/currency pattern'],
    ['an amount as text', { amount: '500' }, '/amount type'],
    ['a webhook_url without scheme', { webhook_url: 'hook' }, '/webhook_url format'],
    ['an invalid e-mail', { customer: { ...mobile.customer, email: 'nope' } }, '/customer/email format'],
  ])('refuse %s', (_, change, complaint) => {
    expect(complaints('MobilePaymentCreate', { ...mobile, ...change })).toContain(complaint)
    expect(complaints('PaymentCreate', { ...mobile, ...change })).toContain(complaint)
  })

  test('ask card payments for both return addresses', () => {
    const card = { amount: 100, currency: 'TZS', type: 'card', redirect_url: 'https://a.example/back' }
    expect(complaints('CardPaymentCreate', card)).toEqual([' required'])
    expect(complaints('CardPaymentCreate', { ...card, cancel_url: 'https://a.example/no' })).toEqual([])
  })

  test('let a QR payment with nothing but shared fields through', () => {
    expect(complaints('QrPaymentCreate', { amount: 100, currency: 'TZS', shop: 4 })).toEqual([])
  })
})

describe('payment error schemas', () => {
  const declined = { status: 'error', code: 402, error_code: 'PAYMENT_DECLINED', message: 'Declined' }
  const id = '8e03978e-40d5-43e8-bc93-6894a57f9324'

  test('bind the context of a declined payment', () => {
    const details = { transaction_id: id, status: 'failed', reference: 'order-1', hint: 'further context' }
    expect(complaints('Error402', { ...declined, details })).toEqual([])
    expect(complaints('Error402', declined)).toContain(' required')
    expect(complaints('Error402', { ...declined, error_code: 'INSUFFICIENT_FUNDS' })).toEqual([])
  })

  test('bind the context of a duplicate reference', () => {
    const duplicate = { ...declined, code: 409, error_code: 'DUPLICATE_REFERENCE' }
    const details = { existing_transaction_id: id, existing_status: 'pending', reference: 'order-1' }
    expect(complaints('Error409', { ...duplicate, details })).toEqual([])
    const reusable = { ...details, existing_status: 'expired' }
    expect(complaints('Error409', { ...duplicate, details: reusable })).toContain('/details/existing_status enum')
  })

  test('leave error codes open and bind code to the status', () => {
    const unlisted = { ...declined, code: 403, error_code: 'SOMETHING_NEW' }
    expect(complaints('Error403', unlisted)).toEqual([])
    expect(complaints('Error403', { ...unlisted, code: '403' })).toContain('/code type')
    expect(complaints('Error403', { ...unlisted, code: 404 })).toContain('/code const')
  })
})
