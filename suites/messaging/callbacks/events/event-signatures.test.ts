import { expect, test } from 'vitest'
import type { Delivery } from '../../../../kit/webhooks/delivery.ts'
import { deliveryOf, exchangeOf, saidBy } from '../../../../tests/made-up/recorded.ts'
import { SEND } from '../../client/api.ts'
import { smsRun } from '../../sending/sms-timeline.ts'
import { SMS_INBOX } from '../deliveries.ts'
import { eventSignatures } from './event-signatures.ts'

const DIGEST = 'a'.repeat(64)

function saidOf(lines: readonly string[][], claims: readonly string[] = []): Promise<string[]> {
  const deliveries = lines.map(
    (values, index): Delivery => ({
      ...deliveryOf({ event: 'sms.sent' }, { id: `d${index}`, inbox: SMS_INBOX }),
      headers: values.map((value) => ['X-Svc-Signature', value] as const),
    }),
  )
  return saidBy(
    eventSignatures.find(({ id }) => id === 'msg/event-signatures/form'),
    { exchanges: [exchangeOf({ operation: SEND })], deliveries, fixtures: { [smsRun.name]: {} }, claims },
  )
}

const both = (word: string): string[] => [`${word} msg.signature.form`, `${word} msg.signature.lower-case`]

test.for<[string, string[][], string[], string[]]>([
  ['a signature', [[`sha256=${DIGEST}`]], [], both('pass')],
  [
    'one in capitals',
    [[`sha256=${DIGEST.toUpperCase()}`]],
    [],
    ['pass msg.signature.form', 'fail msg.signature.lower-case'],
  ],
  ['one without its scheme', [[DIGEST]], [], ['fail msg.signature.form', 'unexercised msg.signature.lower-case']],
  // A webhook without a secret signs nothing.
  ['none, and no secret', [[], []], [], both('inapplicable')],
  ['none, though there is a secret', [[]], ['messaging.smsWebhook.secret'], both('unexercised')],
  ['an empty one, and no secret', [['']], [], both('unexercised')],
  ['no callback', [], [], both('unexercised')],
])('%s', async ([_, lines, claims, expected]) => {
  expect(await saidOf(lines, claims)).toEqual(expected)
})
