import { expect, test } from 'vitest'
import { contextOf, deliveryOf, exchangeOf } from '../../../../tests/made-up/recorded.ts'
import type { CheckContext } from '../../define.ts'
import { concludeChannel, mayBegin, type Told } from './lifecycle.ts'

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

/** What is said of the code by another channel, where these callbacks came to the first place and to the second one. */
function saidOf(channels: readonly [string, string], came: readonly [object[], object[]], refused = {}): string[] {
  const accepted = exchangeOf({ status: 200 })
  const [rich, second, nulls] = [...channels, channels[0]].map((channel, nth) => ({
    ...{ channel, from: nth * NEXT },
    trial: { accepted, whole: accepted, refused: nth === 1 ? refused : {} },
  }))
  const place = (own: object[], from: number) => ({
    inbox: { deliveries: own.map((each, nth) => deliveryOf(each, { arrivedAt: from + nth })) },
  })
  const places = { first: place(came[0], 0), second: place(came[1], NEXT) }
  const { t, said } = contextOf<CheckContext>({})
  concludeChannel(t, { places, rich, second, nulls } as unknown as Told)
  return said
}

const TOLD = 'msg.otp.callback-delivered'

test.for<[string, ReturnType<typeof saidOf>, string[]]>([
  ['is told of as one by SMS', saidOf(['sms', 'call'], [[SENT], [VERIFIED]]), [`pass ${TOLD}`]],
  ['is not', saidOf(['sms', 'call'], [[SENT], []]), [`warn ${TOLD}`]],
  ['is of the same one', saidOf(['sms', 'sms'], [[SENT], []]), []],
  ['took no callback_url', saidOf(['sms', 'call'], [[SENT], []], { callback: '422' }), []],
  ['is not, nor was that by SMS', saidOf(['sms', 'call'], [[], []]), []],
])('a code by another channel %s', ([_, said, expected]) => {
  expect(said).toEqual(expected)
})
