import { expect, test } from 'vitest'
import { exchangeOf } from '../../../tests/made-up/recorded.ts'
import { Records } from './records.ts'

const answer = exchangeOf({ status: 200, answer: { data: { type: 'mobile', status: 'pending' } } })

test('a word that is no status is told with the pointer of the target file that leads to it', () => {
  const pointed = new Records({ status: '/data/type' })
  expect(pointed.slip(answer, 'mobile')).toBe('read at payment.record.status of the target file, /data/type')
  // What another place shows was not read there.
  expect(pointed.slip(answer, 'done')).toBeUndefined()
  expect(new Records({ status: '/data/status' }).slip(answer, 'pending')).toBeUndefined()
  expect(new Records({}).slip(answer, 'mobile')).toBeUndefined()
})

test('an id that is no UUID is told with the pointer of the target file', () => {
  const pointed = new Records({ id: '/data/provider_reference' })
  expect(pointed.slipOfId('prv_1')).toBe(
    'the id, which is no UUID, was read at payment.record.id of the target file, /data/provider_reference',
  )
  expect(pointed.slipOfId('3c90c3cc-0d44-4b50-8888-8dd257360b01')).toBeUndefined()
  expect(new Records({}).slipOfId('prv_1')).toBeUndefined()
})

test('a UUID that each answer has of its own is no id, in an error or beside one', () => {
  const [trace, other, last] = ['a', 'b', 'c'].map((each) => `3c90c3cc-0d44-4b50-8888-8dd257360b0${each}`)
  const id = '5c90c3cc-0d44-4b50-8888-8dd257360b01'
  const created = (status: number, body: object) =>
    exchangeOf({ operation: 'POST /api/v1/payments', status, answer: body })
  const found = new Records({})
  expect(found.id(created(409, { request_id: trace, error_code: 'CONFLICT' }))).toBeUndefined()
  found.settle('POST /api/v1/payments', { id: '/data/id' })
  expect(found.id(created(201, { request_id: trace, data: { id } }))).toBe(id)
  // Behind an answer that does not show it the id is looked for where it was.
  expect(found.id(created(201, { request_id: other, data: {} }))).toBeUndefined()
  expect(found.id(created(201, { request_id: last, data: { id } }))).toBe(id)
  // Another shape has it elsewhere, and does not change where it is looked for.
  expect(found.id(created(201, { request_id: last, payment: { id } }))).toBe(id)
  expect(found.describe()).toEqual(['POST /api/v1/payments: id /data/id'])
})

test.for<[string, { id?: string }, unknown, string]>([
  [
    'a text of another form is named by the line that says so',
    {},
    { data: { id: 'p_1' } },
    '; add payment.record.id: /data/id to the target file',
  ],
  ['no line helps where the id is no text', {}, { data: { id: 1004 } }, ', and 1004 at /data/id'],
  [
    'no place is named that the answer has not got',
    {},
    { ok: true },
    '; where its id has another form, payment.record.id of the target file says where it stands',
  ],
  [
    'a line that the file has is not asked for',
    { id: '/data/id' },
    { ok: true },
    ', and nothing at payment.record.id of the target file, /data/id',
  ],
  [
    'and what stands at its place is told',
    { id: '/data/id' },
    { data: { id: 7 } },
    ', and 7 at payment.record.id of the target file, /data/id',
  ],
])('of a creation without a UUID %s', ([, configured, body, said]) => {
  expect(new Records(configured).inPlaceOfId(exchangeOf({ status: 201, answer: body }))).toBe(said)
})
