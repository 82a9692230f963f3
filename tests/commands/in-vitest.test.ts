import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '../../kit/report/report.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { emptyFolder } from '../command.ts'
import { httpServer, type Listening } from '../servers.ts'

const VITEST = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
const DOOR = new URL('../../dist/cli/run/in-vitest.js', import.meta.url).href

interface Ended {
  readonly code: number | null
  readonly output: string
  readonly report: Report | undefined
}

/** Runs vitest over a file that asks for the checks with these options, written as code. */
async function tested(options: string, ...args: readonly string[]): Promise<Ended> {
  const folder = emptyFolder()
  const kept = join(folder, 'report.json')
  writeFileSync(
    join(folder, 'promises.test.mjs'),
    `import { writeFileSync } from 'node:fs'
import { assay } from ${JSON.stringify(DOOR)}
const onReport = (report) => writeFileSync(${JSON.stringify(kept)}, JSON.stringify(report))
await assay({ onReport, ${options} })
`,
  )
  const child = spawn(process.execPath, [VITEST, 'run', '--root', folder, '--reporter', 'verbose', ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, output, report: existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : undefined }
}

let service: Awaited<ReturnType<typeof startPaymentService>>
let refusing: Listening
let config = ''
beforeAll(async () => {
  service = await startPaymentService({ timeScale: 60, flaw: 'creates-without-key' })
  config = JSON.stringify(join(emptyFolder(), 'target.json'))
  writeFileSync(JSON.parse(config), JSON.stringify(service.targetFile()))
  refusing = await httpServer((_, response) => {
    response.writeHead(401, { 'Content-Type': 'application/json' }).end('{}')
  })
})
afterAll(() => Promise.all([service.close(), refusing.close()]))

describe.concurrent('the checks in a test file of vitest', { timeout: 120_000 }, () => {
  test('-t runs what has the id of a requirement, and nothing else', async () => {
    const { code, output, report } = await tested(`config: ${config}`, '-t', 'pay.idempotency.concurrent-one-payment')
    expect(code, output).toBe(0)
    const ran = [...output.matchAll(/✓ .* > (pay\/[\w/-]+): /g)].map(([, id]) => id)
    expect(ran).toContain('pay/idempotency/concurrent')
    expect(ran.length).toBeLessThan(8)
    const sent = new Set(report?.exchanges.map(({ check }) => check).filter((each) => each.startsWith('pay/')))
    expect([...sent].sort()).toEqual(ran.toSorted())
    const others = report?.requirements.find(({ id }) => id === 'pay.auth.missing-header')
    expect(others?.verdict).toBe('unexercised')
    expect(others?.judgements.map(({ reason }) => reason)).toContain('vitest did not select it')
    expect(report?.faults).toEqual([])
  })

  test('-t takes the id of a check as well; a failure has the command, the bodies and the place in the document', async () => {
    const { code, output, report } = await tested(`config: ${config}`, '-t', 'pay/validation/key-required')
    expect(code).toBe(1)
    expect(output).toMatch(
      /× promises\.test\.mjs > main > pay\/validation\/key-required: .* \(pay\.idempotency\.key-required/,
    )
    expect(output).toMatch(/pay\.idempotency\.key-required: POST \/api\/v1\/payments .*: expected 400 .*, got 2\d\d/)
    expect(output).toContain('Payment › Errors › Request and validation.')
    expect(output).toMatch(/^sent: \{"amount"/m)
    expect(output).toMatch(/^answered 2\d\d: \{/m)
    expect(output).toMatch(/^curl -sS .*"\$PAY_KEY_\d"/m)
    expect(output).not.toMatch(/sk_live_\w/)
    // What is thrown in the suite tells nobody anything.
    expect(output).not.toContain('kit/adapters/vitest')
    expect(report?.outcome.exitCode).toBe(1)
  })

  test('what cannot be exercised is one test that is skipped, with the lines that would have it exercised', async () => {
    const { output, report } = await tested(`payment: ${JSON.stringify(refusing.url)}, only: ['pay.create.*']`)
    const skipped = output.split('\n').filter((line) => line.includes('↓') && !line.includes(' > rules > '))
    expect(skipped).toHaveLength(1)
    expect(skipped[0]).toMatch(/not exercised: \d+ checks are not claimed/)
    expect(skipped[0]).toContain('payment.keys.live: ["${PAY_KEY}"]')
    const card = report?.requirements.find(({ id }) => id === 'pay.create.card')
    expect(card).toMatchObject({ verdict: 'unexercised', why: 'not claimed' })
  })

  test('where vitest selects nothing, nothing is sent', async () => {
    let requests = 0
    const silent = await httpServer((_, response) => {
      requests += 1
      response.writeHead(401).end()
    })
    try {
      const { output } = await tested(`payment: ${JSON.stringify(silent.url)}`, '-t', 'no-such-thing')
      expect(output).toMatch(/Tests +\d+ skipped/)
      expect(requests).toBe(0)
    } finally {
      await silent.close()
    }
  })

  test('an option that is none is refused, with the one that was meant', async () => {
    const { code, output } = await tested("onyl: ['pay.*']")
    expect(code).toBe(1)
    expect(output).toContain('assay({ onyl }): there is no such option; did you mean only?')
  })
})
