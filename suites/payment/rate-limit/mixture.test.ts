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
