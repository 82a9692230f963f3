import { expect, test } from 'vitest'
import type { ReportedExchange } from '../../kit/evidence/recorder.ts'
import { bothCommands, repeatedBy } from './evidence-messages.ts'

const exchange = (id: string, sentAt: number, curl: string): ReportedExchange =>
  ({ id, sentAt, curl }) as unknown as ReportedExchange

const keyed = (key: string): string =>
  `curl -X POST http://127.0.0.1/loans -H 'Request-Key: key-'"\${RUN:-run$(date +%s)}"-${key} --data-binary '{}'`

test('a request that repeats a name in its body is shown behind the first one with it', () => {
  const named = (name: string, key: string): string =>
    `${keyed(key).replace("'{}'", '')}'{"name":"Book-'"\${RUN:-run$(date +%s)}"'-${name}"}'`
  const [first, again] = [exchange('x1', 1, named('7', '1')), exchange('x2', 2, named('7', '2'))]
  expect(repeatedBy({ exchanges: [first, again] }, again)).toBe(first)
  expect(
    repeatedBy({ exchanges: [exchange('x3', 3, named('70', '3'))] }, exchange('x4', 4, named('7', '4'))),
  ).toBeUndefined()
})

test('a request that repeats another is shown behind the first of its kind', () => {
  const [first, other, again] = [
    exchange('x1', 1, keyed('1')),
    exchange('x2', 2, keyed('2')),
    exchange('x3', 3, keyed('1')),
  ]
  const exchanges = [first, other, again]
  expect(repeatedBy({ exchanges }, again)).toBe(first)
  expect(repeatedBy({ exchanges }, first)).toBeUndefined()
  expect(repeatedBy({ exchanges }, other)).toBeUndefined()
  expect(repeatedBy({ exchanges }, exchange('x4', 4, 'curl http://127.0.0.1/loans'))).toBeUndefined()
})

test('between two requests the shell waits as the run did, and what the run brought about meanwhile is named', () => {
  const id = '8d0e7b1e-0b0f-4f0e-9b0a-0a0a0a0a0a0a'
  const first = { ...exchange('x1', 1000, 'curl one'), endedAt: 1100, response: { body: `{"id":"${id}"}` } }
  const pair = (sentAt: number, steps: readonly object[] = []) =>
    bothCommands({ steps } as never, first as never, exchange('x2', sentAt, 'curl two'))
  expect(pair(1200)).toEqual(['curl one', 'curl two'])
  expect(pair(1050)).toEqual(['curl one &', 'curl two', 'wait'])
  expect(pair(3600)).toEqual(['curl one', 'sleep 3', 'curl two'])
  expect(pair(900_000)).toEqual(['curl one', 'sleep 30', 'curl two'])
  const step = (text: string, kind = 'call') => ({ check: 'c', recipe: 'returned', kind, text, startedAt: 1150 })
  const steps = [step(`POST /loans/${id}/return`), step('POST /loans/other/return'), step(`GET /loans/${id}`, 'probe')]
  expect(pair(1200, steps)).toEqual([
    'curl one',
    '# here the run had returned brought about: POST /loans/{id}/return',
    'curl two',
  ])
})
