import { expect, test } from 'vitest'
import { Silence } from './silence.ts'

const ANSWER = { response: { status: 200, headers: [], body: Buffer.alloc(0) } } as never
const TIMEOUT = { fault: { kind: 'timeout', message: 'nothing came within 10 s' } } as const
const RESET = { fault: { kind: 'reset', message: 'closed' } } as const

test('whoever has waited in vain for an operation waits less for it, until something comes', () => {
  const silence = new Silence()
  expect(silence.patienceMs('POST /refresh')).toBeUndefined()
  silence.came('POST /refresh', RESET, 3)
  expect(silence.patienceMs('POST /refresh')).toBeUndefined()
  silence.came('POST /refresh', TIMEOUT, 10_000)
  expect(silence.patienceMs('POST /refresh')).toBe(2_000)
  expect(silence.patienceMs('GET /payments')).toBeUndefined()
  silence.came('POST /refresh', ANSWER, 30)
  expect(silence.patienceMs('POST /refresh')).toBeUndefined()
})

test('one whose answers take long is given as much', () => {
  const silence = new Silence()
  silence.came('GET /slow', ANSWER, 1_500)
  silence.came('GET /slow', TIMEOUT, 10_000)
  expect(silence.patienceMs('GET /slow')).toBe(6_000)
})

test('one that is not given as long is told with how long the first was waited for', () => {
  const silence = new Silence()
  const short = { fault: { kind: 'timeout', message: 'nothing came within 2 s' } } as const
  expect(silence.came('GET /slow', TIMEOUT, 10_000)).toEqual(TIMEOUT)
  expect(silence.came('GET /slow', short, 2_000)).toEqual({
    fault: { kind: 'timeout', message: 'nothing came within 2 s; for one before it nothing came within 10 s' },
  })
  expect(silence.came('GET /slow', RESET, 0)).toEqual(RESET)
})
