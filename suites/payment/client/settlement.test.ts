import { expect, test } from 'vitest'
import { failure } from './settlement.ts'

const TRAP = 'http://127.0.0.1/trap'

test.for<[string, number, string | undefined, Record<string, string>]>([
  ['a redirect leads to the trap', 302, TRAP, { Location: TRAP }],
  ['a redirect without a trap leads nowhere', 302, undefined, {}],
  // Nothing but a redirect may lead a sender there.
  ['another failure leads nowhere', 503, TRAP, {}],
])('%s', ([_, status, trap, headers]) => {
  expect(failure(status, trap)).toEqual({ kind: 'status', status, headers })
})
