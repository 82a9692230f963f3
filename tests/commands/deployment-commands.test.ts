import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, describe, expect, test } from 'vitest'
import { sections } from '../../cli/own/services.ts'
import type { Plan } from '../../kit/plan/plan.ts'
import { paceFor } from '../../kit/rate/pace.ts'
import type { Report } from '../../kit/report/report.ts'
import { signTimestamped } from '../../kit/signature/signature.ts'
import { loadTargetFile } from '../../kit/target/file/load.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { paymentContract } from '../../specs/payment/contract.ts'
import { assay, assayHere, emptyFolder, printed } from '../command.ts'
import { httpServer } from '../servers.ts'
import { fileOf } from '../targets.ts'

const open: { close(): unknown }[] = []
afterAll(() => Promise.all(open.map((each) => each.close())))

describe('assay plan', () => {
  test('sends nothing, and says what would run, what would not, and what changes that', async () => {
    let requests = 0
    const server = await httpServer((_, response) => {
      requests += 1
      response.end()
    })
    open.push(server)
    const { code, stdout, stderr } = await assayHere(['plan', '--payment', server.url])
    expect({ code, stderr, requests }).toEqual({ code: 0, stderr: '', requests: 0 })
    expect(stdout).toMatch(/^Checks that run at the standard depth \(\d+\)$/m)
    expect(stdout).toMatch(/^Checks that do not run \(\d+\)$/m)
    expect(stdout).toContain(`payment.keys.live: ["\${PAY_KEY}"]`)
    expect(stdout).toMatch(/about \d+ s.*Nothing was sent\./)
  })

  test('as JSON, for the embedded reference', async () => {
    const { code, stdout } = await assayHere(['plan', '--json', '--only', 'pay.amount.*'])
    const plan = JSON.parse(stdout) as Plan
    expect(code).toBe(0)
    expect(plan.selected.map(({ id }) => id)).toContain('pay/amount/at-minimum')
    expect(
      plan.excluded.map(({ line }) => line).filter((line) => line !== '--only' && !line.startsWith('allow.generated')),
    ).toEqual([])
    expect(plan.requests['payment.live']?.usual).toBeGreaterThan(0)
    const { usual = 0, most = 0 } = plan.spends.payments ?? {}
    expect(usual).toBeGreaterThan(0)
    expect(most).toBeGreaterThanOrEqual(usual)
  })

  test('tells what a person would have to do, where none is at the terminal', async () => {
    const folder = emptyFolder()
    writeFileSync(
      join(folder, 't.yaml'),
      'payment: { baseUrl: "http://127.0.0.1:9", keys: { live: [k] }, bodies: { mobile: { amount: 500 } }, outcomes: { failed: { ask: "Reject it" } } }\n',
    )
    const { stdout } = await assayHere(['plan', '--config', 't.yaml'], { cwd: folder })
    expect(stdout).toContain('payment.outcomes.failed asks a person to act, and none is at the terminal')
  })

  test('a file of only what a URL lacks goes with the flag that names it; its lines are told where there is no file', async () => {
    const cwd = emptyFolder()
    const flags = ['plan', '--payment', 'http://127.0.0.1:9']
    const bare = await assayHere(flags, { cwd })
    expect(bare.stdout).toContain('\npayment.baseUrl: "http://127.0.0.1:9"\n      # said by flags so far')
    writeFileSync(join(cwd, 'assay.config.yaml'), 'payment.keys.live: [some_key]\n')
    const beside = await assayHere(flags, { cwd })
    expect(beside.stderr).toContain('--config assay.config.yaml takes both together')
    const both = await assayHere([...flags, '--config', 'assay.config.yaml'], { cwd })
    expect(both).toMatchObject({ code: 0, stderr: '' })
    expect(both.stdout).toContain('payment http://127.0.0.1:9')
    expect(both.stdout).not.toContain('said by flags')
    const alone = await assayHere(['plan'], { cwd })
    expect(alone).toMatchObject({ code: 2, stderr: expect.stringContaining('payment.baseUrl: missing') })
  })
})

describe('assay init', () => {
  test('writes a file from flags that loads, and says what more could be said', async () => {
    const cwd = emptyFolder()
    const flags = [
      ...['--name', 'acme staging', '--environment', 'test', '--payment', 'https://pay.example.org/base'],
      ...['--live-key-env', 'PAY_KEY_1', 'PAY_KEY_2', '--signing-key-env', 'PAY_SIGNING_KEY'],
      ...['--mobile-body', '{"amount":500,"currency":"TZS"}', '--payments', '40'],
      ...['--messaging', 'https://msg.example.org', '--bound-key-env', 'MSG_KEY', '--bearer-env', 'MSG_BEARER'],
      ...['--unbound-key-env', 'MSG_KEY_2', '--webhook-secret-env', 'MSG_SECRET', '--messages', '10'],
      ...['--public-url', 'https://hooks.example.org', '--listen', '0.0.0.0:8787'],
    ]
    const { code, stdout, stderr } = await assayHere(['init', '--no-try', ...flags], { cwd })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(
      'It takes from the environment: PAY_KEY_1, PAY_KEY_2, PAY_SIGNING_KEY, MSG_KEY, MSG_KEY_2, MSG_BEARER, MSG_SECRET',
    )
    const path = join(cwd, 'assay.config.yaml')
    const env = Object.fromEntries(
      ['PAY_KEY_1', 'PAY_KEY_2', 'PAY_SIGNING_KEY', 'MSG_KEY', 'MSG_KEY_2', 'MSG_BEARER', 'MSG_SECRET'].map((name) => [
        name,
        name.toLowerCase(),
      ]),
    )
    const { file } = await loadTargetFile(path, env, sections)
    expect(file).toEqual({
      name: 'acme staging',
      environment: 'test',
      allow: { payments: 40, messages: 10 },
      payment: {
        baseUrl: 'https://pay.example.org/base',
        keys: { live: ['pay_key_1', 'pay_key_2'] },
        signingKey: 'pay_signing_key',
        bodies: { mobile: { amount: 500, currency: 'TZS' } },
      },
      messaging: {
        baseUrl: 'https://msg.example.org',
        keys: { bound: 'msg_key', unbound: 'msg_key_2' },
        bearer: 'msg_bearer',
        smsWebhook: { secret: 'msg_secret' },
      },
      webhooks: { listen: '0.0.0.0:8787', publicUrl: 'https://hooks.example.org' },
    })
    expect(readFileSync(path, 'utf8')).toMatch(/^# payment\.outcomes\.declined: \{ with/m)
  })

  test('overwrites nothing unless it is told to', async () => {
    const cwd = emptyFolder()
    const args = ['init', '--payment', 'http://127.0.0.1:1', '--no-try']
    expect((await assayHere(args, { cwd })).code).toBe(0)
    const again = await assayHere(args, { cwd })
    expect(again).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--output assay.config.yaml: is there already'),
    })
    expect((await assayHere([...args, '--force'], { cwd })).code).toBe(0)
  })

  test('every line that it proposes can be taken over', async () => {
    const cwd = emptyFolder()
    const urls = ['--payment', 'http://127.0.0.1:1', '--messaging', 'http://127.0.0.1:2']
    await assayHere(['init', ...urls, '--no-try'], { cwd })
    const path = join(cwd, 'assay.config.yaml')
    const text = readFileSync(path, 'utf8')
    const proposed = text.split('\n').flatMap((line) => /^# ([a-z]+(?:\.\w+)+: .*)$/.exec(line)?.[1] ?? [])
    // Lines that stand for one another's parts, and PEM files that are not there.
    const whole = proposed
      .filter((line) => !/^webhooks\.tls/.test(line))
      // Each is another one: a number or a conversation that has two names counts once.
      .map((line, index) => {
        const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
        const phone = `2557${String(index).padStart(8, '0')}`
        return line
          .replaceAll('"https://…', '"https://example.org')
          .replaceAll('…', phone)
          .replaceAll(/0{8}(-0{4}){3}-0{12}/g, id)
      })
    expect(whole.length).toBeGreaterThan(40)
    writeFileSync(path, `${text}\n${whole.join('\n')}\n`)
    const env = new Proxy(
      {},
      { get: (_, name) => `${name === 'PAY_KEY_TEST' ? 'sk_test_' : ''}value-of-${String(name)}` },
    )
    await expect(loadTargetFile(path, env, sections)).resolves.toMatchObject({ notes: [] })
  })
})

describe('assay schema', () => {
  test.each([['target'], ['report']])('prints a JSON Schema: %s', async (which) => {
    const { code, stdout } = await assayHere(['schema', which])
    expect(code).toBe(0)
    const schema = JSON.parse(stdout) as { $schema: string }
    expect(schema.$schema).toContain('2020-12')
    expect(new Ajv2020({ strict: false, validateFormats: false }).validateSchema(schema)).toBe(true)
  })
})

describe('assay schema openapi', () => {
  test.each([
    ['payment', []],
    // The document itself ends that path in a slash.
    ['messaging', ['no-path-trailing-slash']],
  ])('prints a description of %s that passes the lint', async (service, known) => {
    const { code, stdout } = await assayHere(['schema', 'openapi', service])
    expect(code).toBe(0)
    const problems = await lintFromString({ source: stdout, config: await createConfig({ extends: ['recommended'] }) })
    expect(problems.map(({ ruleId }) => ruleId)).toEqual(known)
    const printed = JSON.parse(stdout)
    expect([printed.openapi, printed['x-assay'].contract]).toEqual(['3.1.0', service])
    expect(Object.keys(printed.webhooks).length).toBeGreaterThan(0)
    expect(stdout).toContain('HMAC-SHA256')
  })

  test.each([
    [['openapi'], 'schema openapi: of which service? expected payment or messaging'],
    [['openapi', 'paymet'], 'schema openapi paymet: there is no such service; expected payment or messaging'],
    [['target', 'payment'], 'schema target is one for all services; leave out payment'],
    [['reports'], 'there is no schema reports; expected target, report, openapi'],
  ])('%j is told what there is', async (words, message) => {
    const { code, stderr } = await assayHere(['schema', ...words])
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  })
})

describe('assay listen', () => {
  const KEY = 'signing-key-of-the-test'
  const body = '{"event":"payment.completed","event_id":"8e03978e-40d5-43e8-bc93-6894a57f9324"}'
  const timestamp = '1700000000'

  const post = (url: string, headers: Record<string, string>) =>
    fetch(`${url}/any/path`, { method: 'POST', body, headers: { 'X-Pay-Timestamp': timestamp, ...headers } })

  test('verifies signatures as they arrive, says why one is wrong, records, and sums up', async () => {
    const cwd = emptyFolder()
    const there = printed(/give (http:\S+) to the sender/)
    const done = there.seen.then(async (url) => {
      const good = signTimestamped(KEY, timestamp, Buffer.from(body))
      const onlyBody = signTimestamped(KEY, '', Buffer.from(body)).replace(/.$/, '0')
      const answers = [
        await post(url, { 'X-Pay-Signature': good }),
        await post(url, { 'X-Pay-Signature': onlyBody }),
        await post(url, {}),
      ]
      expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
    })
    const args = [
      'listen',
      '--listen',
      '127.0.0.1:0',
      '--signing-key-env',
      'KEY',
      '--answer',
      '202',
      '--record',
      'd.jsonl',
    ]
    const ended = await assay(args, {
      cwd,
      env: { KEY },
      onPrinted: there.onPrinted,
      interrupt: { when: done, times: 1 },
    })
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(ended.stdout).toMatch(
      /POST \/any\/path {2}payment\.completed, attempt 1, answered 202\n {2}signature verified\n/,
    )
    expect(ended.stdout).toMatch(
      /attempt 2, .* after the one before, answered 202\n {2}signature wrong: the digest differs/,
    )
    expect(ended.stdout).toContain('  signature absent\n')
    expect(ended.stdout).toMatch(/^3 deliveries received: 1 signature verified, 1 wrong, 1 absent$/m)
    expect(ended.stdout).not.toContain(KEY)
    const records = readFileSync(join(cwd, 'd.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(records).toHaveLength(3)
    expect(records[0]).toMatchObject({ method: 'POST', path: '/any/path', body, status: 202 })
  })

  test('takes keys, address and TLS from the target file', async () => {
    const cwd = emptyFolder()
    const config =
      'payment: { baseUrl: "https://pay.example.org", signingKey: "${KEY}" }\nwebhooks: { listen: "127.0.0.1:0", tls: { selfSigned: true } }\n'
    writeFileSync(join(cwd, 't.yaml'), config)
    const there = printed(/(Ctrl-C ends it)/)
    const ended = await assay(['listen', '--config', 't.yaml'], {
      cwd,
      env: { KEY },
      onPrinted: there.onPrinted,
      interrupt: { when: there.seen, times: 1 },
    })
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(ended.stdout).toMatch(/give https:\/\/127\.0\.0\.1:\d+ to the sender/)
    expect(ended.stdout).toMatch(/TLS with a certificate made now, SHA-256 ([0-9A-F]{2}:){31}/)
    expect(ended.stdout).toContain('0 deliveries received')
  })
})

/** Passes requests on to another server, and tells when so many have been answered. */
async function passingOn(to: string, count: number): Promise<{ url: string; answered: Promise<void> }> {
  let told = (): void => undefined
  const answered = new Promise<void>((resolve) => {
    told = resolve
  })
  let answers = 0
  const server = await httpServer((incoming, response) => {
    const onward = request(`${to}${incoming.url}`, { method: incoming.method, headers: incoming.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(response)
      answers += 1
      if (answers === count) told()
    })
    onward.on('error', () => response.destroy())
    incoming.pipe(onward)
  })
  open.push(server)
  return { url: server.url, answered }
}

describe('a run', () => {
  test('is stopped while it waits for the limiter, undoes what it changed, and reports what there is', async () => {
    const service = await startPaymentService({})
    open.push(service)
    const { payment, ...file } = fileOf(service)
    const keys = { ...payment?.keys, live: payment?.keys?.live?.slice(0, 1) ?? [] }
    // All that one key may send in the first minute, and what is sent without it.
    const { url, answered } = await passingOn(service.url, paceFor(paymentContract.rate).requests + 10)
    const cwd = emptyFolder()
    writeFileSync(join(cwd, 't.json'), JSON.stringify({ ...file, payment: { ...payment, baseUrl: url, keys } }))
    const { code, stdout, stderr } = await assay(['run', '--config', 't.json', '--json', 'r.json'], {
      cwd,
      interrupt: { when: answered, times: 1 },
    })
    expect(stderr).toContain('stopping; once more to leave without a report')
    expect(stdout).toContain('inconclusive: the run was interrupted')
    expect(code).toBe(3)
    const report = JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8')) as Report
    expect(report.run.stopped).toBe('interrupt')
    expect(report.cost.unexpected429).toBe(0)
    expect(stdout).toMatch(/left behind: up to \d+ payments/)
    expect(report.notes.join('\n')).not.toContain('not undone')
    expect(report.exchanges.some(({ check, response }) => check === 'clean-up' && response?.status === 200)).toBe(true)
  })

  test('shows the plan before it starts', async () => {
    const { stderr } = await assay(['run', '--only', 'pay.amount.minimum'])
    expect(stderr).toMatch(
      /^Plan: \d+ checks?, \d+ left out \(assay plan --only pay\.amount\.minimum says why\); about \d+ s/,
    )
  })
})
