import { describe, expect, it } from 'vitest'
import { type Exchange, json } from '../../../kit/http/exchange.ts'
import type { Delivery } from '../../../kit/webhooks/delivery.ts'
import { SEND } from '../client/api.ts'
import { alike } from '../sending/sms-timeline.ts'
import { callbacks, contentOf, identityOf, isWhatsapp, SMS_INBOX, smsCallbacks, unreadable } from './deliveries.ts'

const at = 1_000

function delivery(text: string, more: Partial<Delivery> = {}): Delivery {
  const body = Buffer.from(text)
  const whole = { inbox: SMS_INBOX, body, json: json({ body }), arrivedAt: at + 1, truncated: false, aborted: false }
  return { id: 'd', headers: [], ...whole, ...more } as unknown as Delivery
}

const seen = (...deliveries: Delivery[]) => ({
  deliveries: () => deliveries,
  exchanges: () => [{ operation: SEND, sentAt: at } as Exchange],
})

const event = (name: string, messageId: string, more: object = {}): string =>
  JSON.stringify({ id: 'evt_1', event: name, channel: 'sms', data: { message_id: messageId, ...more } })

describe('the callbacks of a run', () => {
  it('are those to the webhook, whole, since the first send', () => {
    const text = event('sms.sent', 'm1')
    const strangers = [
      delivery(text, { inbox: 'msg/otp' }),
      delivery(text, { truncated: true }),
      delivery(text, { aborted: true }),
      delivery(text, { arrivedAt: at - 1 }),
    ]
    expect(callbacks(seen(...strangers, delivery(text))).map(({ messageId }) => messageId)).toEqual(['m1'])
    expect(callbacks({ ...seen(delivery(text)), exchanges: () => [] })).toEqual([])
  })

  it('are read behind a byte order mark, and unreadable where they are no object', () => {
    const marked = delivery(`\uFEFF${event('sms.sent', 'm1')}`)
    const list = delivery(`[${event('sms.sent', 'm2')}]`)
    const cut = delivery('{"event":')
    expect(contentOf(marked)).toMatchObject({ event: 'sms.sent' })
    expect(unreadable(seen(marked, list, cut))).toEqual([list, cut])
  })

  it('keep apart what is not described', () => {
    const texts = [
      event('sms.sent', 'm1'),
      event('whatsapp.read', 'm2'),
      '{"event":"typing","channel":"WhatsApp"}',
      '{"event":"webhook.ping","channel":"sms"}',
      '{"type":"ping"}',
      '{"channel":"sms","data":{"message_id":"m3"}}',
    ]
    const all = seen(...texts.map((text) => delivery(text)))
    expect(callbacks(all).filter(isWhatsapp).length).toBe(2)
    expect(smsCallbacks(all).map(({ messageId }) => messageId)).toEqual(['m1', 'm3'])
  })
})

describe('the identity of an event', () => {
  it('is name, message and recipient, whatever its id', () => {
    const first = delivery(event('sms.sent', 'm1', { recipient: '255700000001' }))
    const again = delivery(event('sms.sent', 'm1', { recipient: '255700000001' }).replace('evt_1', 'evt_2'))
    expect(identityOf(again)).toBe(identityOf(first))
    const others = [event('sms.delivered', 'm1'), event('sms.sent', 'm2'), event('sms.sent', 'm1', { recipient: '1' })]
    for (const text of others) expect(identityOf(delivery(text))).not.toBe(identityOf(first))
  })
})

describe('two numbers', () => {
  it('are alike with and without a country code', () => {
    expect(alike('255700000201', '0700000201')).toBe(true)
    expect(alike('255700000201', '255700000202')).toBe(false)
    expect(alike('', '255700000201')).toBe(false)
  })
})
