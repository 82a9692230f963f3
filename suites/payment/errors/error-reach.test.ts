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

test.for<[string, Answered, string]>([
  ['nobody', { fault: 'refused' }, 'came to no response (closed)'],
  ['success', { status: 200, answer: {} }, 'came to 200'],
])('what came to %s is told as that: nobody answered it without an error', async ([_, answer, expected]) => {
  const service = { baseUrl: 'http://h', keys: { live: ['sk_live_1'] } }
  const reasons: string[] = []
  const context = { markUnexercised: (_id: string, _why: string, reason: string) => reasons.push(reason) }
  for (const check of errorReach) await saidBy(check, { answers: [answer, answer], service, context })
  expect(reasons.length).toBeGreaterThan(1)
  for (const reason of reasons) expect(reason.endsWith(expected)).toBe(true)
})
