import { expect, test } from 'vitest'
import { type Answered, contextOf, exchangeOf } from '../../../tests/made-up/recorded.ts'
import { CREATE, READ } from '../client/api.ts'
import type { FixtureContext } from '../define.ts'
import { isMalformedOfBurst, Mixing } from './mixture.ts'

/** What the requests of a mixture would have executed, if they were taken. */
const ALL = ['nothing', 'profile', 'mobile']

test.for<[string, boolean]>([
  ['burst: a body cut off', true],
  // These are well formed, whatever a target that looks at a part of them makes of it.
  ['burst: an id of nothing', false],
  ['burst: an id that is nearly a UUID', false],
  ['burst', false],
  ['a body cut off', false],
])('%j is a request in which something is malformed: %s', ([label, expected]) => {
  expect(isMalformedOfBurst(exchangeOf({ label }))).toBe(expected)
})

test.for<[string, Partial<Answered>[], string[]]>([
  ['were refused', [{ status: 400 }, { status: 400 }], ALL],
  ['were taken, one of them', [{ status: 400 }, { status: 201 }], ['nothing', 'profile']],
  ['were answered, one of them, as a read is', [{ status: 400 }, { status: 200, operation: READ }], ALL],
])('of a mixture whose first creations %s are left', async ([_, answers, expected]) => {
  const mixed = (asksFor: string) => ({ asksFor, request: () => ({ operation: CREATE, label: asksFor, key: '' }) })
  const mixing = new Mixing(
    ['mobile', 'mobile', ...ALL].map(mixed) as unknown as ConstructorParameters<typeof Mixing>[0],
  )
  const key = { name: 'live[0]', value: 'sk' } as Parameters<Mixing['take']>[1]
  const { t } = contextOf<FixtureContext>({ answers })
  await mixing.send(t, key, mixing.take(t, key, 2))
  expect(mixing.take(t, key, 9).map(({ asksFor }) => asksFor)).toEqual(expected)
})

/** A creation with this key. */
const taken = (key: string, kind: 'mobile' | 'card' = 'mobile', status = 201) =>
  exchangeOf({ operation: CREATE, key, sent: kind === 'card' ? { redirect_url: '' } : { phone: '' }, status })

test.for<[string, string, ReturnType<typeof taken>[], string[]]>([
  ['live key', 'live[0]', [], ALL],
  // What another merchant is refused may be refused for the merchant.
  ['key of another merchant', 'otherMerchant', [], ['nothing']],
  ['key with which the same was taken', 'otherMerchant', [taken('otherMerchant')], ['nothing', 'mobile']],
  ['key with which another kind was taken', 'otherMerchant', [taken('otherMerchant', 'card')], ['nothing']],
  ['key with which the same was refused', 'otherMerchant', [taken('otherMerchant', 'mobile', 400)], ['nothing']],
  ['key, where the same was taken with a live one', 'otherMerchant', [taken('live[0]')], ['nothing']],
])('with a %s is asked for what shows why it is refused', ([_, name, exchanges, expected]) => {
  const mixing = new Mixing(ALL.map((asksFor) => ({ asksFor })) as unknown as ConstructorParameters<typeof Mixing>[0])
  const key = { name, value: 'sk' } as Parameters<Mixing['take']>[1]
  const { t } = contextOf<FixtureContext>({ exchanges })
  expect(mixing.take(t, key, 9).map(({ asksFor }) => asksFor)).toEqual(expected)
})

test('what belongs to one merchant is asked for with a live key alone, whatever was taken with others', () => {
  const own = { asksFor: 'mobile', isOwn: true }
  const { t } = contextOf<FixtureContext>({ exchanges: [taken('otherMerchant')] })
  const left = (name: string) =>
    new Mixing([own] as unknown as ConstructorParameters<typeof Mixing>[0]).take(
      t,
      { name, value: 'sk' } as Parameters<Mixing['take']>[1],
      9,
    )
  expect(left('live[0]')).toEqual([own])
  expect(left('otherMerchant')).toEqual([])
})
