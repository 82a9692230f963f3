import { expect, test } from 'vitest'
import type { SendRequest } from '../../../kit/http/client.ts'
import { json } from '../../../kit/http/exchange.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import type { FixtureContext } from '../define.ts'
import { type Plan, tryResend } from './bisect.ts'

/** A target that answers every resend with the status that the function gives its body. */
function answering(statusOf: (body: JsonObject) => number): { t: FixtureContext; sent: string[][] } {
  const sent: string[][] = []
  const send = async (request: SendRequest) => {
    const body = json({ body: request.body ?? Buffer.alloc(0) }) as JsonObject
    sent.push(Object.keys(body))
    return { ...request, response: { status: statusOf(body), headers: [], body: Buffer.alloc(0) } }
  }
  const service = { baseUrl: 'http://127.0.0.1:1' }
  return { t: { service, send, exchanges: () => [] } as unknown as FixtureContext, sent }
}

const plan: Plan = { label: 'x', as: {}, base: { phone: 'p' }, groups: { a: { a: 1 }, b: { b: 1, c: 1 } } }

test('one resend is enough where everything is taken', async () => {
  const { t, sent } = answering(() => 200)
  const { accepted, whole, refused } = await tryResend(t, plan)
  expect(accepted).toBe(whole)
  expect(refused).toEqual({})
  expect(sent).toEqual([['phone', 'a', 'b', 'c']])
})

test('a refusal is pinned to its group, and the resend goes out without it', async () => {
  const { t, sent } = answering(({ b }) => (b === undefined ? 200 : 422))
  const { accepted, refused } = await tryResend(t, plan)
  expect(Object.keys(refused)).toEqual(['b'])
  expect(accepted?.response?.status).toBe(200)
  expect(sent.at(-1)).toEqual(['phone', 'a'])
  expect(sent).toHaveLength(5)
})

test('where the base is refused no group is blamed', async () => {
  const { t, sent } = answering(() => 400)
  const { accepted, base, refused } = await tryResend(t, plan)
  expect([accepted, refused]).toEqual([undefined, {}])
  expect(base?.response?.status).toBe(400)
  expect(sent).toHaveLength(2)
})

test('a server error is no refusal', async () => {
  const { t, sent } = answering(() => 500)
  expect((await tryResend(t, plan)).accepted).toBeUndefined()
  expect(sent).toHaveLength(1)
})
