import { readFileSync } from 'node:fs'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { OpenAPIV3_1 } from 'openapi-types'
import { describe, expect, test } from 'vitest'
import { messagingContract } from './contract.ts'
import { otpChannels, smsEventKinds, smsEvents } from './statuses.ts'

const source = readFileSync(new URL('./openapi.yaml', import.meta.url), 'utf8')
const document = messagingContract.description() as OpenAPIV3_1.Document

// The description as a whole is no schema, hence not strict about its members.
const ajv = new Ajv2020({ strict: false, allErrors: true })
formats.default(ajv)
ajv.addSchema(document, 'messaging')

const compiled = (pointer: string): ValidateFunction => {
  const validate = ajv.getSchema(`messaging#${pointer}`)
  if (!validate) throw new Error(`no schema at ${pointer}`)
  return validate
}

/** What a schema finds wrong with a value, as `path keyword`. */
const complaints = (validate: ValidateFunction, value: unknown): string[] => {
  validate(value)
  return (validate.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`)
}

const component = (name: string, value: unknown) => complaints(compiled(`/components/schemas/${name}`), value)

const callback = (event: string, value: unknown) =>
  complaints(compiled(`/webhooks/${event}/post/requestBody/content/application~1json/schema`), value)

const conversation = (value: unknown) =>
  complaints(
    compiled(
      '/paths/~1v1~1whatsapp~1conversations~1%7Bconversation_id%7D/get/responses/2XX/content/application~1json/schema',
    ),
    value,
  )

const lint = async (text: string): Promise<string[]> => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: text, config })
  return problems.map(({ severity, ruleId, message }) => `${severity} ${ruleId}: ${message}`)
}

const vectors: { id: string; bodyUtf8?: string }[] = JSON.parse(
  readFileSync(new URL('../vectors/signatures.json', import.meta.url), 'utf8'),
)
const delivered = () => JSON.parse(vectors.find(({ id }) => id === 'v1-delivery')?.bodyUtf8 ?? 'null')

const time = '2026-01-02T03:04:05.000Z'
const id = '8e03978e-40d5-43e8-bc93-6894a57f9324'
const submit = { job_id: 'j-1', message_id: 'm-1', recipient: '255700000001', status: 'SENT' }
const event = (name: string, data: unknown) => ({ ...delivered(), event: name, data })

describe('messaging openapi document', () => {
  test('passes the recommended lint but for the one path that the document itself ends in a slash', async () => {
    expect(await lint(source)).toEqual([
      'error no-path-trailing-slash: `/v1/workspace/all/` should not have a trailing slash.',
    ])
  })

  test('is seen by the lint: a removed operationId is a further problem', async () => {
    expect(await lint(source.replace('operationId: resendOtp', ''))).toHaveLength(2)
  })

  test('describes the eight endpoints and the send, with the keys that each asks for', () => {
    const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
      (['get', 'post', 'put', 'patch', 'delete'] as const).flatMap((method) => {
        const operation = item?.[method]
        const bearer = operation?.security?.some((needed) => 'accessToken' in needed && 'apiKey' in needed)
        return operation ? [`${method.toUpperCase()} ${path}${bearer ? ' bearer' : ''}`] : []
      }),
    )
    expect(operations).toEqual([
      'POST /v1/otp/resend',
      'GET /v1/whatsapp/conversations/{conversation_id}',
      'POST /v1/whatsapp/conversations/{conversation_id}/read',
      'POST /v1/developer_apps bearer',
      'GET /v1/developer_apps/get-by-key/{app_key} bearer',
      'GET /v1/whatsapp/senders',
      'GET /v1/campaign/{campaign_id} bearer',
      'GET /v1/workspace/all/',
      'POST /v1/message/send-instant',
    ])
    expect(document.security).toEqual([{ apiKey: [] }])
  })

  test('describes a callback for every SMS event', () => {
    expect(Object.keys(document.webhooks ?? {}).sort()).toEqual([...smsEvents].sort())
  })

  test('agrees with the data about channels and event fields', () => {
    const schemas = document.components?.schemas
    expect(schemas?.OTPResendDeveloperAppSchema).toMatchObject({
      properties: { delivery_method: { enum: [...otpChannels] } },
    })
    const named = {
      sent: 'SubmitData',
      submitFailed: 'SubmitData',
      delivered: 'DeliveredData',
      expired: 'ExpiredData',
      reportFailed: 'FailedData',
    }
    for (const [kind, { data }] of Object.entries(smsEventKinds)) {
      const schema = schemas?.[named[kind as keyof typeof named]]
      expect(Object.keys(schema?.properties ?? {}), kind).toEqual(Object.keys(data))
      expect(schema?.required, kind).toEqual(Object.keys(data).filter((field) => field !== 'submitted_to_provider'))
    }
  })
})

describe('messaging callback schemas', () => {
  test('take the payload of the known signature, and one with further members', () => {
    expect(callback('sms.delivered', delivered())).toEqual([])
    expect(callback('sms.delivered', { ...delivered(), attempt: 3 })).toEqual([])
  })

  test('take every other kind', () => {
    expect(callback('sms.sent', event('sms.sent', submit))).toEqual([])
    expect(callback('sms.sent', event('sms.sent', { ...submit, submitted_to_provider: time }))).toEqual([])
    expect(callback('sms.failed', event('sms.failed', submit))).toEqual([])
    const report = { message_id: 'm-1', status: 'FAILED' }
    expect(callback('sms.failed', event('sms.failed', { ...report, failed_at: time }))).toEqual([])
    expect(callback('sms.expired', event('sms.expired', { ...report, expired_at: time }))).toEqual([])
  })

  test('refuse sms.failed with half of either payload', () => {
    expect(callback('sms.failed', event('sms.failed', { message_id: 'm-1', status: 'FAILED' }))).not.toEqual([])
  })

  test.each([
    ['an id without prefix', { id: '0001' }, '/id pattern'],
    ['an upper-case channel', { channel: 'SMS' }, '/channel const'],
    ['an app that is no UUID', { app_id: 'app' }, '/app_id format'],
    ['a time without milliseconds', { created_at: '2026-01-02T03:04:05Z' }, '/created_at pattern'],
    ['a time with an offset', { created_at: '2026-01-02T03:04:05.678+00:00' }, '/created_at pattern'],
    ['another event', { event: 'sms.expired' }, '/event const'],
    ['data without its time', { data: { message_id: 'm-1', status: 'SENT' } }, '/data required'],
  ])('refuse %s', (_, change, complaint) => {
    expect(callback('sms.delivered', { ...delivered(), ...change })).toContain(complaint)
  })

  test.each([
    ['upper-case digits', `sha256=${'A'.repeat(64)}`],
    ['bare digits', 'a'.repeat(64)],
    ['two signatures', `sha256=${'a'.repeat(64)},sha256=${'b'.repeat(64)}`],
  ])('refuse a signature of %s', (_, value) => {
    const signature = compiled('/components/parameters/Signature/schema')
    expect(complaints(signature, value)).toEqual([' pattern'])
    expect(complaints(signature, `sha256=${'a'.repeat(64)}`)).toEqual([])
  })
})

describe('messaging resend schema', () => {
  const resend = (change: object) =>
    component('OTPResendDeveloperAppSchema', { phone_number: '255700000001', ...change })

  test('takes a phone number alone, and null wherever it is allowed', () => {
    const nulls = { app_key: null, sender_id: null, message_template: null, callback_url: null, callback_secret: null }
    expect(resend({})).toEqual([])
    expect(resend(nulls)).toEqual([])
  })

  test('asks a template for {code} on SMS only', () => {
    expect(resend({ message_template: 'no code' })).toContain('/message_template pattern')
    expect(resend({ message_template: 'no code', delivery_method: 'sms' })).toContain('/message_template pattern')
    expect(resend({ message_template: 'no code', delivery_method: 'call' })).toEqual([])
    expect(resend({ message_template: 'no code', delivery_method: 'whatsapp' })).toEqual([])
    expect(resend({ message_template: '{code} until {expiry}' })).toEqual([])
  })

  test.each([
    ['a plus sign', { phone_number: '+255700000001' }, '/phone_number pattern'],
    ['another channel', { delivery_method: 'fax' }, '/delivery_method enum'],
    ['a channel of null', { delivery_method: null }, '/delivery_method type'],
    ['a length as text', { otp_length: 'six' }, '/otp_length type'],
    ['a plain http callback', { callback_url: 'http://a.example/x' }, '/callback_url pattern'],
  ])('refuses %s', (_, change, complaint) => {
    expect(resend(change)).toContain(complaint)
  })

  test('carries the defaults of the document', () => {
    expect(document.components?.schemas?.OTPResendDeveloperAppSchema).toMatchObject({
      properties: {
        otp_length: { default: 6 },
        minutes_to_expire: { default: 10 },
        delivery_method: { default: 'sms' },
      },
    })
  })
})

describe('messaging conversation schema', () => {
  const record = {
    id,
    whatsapp_account_id: id,
    recipient_phone: '255700000001',
    is_active: true,
    created_at: time,
    updated_at: '2026-01-02T03:04:05',
    last_message_at: null,
  }

  test('takes either shape', () => {
    const data = { id, unread_count: 2, window: { open: true, expires_at: time } }
    expect(conversation({ success: true, data, errors: null, request_id: 'r-1' })).toEqual([])
    expect(conversation(record)).toEqual([])
  })

  test('refuses shape B with a field missing, and shape A with a wrong type', () => {
    const { is_active: _, ...rest } = record
    expect(conversation(rest)).toContain(' required')
    expect(conversation({ data: { id, unread_count: '2' } })).toContain('/data/unread_count type')
    expect(conversation({ data: { id: 'c-1' } })).toContain('/data/id format')
  })
})

describe('messaging error schemas', () => {
  const detail = [{ loc: ['body', 0, 'phone_number'], msg: 'Field required', type: 'missing', input: {} }]

  test('take the three shapes and no other', () => {
    const details = { recipients: 'required' }
    expect(component('ErrorBody', { error: { code: 'validation_error', message: 'Invalid', details } })).toEqual([])
    expect(component('ErrorBody', { detail })).toEqual([])
    const errors = [{ code: 'c', message: 'm', field: 'f' }]
    expect(component('ErrorBody', { success: false, data: {}, errors, request_id: 'r-1' })).toEqual([])
    expect(component('ErrorBody', { detail: 'Not Found' })).not.toEqual([])
    expect(component('ErrorBody', { success: false, errors: null })).not.toEqual([])
  })

  test.each(['loc', 'msg', 'type'])('ask every item of detail for %s', (field) => {
    const item = Object.fromEntries(Object.entries(detail[0] ?? {}).filter(([name]) => name !== field))
    expect(component('HTTPValidationError', { detail: [item] })).toContain('/detail/0 required')
  })

  test('ask the answer to a resend for success and message', () => {
    expect(component('BaseResponse', { success: true, message: 'Sent', data: null })).toEqual([])
    expect(component('BaseResponse', { success: 'yes' })).toEqual([' required', '/success type'])
  })
})
