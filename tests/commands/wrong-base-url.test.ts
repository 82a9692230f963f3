import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Report } from '../../kit/report/report.ts'
import { assay, emptyFolder, withoutPlan } from '../command.ts'
import { httpServer, type Listening } from '../servers.ts'

const KEY = 'sk_live_0123456789abcdef'

const open: Listening[] = []
afterAll(() => {
  for (const each of open) each.close()
})

/**
 * Reads payments below its own address, and has none.
 * @param unrouted error code of a path that it does not know
 */
async function opened(unrouted = 'NO_ROUTE'): Promise<string> {
  const server = await httpServer(({ url = '', headers: { authorization } }, response) => {
    const [status, code] =
      authorization !== `Bearer ${KEY}`
        ? [401, 'invalid_api_key']
        : /^\/api\/v1\/payments\/[\da-f-]{36}$/.test(url)
          ? [404, 'RESOURCE_NOT_FOUND']
          : /^\/api\/v1\/payments\/[^/]+$/.test(url)
            ? [400, 'INVALID_ID']
            : [404, unrouted]
    response.writeHead(status, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ status: 'error', code: status, error_code: code, message: `no ${url}` }))
  })
  open.push(server)
  return server.url
}

describe.concurrent('a base URL that is wrong by a part, of a service that asks for the key before it looks at the path', () => {
  const run = async (base: string, ...args: readonly string[]) => runAt(await opened(), base, ...args)
  const runAt = async (url: string, base: string, ...args: readonly string[]) => {
    const payment = { baseUrl: `${url}${base}`, keys: { live: ['${PAY_KEY}'] } }
    const cwd = emptyFolder()
    const config = join(emptyFolder(), 'target.json')
    writeFileSync(config, JSON.stringify({ payment }))
    const ended = await assay(['run', '--config', config, ...args], { cwd, env: { PAY_KEY: KEY } })
    return { ...ended, url, cwd }
  }
  const said = (base: string, url: string): string =>
    `no payment service is seen at ${url}${base}: every read with a key answers 404 there, while GET /api/v1/payments/{id} answers 404 RESOURCE_NOT_FOUND at ${url}. Its base URL is ${url}`

  test.each(['/api', '/foo'])('%s is named, with the right one', async (base) => {
    const { code, stdout, stderr, url, cwd } = await run(base)
    expect({ code, stdout }).toEqual({ code: 5, stdout: '' })
    expect(withoutPlan(stderr)).toContain(`assay: ${said(base, url)}\n`)
    // Of a run that found nobody there is nothing to keep.
    expect(existsSync(join(cwd, '.assay'))).toBe(false)
  })

  test('one that ends in a path of the document is named by that', async () => {
    const { code, stderr, url } = await run('/api/v1/payments')
    expect(code).toBe(5)
    expect(stderr).toContain(
      `no payment service is seen at ${url}/api/v1/payments: its base URL ends in /api/v1/payments, with which a path of the document begins`,
    )
    expect(stderr).toMatch(new RegExp(`Its base URL is ${url}\\n$`))
  })

  test('also where every path is answered as a payment that is not there', async () => {
    const url = await opened('RESOURCE_NOT_FOUND')
    const { code, stderr } = await runAt(url, '/api')
    expect(code).toBe(5)
    expect(withoutPlan(stderr)).toContain(
      `assay: no payment service is seen at ${url}/api: every path answers 404 RESOURCE_NOT_FOUND there, be it one that is documented or not, while GET /api/v1/payments/not-an-id answers 400 INVALID_ID at ${url}. Its base URL is ${url}\n`,
    )
  })

  test('reports say so, too', async () => {
    const { code, stdout, url, cwd } = await run('/api', '--json', '-')
    const report = JSON.parse(stdout) as Report
    const answers = report.exchanges.filter(({ response }) => response !== undefined)
    expect({ code, answers }).toEqual({ code: 5, answers: [] })
    expect(report.run).toMatchObject({ stopped: 'gone', because: said('/api', url) })
    expect(existsSync(join(cwd, '.assay'))).toBe(false)
  })

  test('init writes no file for it', async () => {
    const url = await opened()
    const cwd = emptyFolder()
    const { code, stderr } = await assay(['init', '--payment', `${url}/api`, '--key', KEY], { cwd })
    expect(code).toBe(5)
    expect(stderr).toContain(`assay: ${said('/api', url)}\n`)
    expect(readdirSync(cwd)).toEqual([])
  })

  test('at the right one it is judged', async () => {
    const { code, stdout } = await run('', '--only', 'pay.id.missing-read')
    expect(stdout).toMatch(/^nothing broken/m)
    expect(code).toBe(0)
  })
})
