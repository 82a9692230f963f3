import { expect, test } from 'vitest'
import type { Exchange, TransportFault } from '../../../kit/http/exchange.ts'
import { brokeOver, decided, Undecided } from './findings.ts'

const answered = (status: number) =>
  ({ response: { status, headers: [], body: Buffer.alloc(0) } }) as unknown as Exchange
const unanswered = (kind: TransportFault['kind']) => ({ fault: { kind, message: kind } }) as Exchange

test.each([
  ['a 400', answered(400), false],
  ['a 500', answered(500), true],
  ['silence', unanswered('timeout'), true],
  ['a connection that is closed', unanswered('reset'), true],
  ['what is no HTTP', unanswered('garbage'), true],
])('%s', (_, exchange, broke) => {
  expect(brokeOver(exchange)).toBe(broke)
})

test.each(['refused', 'dns', 'tls', 'stopped'] as const)('%s says nothing of the value', (kind) => {
  expect(() => brokeOver(unanswered(kind))).toThrow(Undecided)
})

test.each([429, 502, 503, 504])('an answer %i is that of somebody else, and says nothing of the value', (status) => {
  expect(() => decided(answered(status))).toThrow(Undecided)
  expect(() => brokeOver(answered(status))).toThrow(Undecided)
})
