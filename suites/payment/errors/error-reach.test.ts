import { expect, test } from 'vitest'
import { type Answered, saidBy } from '../../../tests/made-up/recorded.ts'
import { errorReach } from './error-reach.ts'

const ID = 'pay.error.envelope-elsewhere'
const unlisted = errorReach.find(({ id }) => id === 'pay/error-envelope/unlisted')

const page: Answered = { status: 404 }
const bare: Answered = { status: 404, answer: { detail: 'Not Found' } }
const own: Answered = {
  status: 404,
  answer: { status: 'error', code: 404, error_code: 'RESOURCE_NOT_FOUND', message: 'There is no such path' },
}

test.for<[string, Answered[], string[]]>([
  ['by the service', [own], ['pass']],
  ['without the envelope', [bare], ['fail']],
  ['by a page, and a path by the service', [page, own], ['inapplicable', 'pass']],
  ['by a page, and a path without the envelope', [page, bare], ['inapplicable', 'fail']],
  ['by pages alone', [page, page], ['inapplicable', 'inapplicable']],
])('what is not listed is answered %s', async ([_, answers, expected]) => {
  const service = { baseUrl: 'http://h', keys: { live: ['sk_live_1'] } }
  const said = (await saidBy(unlisted, { answers, service })).filter((each) => each.endsWith(ID))
  expect(said).toEqual(expected.map((each) => `${each} ${ID}`))
})
