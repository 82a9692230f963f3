import { expect, test } from 'vitest'
import { ABANDONED, type Exchange } from '../../http/exchange.ts'
import type { Evidence } from '../context.ts'
import { noAnswer, unansweredIn, withSilence } from './unanswered.ts'

const of = (id: string, came: object): Exchange =>
  ({
    id,
    label: id,
    operation: 'POST /loans',
    request: { method: 'POST', url: 'http://127.0.0.1/loans' },
    ...came,
  }) as Exchange
const answered = (id: string) => of(id, { response: { status: 200 } })
const silent = (id: string) => of(id, { fault: { kind: 'reset', message: 'the connection was closed' } })
const dropped = (id: string) => of(id, { fault: { kind: 'reset', message: ABANDONED } })
const delivery = { id: 'd1', inbox: 'own' } as Evidence

test('one request without an answer leaves what stands on it open, unless the suite did not wait for it', () => {
  expect(unansweredIn([answered('x1'), answered('x2')])).toBeUndefined()
  expect(unansweredIn([answered('x1'), silent('x2'), delivery])?.id).toBe('x2')
  expect(unansweredIn([dropped('x1'), answered('x2')])).toBeUndefined()
  expect(unansweredIn([dropped('x1'), silent('x2')])?.id).toBe('x2')
  expect(unansweredIn([delivery])).toBeUndefined()
})

test('of many at once half may go without', () => {
  const five = (many: number) => Array.from({ length: 5 }, (_, at) => (at < many ? silent : answered)(`x${at}`))
  expect(unansweredIn(five(2))).toBeUndefined()
  expect(unansweredIn(five(3))?.id).toBe('x0')
})

test('is told with the request and what became of it', () => {
  expect(noAnswer(silent('x1'))).toBe('POST /loans (x1): the connection was closed')
})

test('a server error is no refusal', () => {
  const failed = of('x1', { response: { status: 500 } })
  for (const beside of [answered('x0'), failed, delivery])
    expect(withSilence('a term of 7 days is refused', [beside, failed])).toBe('POST /loans (x1) was answered 500')
  // One that was brought about beside a refusal is no word on that.
  const refused = of('x2', { response: { status: 422 } })
  expect(withSilence('the loan is refused', [failed, refused])).toBe('the loan is refused')
  expect(withSilence('a term of 7 days is refused', [of('x1', { response: { status: 422 } })])).toBe(
    'a term of 7 days is refused',
  )
  // What names the status itself, or speaks of something else, says enough.
  expect(withSilence('the loan was refused with 500', [failed])).toBe('the loan was refused with 500')
  expect(withSilence('no loan was shown', [failed])).toBe('no loan was shown')
})
