import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { exitCodeOf } from '../../kit/report/outcome.ts'
import { REPORT_FORMAT, type Report } from '../../kit/report/report.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { assay, emptyFolder, withoutPlan } from '../command.ts'
import { closedPort, httpServer, type Listening } from '../servers.ts'

const open: { close(): unknown }[] = []
afterAll(() => Promise.all(open.map((each) => each.close())))

/** The target file of a reference of its own, with a seeded flaw or another base URL. */
async function targetFile({ flaw, baseUrl }: { flaw?: string; baseUrl?: string }): Promise<string> {
  const service = await startPaymentService({ timeScale: 60, ...(flaw === undefined ? {} : { flaw }) })
  open.push(service)
  const file = service.targetFile()
  const payment = { ...(file.payment as object), ...(baseUrl === undefined ? {} : { baseUrl }) }
  const path = join(emptyFolder(), 'target.json')
  writeFileSync(path, JSON.stringify({ ...file, payment }))
  return path
}

/** The URL of a reference, and no key of it. */
async function lawful(): Promise<string> {
  const service = await startPaymentService({ timeScale: 60 })
  open.push(service)
  return (service.targetFile().payment as { baseUrl: string }).baseUrl
}

async function target(answer: Parameters<typeof httpServer>[0]): Promise<Listening> {
  const server = await httpServer(answer)
  open.push(server)
  return server
}

/** A target that answers the first request, which shows that it is there, and no other. */
async function hanging(): Promise<{ url: string; asked: Promise<void> }> {
  let asked = (): void => undefined
  const second = new Promise<void>((resolve) => {
    asked = resolve
  })
  let requests = 0
  const { url } = await target((_, response) => {
    requests += 1
    if (requests === 1) response.writeHead(401).end()
    else asked()
  })
  return { url, asked: second }
}

describe.concurrent('the exit code of a run', () => {
  test('is 0 when everything exercised is kept, and the report says the same', async () => {
    const path = join(emptyFolder(), 'report.json')
    const { code, stdout, stderr } = await assay([
      'run',
      '--only',
      'pay.idempotency.key-*',
      '--seed',
      '7',
      '--json',
      path,
    ])
    expect({ code, said: withoutPlan(stderr) }).toEqual({ code: 0, said: '' })
    expect(stdout).toMatch(
      /^nothing broken: only pay\.idempotency\.key-\* was asked for; \d+ of the \d+ asked for exercised/m,
    )
    const report = JSON.parse(readFileSync(path, 'utf8')) as Report
    expect(report).toMatchObject({ format: REPORT_FORMAT, outcome: { exitCode: 0 }, run: { seed: 7 }, faults: [] })
    expect(exitCodeOf(report)).toBe(0)
    expect(report.requirements.find(({ id }) => id === 'pay.idempotency.key-required')?.verdict).toBe('pass')
  })

  test('is 1 when a must is contradicted, and the failure is explained', async () => {
    const config = await targetFile({ flaw: 'creates-without-key' })
    const { code, stdout } = await assay(['run', '--config', config, '--only', 'pay.idempotency.key-required'])
    expect(code).toBe(1)
    expect(stdout).toMatch(
      /fail POST \/api\/v1\/payments .*: expected 400 .*, got .*Payment › Errors › Request and validation\./,
    )
    expect(stdout).toContain('pay.idempotency.key-required (must)')
    expect(stdout).toContain('curl -sS')
    expect(stdout).toMatch(/^not conformant: 1 requirement broken/m)
  })

  test('is 2 for a mistake on the command line', async () => {
    const { code, stderr } = await assay(['run', '--only', 'pay.idempotency.no-such-thing'])
    expect(code).toBe(2)
    expect(stderr).toContain('--only pay.idempotency.no-such-thing')
  })

  test('is 3 when nothing was exercised', async () => {
    const { url } = await target((_, response) => response.writeHead(401).end())
    const { code, stdout } = await assay(['run', '--payment', url, '--only', 'pay.create.mobile'])
    expect(code).toBe(3)
    expect(stdout).toContain('no requirement was exercised')
    expect(stdout).toContain(`payment.keys.live: ["\${PAY_KEY}"]`)
  })

  test('is 3 when a claimed must is blocked', async () => {
    const { url } = await target((_, response) => response.writeHead(500).end())
    const config = await targetFile({ baseUrl: url })
    const { code, stdout } = await assay(['run', '--config', config, '--only', 'pay.idempotency.replay-same-payment'])
    expect({ code, headline: /^inconclusive: .*blocked/m.test(stdout) }).toEqual({ code: 3, headline: true })
  })

  test('is 3 when certification meets a must that was not exercised', async () => {
    const { code, stdout } = await assay(['run', '--certify', '--payment', await lawful(), '--no-keep'])
    expect(code).toBe(3)
    expect(stdout).toContain('certification needs every must exercised')
    expect(stdout).toContain('In the way of a certificate')
    expect(stdout).toContain('add to the target file: payment.keys.live')
  })

  test('is 3 after an interrupt, with the report of what there is', async () => {
    const { url, asked } = await hanging()
    const { code, stdout } = await assay(['run', '--payment', url], { interrupt: { when: asked, times: 1 } })
    expect(code).toBe(3)
    expect(stdout).toContain('the run was interrupted')
  })

  test('is 3 when the time is over', async () => {
    const { url } = await hanging()
    const { code, stdout } = await assay(['run', '--payment', url, '--max-time', '2'])
    expect(code).toBe(3)
    expect(stdout).toContain('the time given was over')
  })

  test('is 3 after an interrupt though no check ever ends, with the report of what there is', async () => {
    const { url, asked } = await hanging()
    const path = join(emptyFolder(), 'report.json')
    const { code, stdout } = await assay(['run', '--payment', url, '--json', path], {
      env: sabotaged(NEVER_ENDS),
      interrupt: { when: asked, times: 1 },
    })
    expect({ code, told: /^inconclusive: the run was interrupted/m.test(stdout) }).toEqual({ code: 3, told: true })
    const { run, faults } = JSON.parse(readFileSync(path, 'utf8')) as Report
    expect({ stopped: run.stopped, faults }).toEqual({ stopped: 'interrupt', faults: [] })
  })

  test('a second interrupt leaves at once, without a report', async () => {
    const { url, asked } = await hanging()
    const env = sabotaged(NEVER_ENDS)
    const { code, stdout } = await assay(['run', '--payment', url], { env, interrupt: { when: asked, times: 2 } })
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' })
  })

  test('is 4 when a check itself fails', async () => {
    const { code, stdout } = await assay(['run', '--only', 'pay/validation/key-required'], {
      env: sabotaged("async () => { throw new Error('sabotage') }"),
    })
    expect(code).toBe(4)
    expect(stdout).toContain('Faults of the suite')
    expect(stdout).toContain('the check itself failed: Error: sabotage')
    expect(stdout).toMatch(/^suite fault: pay\.idempotency\.key-required could not be judged/m)
  })

  test('is 4 when a check leaves an error behind that nobody awaits, and the report tells it', async () => {
    const { code, stdout } = await assay(['run', '--only', 'pay/validation/key-required'], {
      env: sabotaged("async (t) => { setTimeout(() => { throw new Error('a stray') }); await t.pause(50) }"),
    })
    expect(code).toBe(4)
    expect(stdout).toMatch(/^suite fault: a stray/m)
  })

  test('is 5 when nobody listens', async () => {
    const url = await closedPort()
    const { code, stderr } = await assay(['run', '--payment', url])
    expect(code).toBe(5)
    expect(stderr).toContain(`the payment service at ${url} is not reachable: the connection was refused`)
  })

  test('is 5 when a request ends the service, which is named with its command; what was broken before is told', async () => {
    const server = await target(async (request, response) => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      if (Buffer.concat(parts).toString() === 'null') return server.close()
      const status = request.method === 'POST' ? 201 : 404
      response.writeHead(status, { 'Content-Type': 'application/json' }).end('{"id":"p-1","status":"pending"}')
    })
    const path = await targetFile({ baseUrl: server.url })
    const { code, stdout } = await assay(['run', '--config', path, '--only', 'pay/validation/bodies'])
    expect({ code, stdout }).toEqual({ code: 5, stdout: expect.stringMatching(/^no target: .* went away at /m) })
    expect(stdout).toMatch(
      /went away at .* UTC while it was to answer POST \/api\/v1\/payments \(body null\) \(x\d+ of the report\)/,
    )
    expect(stdout).toMatch(/^ {4}curl .* --data-binary null$/m)
  })
})

/** A check that shows that it has begun, and heeds nothing after that. */
const NEVER_ENDS = 'async (t) => { await fetch(t.service.baseUrl).catch(() => {}); await new Promise(() => {}) }'

/** Has every check of the built suite run this instead, in whatever thread it is loaded. */
function sabotaged(run: string): Record<string, string> {
  const preload = join(emptyFolder(), 'sabotage.mjs')
  const suite = new URL('../../dist/suites/payment/index.js', import.meta.url).href
  writeFileSync(
    preload,
    `import { paymentChecks } from ${JSON.stringify(suite)}
paymentChecks.forEach((check, index) => { paymentChecks[index] = { ...check, run: ${run} } })
`,
  )
  return { NODE_OPTIONS: `--import ${preload}` }
}
