import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '../../kit/report/report.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { emptyFolder, nodeScript } from '../command.ts'
import { httpServer, type Listening } from '../servers.ts'

const VITEST = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
const DOOR = new URL('../../dist/cli/own/in-vitest.js', import.meta.url).href

interface Ended<Name extends string> {
  readonly code: number | null
  readonly output: string
  readonly reports: { readonly [name in Name]?: Report }
}

/**
 * Runs vitest over a folder of files that each ask for the checks with options of their own.
 * @param files options, written as code, by the name of their file
 */
async function tested<Name extends string>(
  files: Record<Name, string>,
  ...args: readonly string[]
): Promise<Ended<Name>> {
  const folder = emptyFolder()
  const names = Object.keys(files) as Name[]
  const kept = (name: Name): string => join(folder, `${name}.json`)
  for (const name of names)
    writeFileSync(
      join(folder, `${name}.test.mjs`),
      `import { writeFileSync } from 'node:fs'
import { assay } from ${JSON.stringify(DOOR)}
const onReport = (report) => writeFileSync(${JSON.stringify(kept(name))}, JSON.stringify(report))
await assay({ onReport, ${files[name]} })
`,
    )
  const { code, output } = await nodeScript(VITEST, ['run', '--root', folder, '--reporter', 'verbose', ...args], folder)
  const reports: { [name in Name]?: Report } = {}
  for (const name of names) if (existsSync(kept(name))) reports[name] = JSON.parse(readFileSync(kept(name), 'utf8'))
  return { code, output, reports }
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
  test('-t runs what has the id of a requirement, and nothing else; where it selects nothing, nothing is sent', async () => {
    let requests = 0
    const silent = await httpServer((_, response) => {
      requests += 1
      response.writeHead(401).end()
    })
    const { code, output, reports } = await tested(
      { promises: `config: ${config}`, others: `payment: ${JSON.stringify(silent.url)}, only: ['pay.create.*']` },
      '-t',
      'pay.idempotency.concurrent-one-payment',
    ).finally(() => silent.close())
    expect(code, output).toBe(0)
    const ran = [...output.matchAll(/✓ .* > (pay\/[\w/-]+): /g)].map(([, id]) => id)
    expect(ran).toContain('pay/idempotency/concurrent')
    expect(ran.length).toBeLessThan(8)
    const report = reports.promises
    const sent = new Set(report?.exchanges.map(({ check }) => check).filter((each) => each.startsWith('pay/')))
    // Rules send nothing.
    expect(ran).toEqual(expect.arrayContaining([...sent]))
    const unselected = report?.requirements.find(({ id }) => id === 'pay.auth.missing-header')
    expect(unselected?.verdict).toBe('unexercised')
    expect(unselected?.judgements.map(({ reason }) => reason)).toContain('vitest did not select it')
    expect(report?.faults).toEqual([])
    expect(output).toMatch(/Test Files +1 passed \| 1 skipped/)
    expect(requests).toBe(0)
  })

  test('-t takes the id of a check as well; a failure has the command, the bodies and the place in the document', async () => {
    const { code, output, reports } = await tested(
      { promises: `config: ${config}` },
      '-t',
      'pay/validation/key-required',
    )
    expect(code).toBe(1)
    expect(output).toMatch(
      /× promises\.test\.mjs > main > pay\/validation\/key-required: .* \(pay\.idempotency\.key-required/,
    )
    expect(output).toMatch(/pay\.idempotency\.key-required: POST \/api\/v1\/payments .*: expected 400 .*, got 2\d\d/)
    expect(output).toContain('Payment › Errors › Request and validation.')
    expect(output).toMatch(/^sent: \{"amount"/m)
    expect(output).toMatch(/^answered 2\d\d: \{/m)
    expect(output).toMatch(/^curl -sS .*"\$PAY_KEY(?:_\d)?"/m)
    expect(output).not.toMatch(/sk_live_\w/)
    // What is thrown in the suite tells nobody anything.
    expect(output).not.toContain('kit/adapters/vitest')
    expect(reports.promises?.outcome.exitCode).toBe(1)
  })

  test('what cannot be exercised is one skipped test with the lines that would have it exercised; an option that is none is refused', async () => {
    const { code, output, reports } = await tested({
      promises: `payment: ${JSON.stringify(refusing.url)}, only: ['pay.create.*']`,
      mistaken: "onyl: ['pay.*']",
    })
    const skipped = output.split('\n').filter((line) => line.includes('↓') && !line.includes(' > rules > '))
    expect(skipped).toHaveLength(1)
    expect(skipped[0]).toMatch(/not exercised: \d+ checks are not claimed/)
    expect(skipped[0]).toContain('payment.keys.live: ["${PAY_KEY}"]')
    const card = reports.promises?.requirements.find(({ id }) => id === 'pay.create.card')
    expect(card).toMatchObject({ verdict: 'unexercised', why: 'not claimed' })
    expect(code).toBe(1)
    expect(output).toMatch(/FAIL .*mistaken\.test\.mjs/)
    expect(output).toContain('assay({ onyl }): there is no such option; did you mean only?')
    expect(reports.mistaken).toBeUndefined()
  })
})
