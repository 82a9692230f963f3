import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../../cli/own/sandbox/sandbox.ts'
import { assay, emptyFolder, started } from '../command.ts'
import { httpServer, type Listening } from '../servers.ts'

const open: { close(): unknown }[] = []
afterAll(() => Promise.all(open.map((each) => each.close())))

const PROFILE = '/api/v1/merchants/me'
const DEADLINE_MS = 60_000
const ONLY = ['--only', 'pay.profile.update', '--json', 'report.json']
const DEFAULTS = { webhookUrl: 'https://shop.example/was-webhook', callbackUrl: 'https://shop.example/was-callback' }
const AS_IT_WAS = { webhook_url: DEFAULTS.webhookUrl, callback_url: DEFAULTS.callbackUrl }

/** Stands before a service and keeps what is written to the merchant profile. */
async function witness(service: string, secondAfterMs: number): Promise<Listening & { readonly written: unknown[] }> {
  const written: unknown[] = []
  const proxy = await httpServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
    // Time to be killed in, once one is written: a run on a quick machine is over before anybody looks.
    if (request.method === 'PUT' && written.length === 1) await pause(secondAfterMs)
    const answer = await fetch(`${service}${request.url}`, {
      method: request.method ?? 'GET',
      headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
      ...(body.length === 0 ? {} : { body }),
    })
    const text = await answer.text()
    if (request.method === 'PUT' && request.url === PROFILE && answer.ok) written.push(JSON.parse(String(body)))
    response.writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type') ?? '' }).end(text)
  })
  open.push(proxy)
  return Object.assign(proxy, { written })
}

async function until(condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition(); waited += 20) {
    expect(waited, 'time until it came to be').toBeLessThan(DEADLINE_MS)
    await pause(20)
  }
}

/** Paths of what its runs have left to be undone. */
const journalsIn = (cwd: string): string[] => {
  const folder = join(cwd, '.assay')
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names.filter((name) => /^undo-.*\.json$/.test(name)).map((name) => join(folder, name))
}

/** A folder with a target file whose run changes the merchant profile, and what was written to it. */
async function deployment(secondAfterMs = 0) {
  const sandbox = await startSandbox({ timeScale: 1 })
  open.push(sandbox)
  const { payment, webhooks, environment } = structuredClone(sandbox.file)
  const proxy = await witness(String(payment?.baseUrl), secondAfterMs)
  const keys = payment?.keys?.live ?? []
  const env = Object.fromEntries(keys.map((key, index) => [`PAY_KEY_${index}`, key]))
  const file = {
    environment,
    webhooks,
    allow: { profileWrites: true },
    payment: {
      ...payment,
      baseUrl: proxy.url,
      defaults: DEFAULTS,
      keys: { live: Object.keys(env).map((name) => `\${${name}}`) },
    },
  }
  const cwd = emptyFolder()
  writeFileSync(join(cwd, 'assay.config.json'), JSON.stringify(file))
  return { cwd, env, keys, url: proxy.url, written: proxy.written, journals: () => journalsIn(cwd) }
}

test('a run that is killed leaves a journal; the next one there tells of it, and undo puts it back', {
  timeout: 3 * DEADLINE_MS,
}, async () => {
  const { cwd, env, keys, url, written, journals } = await deployment(1000)
  const run = started(['run', ...ONLY], { cwd, env })
  await until(() => written.length > 0)
  run.child.kill('SIGKILL')
  await run.ended
  expect(written).not.toContainEqual(AS_IT_WAS)
  const [journal = ''] = journals()
  expect(statSync(journal).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(cwd, '.assay/.gitignore'), 'utf8')).toBe('*\n')
  const text = readFileSync(journal, 'utf8')
  for (const secret of [...keys, DEFAULTS.webhookUrl]) expect(text).not.toContain(secret)

  const next = await assay(['run', '--only', 'pay.create.mobile'], { cwd, env })
  expect(next.stderr).toMatch(
    /^note: the run of .* UTC left changed: the default URLs of the merchant profile at .*; assay undo puts it back\n/,
  )
  expect(journals()).toHaveLength(1)

  // What is made once more agrees to nothing in anybody's place.
  const repeated = await assay(['run', '--only', 'pay.create.mobile', '--repeat', '2'], { cwd, env })
  expect(repeated.stderr).not.toContain('put back')
  expect(journals()).toHaveLength(1)

  const other = await assay(['run', '--yes', '--payment', 'http://127.0.0.1:1', '--only', 'pay.auth.missing-header'], {
    cwd,
    env,
  })
  expect(other.stderr).not.toContain('left changed')
  expect(journals()).toHaveLength(1)

  const elsewhere = await assay(['undo', '--payment', 'http://127.0.0.1:1'], { cwd, env })
  expect(elsewhere.code).toBe(1)
  expect(elsewhere.stdout).toContain(`this target is http://127.0.0.1:1; --payment ${url} names it`)
  const without = await assay(['undo'], { cwd })
  expect(without.code).toBe(1)
  expect(without.stdout).toContain('PAY_KEY_0')
  expect(written).not.toContainEqual(AS_IT_WAS)

  const undone = await assay(['undo'], { cwd, env })
  expect(undone, undone.stdout).toMatchObject({ code: 0, stderr: '' })
  // On a busy machine it says before that it takes a while.
  expect(undone.stdout.endsWith(`put back: the default URLs of the merchant profile at ${url}\n`), undone.stdout).toBe(
    true,
  )
  expect(written.at(-1)).toEqual(AS_IT_WAS)
  expect(journals()).toEqual([])
  expect((await assay(['undo'], { cwd, env })).stdout).toBe('nothing is left to be undone\n')
})

test('what several runs left at one address is told once, and put back once', { timeout: DEADLINE_MS }, async () => {
  const { cwd, env, url, written, journals } = await deployment()
  const change = {
    service: 'payment',
    restorer: 'merchant-defaults',
    title: 'the default URLs of the merchant profile',
    baseUrl: url,
  }
  // As they were kept before each change was kept once; no process has so high an id.
  const runs = ['01', '02', '03'].map((day) => ({
    id: day,
    pid: 2 ** 31 - 1,
    startedAt: `2026-01-${day}T03:04:05Z`,
    config: join(cwd, 'assay.config.json'),
    changes: [change],
  }))
  mkdirSync(join(cwd, '.assay'), { recursive: true })
  for (const run of runs)
    writeFileSync(join(cwd, '.assay', `undo-${run.id}.json`), JSON.stringify({ format: 'assay-undo/2', run }))
  const undone = await assay(['undo'], { cwd, env })
  // On a busy machine it says before that it takes a while.
  expect(undone.stdout.endsWith(`put back: the default URLs of the merchant profile at ${url}\n`), undone.stdout).toBe(
    true,
  )
  expect(written).toEqual([AS_IT_WAS])
  expect(journals()).toEqual([])
})

test('with --yes the next run puts it back before anything else; one that goes on is left alone', {
  timeout: 3 * DEADLINE_MS,
}, async () => {
  const { cwd, env, written, journals } = await deployment()
  const first = started(['run', ...ONLY], { cwd, env })
  await until(() => written.length > 0)
  first.child.kill('SIGSTOP')
  // Another one that was killed before has left the same at the same place, by a file of its own.
  const [journal = ''] = journals()
  const known = JSON.parse(readFileSync(journal, 'utf8'))
  const killed = { ...known.run, id: 'killed', pid: 2 ** 31 - 1, config: join(cwd, 'another.config.json') }
  const former = join(cwd, '.assay/undo-killed.json')
  writeFileSync(former, JSON.stringify({ ...known, run: killed }))
  const meanwhile = await assay(['undo'], { cwd, env })
  expect(meanwhile).toMatchObject({ code: 0 })
  expect(meanwhile.stdout).toContain(`goes on (process ${first.child.pid}) and puts back at its end: `)
  expect(written).not.toContainEqual(AS_IT_WAS)
  rmSync(former)
  first.child.kill('SIGKILL')
  await first.ended
  const before = written.length
  const { code, stderr } = await assay(['run', ...ONLY, '--yes'], { cwd, env })
  expect(code, stderr).toBe(0)
  expect(stderr).toMatch(/^note: put back: the default URLs of the merchant profile at /m)
  expect(written[before]).toEqual(AS_IT_WAS)
  expect(written.at(-1)).toEqual(AS_IT_WAS)
  expect(journals()).toEqual([])
})

test.each([
  ['a terminal that is closed', 'SIGHUP'],
  ['a request to end', 'SIGTERM'],
] as const)('%s: the profile is put back, and there is a report', { timeout: 2 * DEADLINE_MS }, async (_, signal) => {
  const { cwd, env, written, journals } = await deployment()
  const run = started(['run', ...ONLY], { cwd, env })
  await until(() => written.length > 0)
  run.child.kill(signal)
  if (signal === 'SIGHUP') run.child.kill(signal)
  const { code, stderr } = await run.ended
  expect([0, 3], stderr).toContain(code)
  expect(written.at(-1)).toEqual(AS_IT_WAS)
  expect(journals()).toEqual([])
  expect(JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8')).outcome.exitCode).toBe(code)
})

test('a journal that is none is told, and keeps nobody from a run', async () => {
  const { cwd, env, journals } = await deployment()
  await assay(['undo'], { cwd })
  expect(journals()).toEqual([])
  for (const text of ['{', '[]', '{"format":"assay-undo/2","run":{}}']) {
    mkdirSync(join(cwd, '.assay'), { recursive: true })
    writeFileSync(join(cwd, '.assay/undo-r1.json'), text)
    const undone = await assay(['undo'], { cwd, env })
    expect(undone).toMatchObject({ code: 2, stdout: '' })
    expect(undone.stderr).toMatch(/^assay: \.assay\/undo-r1\.json: .*; delete it where nothing is to be undone\n$/)
    const run = await assay(['run', '--only', 'pay.auth.*', '--depth', 'quick'], { cwd, env })
    expect(run.stderr).toMatch(/^note: \.assay\/undo-r1\.json: /)
    expect(run.stdout).toContain('run asy')
  }
})
