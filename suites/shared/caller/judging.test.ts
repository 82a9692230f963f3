import { expect, test } from 'vitest'
import type { SharedContext } from '../../../kit/check/context.ts'
import type { Delivery } from '../../../kit/webhooks/delivery.ts'
import { deduplicatedBy, evenness, flatness, judgeSurfaced } from './judging.ts'

const seconds = (value: number): number => value * 1000

test.each([
  ['no pauses', [2, 1, 9]],
  ['the same pauses', [1000, 1010, 1040]],
])('%s are no backoff', (said, pauses) => {
  expect(flatness(pauses, seconds)).toMatch(said)
})

test.each([[[20, 40, 80]], [[1000, 2000, 4000]], [[1000, 1200, 1500]]])('%s may be one', (pauses) => {
  expect(flatness(pauses, seconds)).toBeUndefined()
})

test('pauses that differ by chance and do not grow are told from those that grow, and from those that differ much', () => {
  const flat = [
    [700, 1200, 1100],
    [1250, 800, 900],
    [900, 2000, 700],
  ]
  expect(evenness(flat)).toBe('about the same pauses: 700 to 1250 ms')
  expect(evenness(flat.slice(0, 1))).toBeUndefined()
  const growing = [
    [1000, 1100, 1500],
    [900, 1200, 1600],
  ]
  expect(evenness(growing)).toBeUndefined()
  // A quarter longer at the end is growth.
  const barely = [
    [1000, 1250],
    [1000, 1250],
  ]
  expect(evenness(barely)).toBeUndefined()
  const random = [
    [900, 100, 1000],
    [400, 3000, 600],
  ]
  expect(evenness(random)).toBeUndefined()
})

/** What is said of a client that tells an operation as done after these requests. */
function saidOf(
  requests: readonly (readonly [method: string, path: string, status: number])[],
  told = { ok: true },
): unknown[] {
  const said: unknown[] = []
  const t = {
    conclude: (_: string, { ok }: { ok: boolean }) => said.push(ok ? 'kept' : 'broken'),
    markUnexercised: () => said.push('unexercised'),
    markBlocked: () => said.push('blocked'),
  } as unknown as SharedContext
  const deliveries = requests.map(
    ([method, below, status]) => ({ method, below, answer: { kind: 'status', status } }) as unknown as Delivery,
  )
  judgeSurfaced(t, 'error.surfaced', { name: 'a creation', requests: deliveries, told }, '403')
  return said
}

test('of an operation for which nothing was sent nothing is said, whatever was told of it', () => {
  expect(saidOf([], { ok: true })).toEqual(['blocked'])
  expect(saidOf([], { ok: false })).toEqual(['blocked'])
})

test('a refusal that is told as done is broken, unless the same request went well when it was sent again', () => {
  expect(saidOf([['POST', '/payments', 403]])).toEqual(['broken'])
  expect(
    saidOf([
      ['POST', '/payments', 403],
      ['POST', '/payments', 201],
    ]),
  ).toEqual(['unexercised'])
  expect(
    saidOf([
      ['POST', '/payments', 403],
      ['GET', '/payments/7', 200],
    ]),
  ).toEqual(['broken'])
  // A redirect is no success.
  expect(
    saidOf([
      ['POST', '/payments', 403],
      ['POST', '/payments', 300],
    ]),
  ).toEqual(['broken'])
})

/** A request with a header and a member of its body. */
const requestWith = (name: string, value: string, json: object): Delivery =>
  ({ headers: [[name, value]], json }) as unknown as Delivery

test.for<[string, Delivery, Delivery, string | undefined]>([
  ['the same header', requestWith('X-Request-Id', '1', {}), requestWith('x-request-id', '1', {}), 'X-Request-Id'],
  ['another value of it', requestWith('X-Request-Id', '1', {}), requestWith('X-Request-Id', '2', {}), undefined],
  [
    'the same member',
    requestWith('A', '1', { message_id: 'm' }),
    requestWith('A', '1', { message_id: 'm' }),
    'message_id',
  ],
  [
    'another value of it',
    requestWith('A', '1', { message_id: 'm' }),
    requestWith('A', '1', { message_id: 'n' }),
    undefined,
  ],
  [
    'a member that tells nothing',
    requestWith('A', '1', { text: 'm' }),
    requestWith('A', '1', { text: 'm' }),
    undefined,
  ],
])('a repetition with %s is recognised by it, or not', ([_, first, again, expected]) => {
  expect(deduplicatedBy(first, again)).toBe(expected)
})
