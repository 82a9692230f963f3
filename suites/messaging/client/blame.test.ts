import { expect, test } from 'vitest'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { blamed } from './blame.ts'

const answer = (body: unknown): Exchange => ({
  id: 'x1',
  service: 'messaging',
  check: '',
  label: '',
  operation: '',
  key: '',
  request: { method: 'POST', url: 'http://127.0.0.1/', headers: [], body: Buffer.alloc(0) },
  response: { status: 422, headers: [], body: Buffer.from(JSON.stringify(body)) },
  sentAt: 0,
  endedAt: 0,
})

test('names the members of each of the three error bodies', () => {
  const detail = [{ loc: ['body', 'otp_length'], msg: '', type: '' }, { loc: ['path', 'id', 0] }, null]
  expect([...blamed(answer({ detail }))]).toEqual(['body', 'otp_length', 'path', 'id'])
  expect([...blamed(answer({ error: { code: 'c', message: 'm', details: { up_to: 'no' } } }))]).toEqual(['up_to'])
  expect([...blamed(answer({ errors: [{ code: 'c', field: 'body.up_to' }, 3] }))]).toContain('up_to')
})

test('blames nobody where a body names nobody', () => {
  expect(blamed(answer({ detail: 'bad request' })).size).toBe(0)
  expect(blamed(answer([])).size).toBe(0)
})
