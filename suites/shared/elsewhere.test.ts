import { expect, test } from 'vitest'
import type { SharedContext } from '../../kit/check/context.ts'
import type { SendRequest } from '../../kit/http/client.ts'
import { exchangeOf } from '../../tests/made-up/recorded.ts'
import { askedElsewhere, judgeElsewhere } from './elsewhere.ts'

const BASE = 'http://127.0.0.1/shop'
const PREFIXES = { promised: '/api/v1', others: ['/api/v2', ''] }
const missing = exchangeOf({ operation: 'PUT /api/v1/loans/me', url: `${BASE}/api/v1/loans/me`, status: 404 })

/** What is concluded of it where the paths of a server answer so. */
async function concluded(statusAt: (path: string) => number, all = [missing]) {
  const [said, paths]: [string[], string[]] = [[], []]
  const t = {
    send: async ({ method, url }: SendRequest) => {
      const path = url.slice(BASE.length)
      paths.push(`${method} ${path}`)
      return exchangeOf({ url, status: statusAt(path) })
    },
    conclude: (_: string, { actual }: { actual: string }) => said.push(`fail: ${actual}`),
    markUnexercised: (_: string, __: string, reason: string) => said.push(reason),
  }
  await judgeElsewhere(t as object as SharedContext, 'lib.prefix', BASE, all, PREFIXES)
  return { said, paths }
}

test('an endpoint that stands under another prefix is there in place of where it was promised', async () => {
  const { said } = await concluded((path) => (path === '/api/v2/loans/me' ? 401 : 404))
  expect(said[0]).toMatch(/^fail: one under \/api\/v2 \(401/)
})

test('one that stands nowhere is merely missing', async () => {
  const { said, paths } = await concluded(() => 404)
  expect(said).toEqual(['PUT /api/v1/loans/me: found nowhere else'])
  expect(paths).toEqual(['PUT /api/v2/loans/me', 'PUT /loans/me'])
  expect(paths.length).toBeLessThanOrEqual(askedElsewhere(1, PREFIXES))
})

test('whoever turns every stranger away says nothing by that', async () => {
  const { said } = await concluded(() => 401)
  expect(said).toEqual(['PUT /api/v1/loans/me: found nowhere else'])
})

test('where nothing is missing nothing is asked', async () => {
  const { said, paths } = await concluded(() => 200, [])
  expect(said).toEqual(['no endpoint is missing that could stand elsewhere'])
  expect(paths).toEqual([])
})
