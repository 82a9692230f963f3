import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import type { Report } from '../../kit/report/report.ts'
import { assay, emptyFolder } from '../command.ts'

/** A client of a few lines on what Node brings, behind a driver. */
const DRIVER = `
import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline'
import { appendFileSync } from 'node:fs'
appendFileSync('pids', process.pid + '\\n')
createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, operation, baseUrl, apiKey, input } = JSON.parse(line)
  if (operation !== 'create') return console.log(JSON.stringify({ id, unsupported: true }))
  const headers = { Authorization: 'Bearer ' + apiKey, 'Content-Type': 'application/json', 'Idempotency-Key': KEY }
  const ask = () => fetch(baseUrl + '/api/v1/payments', { method: 'POST', headers, body: JSON.stringify(input) })
  const answer = await ask().catch(() => undefined)
  const body = await answer?.json()
  const told = answer?.ok ? { ok: true, result: body } : { ok: false, error: { status: answer?.status, code: body?.error_code } }
  console.log(JSON.stringify({ id, ...told }))
})
`

/** A folder with a client in it. */
function clientIn(script: string): string {
  const folder = emptyFolder()
  writeFileSync(join(folder, 'client.mjs'), script)
  return folder
}

const command = (): string => `${JSON.stringify(process.execPath)} client.mjs`

const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function judged(script: string, ...only: string[]) {
  const folder = clientIn(script)
  const path = join(folder, 'report.json')
  const given = ['run', '--payment-caller', command(), '--json', path, '--only', ...only]
  const done = await assay(given, { cwd: folder })
  return { ...done, folder, report: JSON.parse(readFileSync(path, 'utf8')) as Report }
}

const verdictsOf = (report: Report): Record<string, string> =>
  Object.fromEntries(report.requirements.map(({ id, verdict }) => [id, verdict]))

describe.concurrent('a client behind a command', () => {
  test('is judged by what arrives; what its driver has not is not exercised; nothing of it is left behind', async () => {
    const { code, report, folder } = await judged(
      DRIVER.replace('KEY', 'randomUUID()'),
      'pay-caller/requests/*',
      'pay-caller/keys/*',
      'pay-caller/success/read',
    )
    expect(code).toBe(0)
    expect(verdictsOf(report)).toMatchObject({
      'pay-caller.request.bearer': 'pass',
      'pay-caller.key.per-payment': 'pass',
      'pay-caller.read.status': 'unexercised',
    })
    expect(JSON.stringify(report)).not.toMatch(/sk_live_[0-9a-f]{24}/)
    const pids = readFileSync(join(folder, 'pids'), 'utf8').trim().split('\n').map(Number)
    // Whoever takes in orphans reaps them in its own time.
    await vi.waitFor(() => expect(pids.filter(isThere)).toEqual([]), { timeout: 20_000, interval: 50 })
  })

  test('that breaks a statement ends the run with 1', async () => {
    const { code, stdout } = await judged(DRIVER.replace('KEY', '"merchant"'), 'pay-caller/keys/per-payment')
    expect({ code, stdout }).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('expected two keys, got one key'),
    })
  })

  test.each([
    ['dies', 'throw new Error("no such module")', 'the driver gave no answer'],
    ['logs on its output', 'console.log("starting"); setInterval(() => {}, 1000)', 'which is no JSON object'],
  ])('that %s is told so, and accused of nothing', async (_, script, told) => {
    const { code, report } = await judged(script, 'pay-caller/keys/per-payment')
    expect(code).toBe(3)
    expect(JSON.stringify(report.requirements)).toContain(told)
    expect(Object.values(verdictsOf(report))).not.toContain('fail')
  })
})
