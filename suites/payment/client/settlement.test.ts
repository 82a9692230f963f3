import { expect, test } from 'vitest'
import { contextOf } from '../../../tests/made-up/recorded.ts'
import type { FixtureContext } from '../define.ts'
import { failure, kindsOf } from './settlement.ts'

const TRAP = 'http://127.0.0.1/trap'

test.for<[string, number, string | undefined, Record<string, string>]>([
  ['a redirect leads to the trap', 302, TRAP, { Location: TRAP }],
  ['a redirect without a trap leads nowhere', 302, undefined, {}],
  // Nothing but a redirect may lead a sender there.
  ['another failure leads nowhere', 503, TRAP, {}],
])('%s', ([_, status, trap, headers]) => {
  expect(failure(status, trap)).toEqual({ kind: 'status', status, headers })
})

test.for<[string, object, string[], string[]]>([
  ['each that has a body', { call: {} }, ['payment.bodies.card'], ['mobile', 'card']],
  ['mobile ones, where no other has a body', { call: {} }, [], ['mobile']],
  // Members of a mobile payment are none of a card's.
  ['mobile ones, where members bring it about', { with: { phone: '255' } }, ['payment.bodies.card'], ['mobile']],
])('an outcome can be brought about for %s', ([_, failed, claims, expected]) => {
  const { t } = contextOf<FixtureContext>({ service: { outcomes: { failed } }, claims })
  expect(kindsOf(t, 'failed')).toEqual(expected)
})
