import { expect, test, vi } from 'vitest'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { controlCreation } from './control.ts'

const answer = (status: number) => ({ response: { status, headers: [], body: Buffer.alloc(0) } }) as unknown as Exchange

test.each([
  [400, 'it holds what payment.bodies.card says'],
  [422, 'it holds what payment.bodies.card says'],
  [401, undefined],
  [503, undefined],
  [201, undefined],
])('a creation that is answered %i is told with the body of the target file where that may be why', (status, hint) => {
  const control = vi.fn()
  controlCreation({ control }, answer(status), 'card')
  expect(control.mock.calls).toEqual([[answer(status), expect.anything(), hint]])
})
