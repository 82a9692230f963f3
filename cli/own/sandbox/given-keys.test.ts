import { expect, test } from 'vitest'
import { givenKeys } from './given-keys.ts'

test('keys go to their service, live ones as a list', () => {
  expect(
    givenKeys(
      [
        'payment.live=sk_live_first',
        'messaging.bound=my-own-key',
        'payment.live=sk_live_other',
        'payment.signingKey=a=b=c=d=e',
      ],
      '--key',
    ),
  ).toEqual({
    payment: { live: ['sk_live_first', 'sk_live_other'], signingKey: 'a=b=c=d=e' },
    messaging: { bound: 'my-own-key' },
  })
})

test('without any, all are made from the seed', () => {
  expect(givenKeys([], '--key')).toEqual({ payment: {}, messaging: {} })
})

test.each([
  [['sk_live_9876543210'], '--key: expected name=value'],
  [['payment.lve=sk_live_0123'], '--key payment.lve: unknown; did you mean payment.live?'],
  [['payment.live=sk_test_0123'], '--key payment.live: its value begins with sk_live_'],
  [['payment.test=sk_live_0123'], '--key payment.test: its value begins with sk_test_'],
  [['messaging.bearer=short'], '--key messaging.bearer: expected at least 8 characters'],
  [['messaging.bearer=has a blank'], '--key messaging.bearer: expected at least 8 characters'],
  [['messaging.bound=the-same-one', 'messaging.bearer=the-same-one'], '--key messaging.bearer: another key'],
])('%j is refused, and its value is not repeated', (texts, message) => {
  expect(() => givenKeys(texts, '--key')).toThrow(message)
  const values = texts.map((text) => text.slice(text.indexOf('=') + 1)).filter((value) => value.length > 5)
  expect(() => givenKeys(texts, '--key')).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining(values[0] ?? 'sk_') }),
  )
})
