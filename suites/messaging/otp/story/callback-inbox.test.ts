import { expect, test } from 'vitest'
import { deliveryOf } from '../../../../tests/made-up/recorded.ts'
import { type CallbackUrl, since } from './callback-inbox.ts'

test('what came in a span of time came from its first moment on and before its last one', () => {
  const deliveries = [99, 100, 101, 199, 200].map((arrivedAt) => deliveryOf({}, { id: `d${arrivedAt}`, arrivedAt }))
  const place = { inbox: { deliveries } } as unknown as CallbackUrl
  expect(since(place, 100, 200).map(({ id }) => id)).toEqual(['d100', 'd101', 'd199'])
  expect(since(place, 200).map(({ id }) => id)).toEqual(['d200'])
})
