import { expect, test } from 'vitest'
import type { SendRequest } from '../../../../kit/http/client.ts'
import { json } from '../../../../kit/http/exchange.ts'
import type { JsonObject } from '../../../../kit/target/file/parts.ts'
import type { FixtureContext } from '../../define.ts'
import { type Plan, tryResend } from './bisect.ts'

/** A target that answers every resend with the status that the function gives its body. */
function answering(statusOf: (body: JsonObject) => number): { t: FixtureContext; sent: string[][] } {
  const sent: string[][] = []
  const send = async (request: SendRequest) => {
    const body = json({ body: request.body ?? Buffer.alloc(0) }) as JsonObject
    sent.push(Object.keys(body).toSorted())
    return { ...request, request, response: { status: statusOf(body), headers: [], body: Buffer.alloc(0) } }
  }
  const service = { baseUrl: 'http://127.0.0.1:1' }
  return {
    t: { seed: 0, service, send, exchanges: () => [], pause: async () => undefined } as unknown as FixtureContext,
    sent,
  }
}

const plan: Plan = {
  label: 'x',
  as: { key: { name: 'bound', value: 'k' } },
  base: { phone: 'p' },
  groups: { a: { a: 1 }, b: { b: 1, c: 1 } },
}

test('one resend is enough where everything is taken', async () => {
  const { t, sent } = answering(() => 200)
  const { accepted, whole, refused } = await tryResend(t, plan)
  expect(accepted).toBe(whole)
  expect(refused).toEqual({})
  expect(sent).toEqual([['a', 'b', 'c', 'phone']])
})

test('a refusal is pinned to its group, and the resend goes out without it', async () => {
  const { t, sent } = answering(({ b }) => (b === undefined ? 200 : 422))
  const { accepted, refused } = await tryResend(t, plan)
  expect(Object.keys(refused)).toEqual(['b'])
  expect(accepted?.response?.status).toBe(200)
  expect(sent.at(-1)).toEqual(['a', 'phone'])
  // In other words, then plainly.
  expect(sent).toHaveLength(6)
})

test('where the base is refused no group is blamed', async () => {
  const { t, sent } = answering(() => 400)
  const { accepted, base, refused } = await tryResend(t, plan)
  expect([accepted, refused]).toEqual([undefined, {}])
  expect(base?.response?.status).toBe(400)
  expect(sent).toHaveLength(3)
})

test.each([500, 503])('a %i is no refusal of a member: it is asked once more as it is', async (status) => {
  const { t, sent } = answering(() => status)
  const { accepted, refused } = await tryResend(t, plan)
  expect([accepted, refused]).toEqual([undefined, {}])
  expect(sent).toEqual([
    ['a', 'b', 'c', 'phone'],
    ['a', 'b', 'c', 'phone'],
  ])
})

test.each([401, 403])('a %i that stays may have its cause in a member', async (status) => {
  const { t } = answering(({ b }) => (b === undefined ? 200 : status))
  const { accepted, refused } = await tryResend(t, plan)
  expect([accepted?.response?.status, Object.keys(refused)]).toEqual([200, ['b']])
})

test('trouble that passes leaves no trace', async () => {
  const statuses = [503, 200]
  const { t } = answering(() => statuses.shift() ?? 200)
  const { accepted, refused, left = [] } = await tryResend(t, plan)
  expect([accepted?.response?.status, refused, left]).toEqual([200, {}, []])
})

test('groups that are taken one by one and not together are left, and none is blamed', async () => {
  const { t } = answering(({ a, b }) => (a !== undefined && b !== undefined ? 422 : 200))
  const { accepted, refused, left } = await tryResend(t, plan)
  expect([accepted?.response?.status, refused, left]).toEqual([200, {}, ['a', 'b']])
})

test('another form of a group is asked where the first one is refused', async () => {
  const { t } = answering(({ b }) => (b === 1 ? 422 : 200))
  const { refused, instead } = await tryResend(t, { ...plan, instead: { b: { b: 2 } } })
  expect(Object.keys(refused)).toEqual(['b'])
  expect(instead?.b?.response?.status).toBe(200)
})
