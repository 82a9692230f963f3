import { expect, test } from 'vitest'
import type { ReportedExchange } from '../../kit/evidence/recorder.ts'
import { repeatedBy } from './evidence-messages.ts'

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
