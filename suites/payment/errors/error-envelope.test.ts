import { expect, test } from 'vitest'
import { type Answered, exchangeOf, saidBy } from '../../../tests/made-up/recorded.ts'
import { CREATE } from '../client/api.ts'
import { errorEnvelope } from './error-envelope.ts'

/** A request of a check that sends bad input, so many ms after the first one; it breaks off where it has no status. */
const bad = (at: number, status?: number, label = 'a body cut off'): Answered => ({
  ...{ id: `x${at}`, operation: CREATE, label, at },
  ...(status === undefined ? {} : { status, answer: { error_code: 'INVALID_REQUEST' } }),
})

const said = (answers: readonly Answered[], check = 'pay/validation/malformed') =>
  saidBy(
    errorEnvelope.find(({ id }) => id === 'pay/error-envelope/handled'),
    { exchanges: answers.map((each) => ({ ...exchangeOf(each), check })) },
  )

test.for<[string, Answered[], string[]]>([
  ['is refused', [bad(0, 400)], ['pass']],
  ['is a crash', [bad(0, 500)], ['fail']],
  ['breaks the connection each time', [bad(0), bad(1)], ['fail', 'fail']],
  // It broke by chance.
  ['breaks the connection, and is refused the second time', [bad(0), bad(1, 400)], ['pass']],
  ['breaks the connection, where other input is refused', [bad(0), bad(1, 400, 'a list')], ['fail']],
])('bad input %s', async ([_, answers, expected]) => {
  expect(await said(answers)).toEqual(expected.map((each) => `${each} pay.error.handled`))
})

const page = (at: number, more: Answered = {}): Answered => ({
  ...{ id: `p${at}`, operation: CREATE, label: 'a retry', at, status: 502, answer: '<html>Bad Gateway</html>' },
  ...more,
})

test.for<[string, Answered[], boolean]>([
  ['alone', [page(0)], true],
  ['each time', [page(0), page(5)], true],
  ['once, where the same is answered afterwards', [page(0), bad(5, 400, 'a retry')], false],
  ['after the last answer', [bad(0, 400, 'a retry'), page(5_000)], true],
])('a page of a gateway %s', async ([_, answers, warns]) => {
  const verdicts = await saidBy(
    errorEnvelope.find(({ id }) => id === 'pay/error-envelope/envelope'),
    { exchanges: answers.map((each) => ({ ...exchangeOf(each), check: 'pay/idempotency/replay' })) },
  )
  expect(verdicts.includes('warn pay.error.envelope')).toBe(warns)
})
