import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { APP_CREATE, CAMPAIGN, MARK_READ, RESEND, SENDERS } from '../client/api.ts'
import { isDefective } from './defects.ts'

const ID = '0d9b2c1e-7a44-4a54-8a35-0f3f5e5d1c01'

function sent(operation: string, path: string, body?: unknown, more: Partial<Pick<Exchange, 'key'>> = {}): Exchange {
  return {
    id: 'x1',
    service: 'messaging',
    check: 'msg/test',
    label: '',
    operation,
    key: 'bound',
    request: {
      method: 'POST',
      url: `http://127.0.0.1:1${path}`,
      headers: [],
      body: Buffer.from(body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)),
    },
    fault: { kind: 'reset', message: 'no answer is looked at' },
    sentAt: 0,
    endedAt: 0,
    ...more,
  }
}

const resend = (body: unknown, more?: Pick<Exchange, 'key'>) => sent(RESEND, '/v1/otp/resend', body, more)
const phone = { phone_number: '255700000001' }

describe('isDefective', () => {
  it.each([
    ['a resend without a number', resend({})],
    ['a body that ends in the middle', resend('{"phone_number":')],
    ['a body that is a list', resend([phone])],
    ['a channel that there is not', resend({ ...phone, delivery_method: 'fax' })],
    ['text for a number', resend({ ...phone, otp_length: 'abc' })],
    ['app_key beside a bound key', resend({ ...phone, app_key: 'app_1' })],
    ['an unbound key that names no app', resend(phone, { key: 'unbound' })],
    ['an id that is no UUID', sent(CAMPAIGN, '/v1/campaign/not-a-uuid')],
    ['a filter that is no boolean', sent(SENDERS, '/v1/whatsapp/senders?is_active=maybe')],
    ['a name that is a list', sent(APP_CREATE, '/v1/developer_apps', { app_name: [] })],
    ['an up_to that is no time', sent(MARK_READ, `/v1/whatsapp/conversations/${ID}/read`, { up_to: 'soon' })],
  ])('tells %s', (_, exchange) => {
    expect(isDefective(exchange)).toBe(true)
  })

  it.each([
    ['a plain resend', resend(phone)],
    ['numbers that may be converted', resend({ ...phone, otp_length: '6', minutes_to_expire: 10.0 })],
    ['null where null is a value', resend({ ...phone, sender_id: null, callback_url: null })],
    ['an unbound key that names its app once', resend({ ...phone, app_key: 'app_1' }, { key: 'unbound' })],
    ['an upper-case UUID', sent(CAMPAIGN, `/v1/campaign/${ID.toUpperCase()}/`)],
    ['a boolean spelled otherwise', sent(SENDERS, '/v1/whatsapp/senders?is_active=YES&is_default=0')],
    ['marking read without a body', sent(MARK_READ, `/v1/whatsapp/conversations/${ID}/read`)],
    ['marking read with null', sent(MARK_READ, `/v1/whatsapp/conversations/${ID}/read`, { up_to: null })],
    ['an endpoint of no table', sent('', '/v1/elsewhere', 'anything')],
  ])('lets %s pass', (_, exchange) => {
    expect(isDefective(exchange)).toBe(false)
  })
})
