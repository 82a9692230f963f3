import { expect, test } from 'vitest'
import type { ReportedExchange } from '../../kit/evidence/recorder.ts'
import { repeatedBy } from './evidence-messages.ts'

const exchange = (id: string, sentAt: number, curl: string): ReportedExchange =>
  ({ id, sentAt, curl }) as unknown as ReportedExchange

const keyed = (key: string): string =>
  `curl -X POST http://127.0.0.1/loans -H 'Request-Key: key-'"\${RUN:-run$(date +%s)}"-${key} --data-binary '{}'`

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
