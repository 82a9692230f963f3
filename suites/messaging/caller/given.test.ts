import { expect, test } from 'vitest'
import type { Delivery } from '../../../kit/webhooks/delivery.ts'
import { contextOf, deliveryOf } from '../../../tests/made-up/recorded.ts'
import type { Played } from '../../shared/caller/scenario.ts'
import type { CheckContext } from './define.ts'
import { GIVEN, judgeGiven } from './given.ts'

const { content, recipients } = GIVEN.send as { readonly content: string; readonly recipients: readonly string[] }
const send = (body: unknown): Delivery => ({ ...deliveryOf(body), method: 'POST', below: '/v1/message/send-instant' })

test.for<[string, Delivery[], string]>([
  ['all of it', [send({ content, recipients })], 'pass'],
  [
    'all of it, in a request for each recipient',
    recipients.map((phone) => send({ content, recipients: [phone] })),
    'pass',
  ],
  ['one of two recipients', [send({ content, recipients: recipients.slice(0, 1) })], 'fail'],
  ['another content', [send({ content: 'Habari', recipients })], 'fail'],
  ['no JSON', [send('content=Habari')], 'unexercised'],
  ['no JSON at second', [send({ content, recipients }), send('content=Habari')], 'unexercised'],
  ['nothing', [], 'blocked'],
])('a send that holds %s', ([_, requests, expected]) => {
  const { t, said } = contextOf<CheckContext>({})
  judgeGiven(t, 'send', { requests, told: { ok: true } } as unknown as Played)
  expect(said).toEqual([`${expected} msg-caller.request.as-given`])
})

test('a client that refuses what it is given by itself is as good', () => {
  const { t, said } = contextOf<CheckContext>({})
  judgeGiven(t, 'send', { requests: [], told: { ok: false } } as unknown as Played)
  expect(said).toEqual(['inapplicable msg-caller.request.as-given'])
})
