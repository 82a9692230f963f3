import { expect, test } from 'vitest'
import { exchangeOf, saidBy } from '../../../tests/made-up/recorded.ts'
import { CREATE, READ } from '../client/api.ts'
import { version } from './version.ts'

const ABSENT = { error_code: 'RESOURCE_NOT_FOUND' }
/** Of a payment that is not told by its id: the path may well be there. */
const read = (status: number, answer?: unknown) =>
  exchangeOf({ operation: READ, status, answer, url: 'http://127.0.0.1/api/v1/payments/7' })
const created = (status: number) => exchangeOf({ operation: CREATE, status, answer: ABSENT })

test.for([
  ...[200, 201, 400, 402, 500].map((status) => [status, 'pass'] as const),
  // A gateway that stands before every path gives these, too.
  ...[401, 403, 429].map((status) => [status, 'unexercised'] as const),
  ...[404, 405].map((status) => [status, 'fail'] as const),
])('creations that are answered %i show of their prefix: %s', async ([status, expected]) => {
  const rule = version.find(({ id }) => id === 'pay/version/prefix')
  expect(await saidBy(rule, { exchanges: [created(status)] })).toEqual([`${expected} pay.version.prefix`])
})

test.for<[string, ReturnType<typeof read>[], string]>([
  ['of a payment that is not there', [read(404, ABSENT)], 'unexercised'],
  ['that no envelope gives', [read(404, 'Not Found')], 'fail'],
  ['beside an endpoint that stands', [read(404, 'Not Found'), created(201)], 'pass'],
])('a 404 %s', async ([_, exchanges, expected]) => {
  const rule = version.find(({ id }) => id === 'pay/version/prefix')
  expect(await saidBy(rule, { exchanges })).toEqual([`${expected} pay.version.prefix`])
})
