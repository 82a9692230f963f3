import { expect, test } from 'vitest'
import { deliveryOf } from '../../../../tests/made-up/recorded.ts'
import { mayBegin, type Told } from './lifecycle.ts'

/** When the second place took over, ms. */
const NEXT = 100

const SENT = { event: 'otp.sent', id: 'e1' }
const VERIFIED = { event: 'otp.verified', id: 'e2' }

const first = (before: readonly object[]): Told =>
  ({
    places: { first: { inbox: { deliveries: before.map((each, nth) => deliveryOf(each, { arrivedAt: nth })) } } },
    second: { from: NEXT },
  }) as unknown as Told

test.for<[string, object[], object, boolean]>([
  ['the kind of the one before', [SENT], { ...SENT, id: 'e3' }, true],
  ['a later step', [SENT], VERIFIED, false],
  ['another attempt at the one before', [SENT], SENT, false],
  ['another attempt at a later one before', [SENT, VERIFIED], VERIFIED, false],
  // What says nothing of its step may be any.
  ['no kind', [SENT], { id: 'e3' }, true],
  ['a kind, where the one before has none', [{ id: 'e1' }], VERIFIED, true],
  ['a kind, where nothing came before', [], VERIFIED, true],
])('what comes late to the first place may begin a code where it is of %s', ([_, before, late, expected]) => {
  expect(mayBegin(first(before), deliveryOf(late, { arrivedAt: NEXT }))).toBe(expected)
})
