import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reportProblems } from '../../cli/files/read-report.ts'
import { startMessagingService } from '../../reference/messaging/index.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { assay, assayHere, emptyFolder, withoutPlan } from '../command.ts'
import { closedPort } from '../servers.ts'
import { fileOf } from '../targets.ts'

const ONLY = ['--only', 'pay.idempotency.key-required', '--seed', '11']
const FAILS = 'pay.idempotency.key-required'

let folder = ''
let service: Awaited<ReturnType<typeof startPaymentService>>
beforeAll(async () => {
  folder = emptyFolder()
  service = await startPaymentService({ timeScale: 60, flaw: 'creates-without-key' })
  writeFileSync(join(folder, 'target.json'), JSON.stringify(service.targetFile()))
})
afterAll(() => service?.close())

const run = (...more: readonly string[]) =>
  assayHere(['run', '--config', join(folder, 'target.json'), ...ONLY, ...more], { cwd: folder })

describe('what a run says, and where', { timeout: 120_000 }, () => {
  test('--quiet: the failures and the verdict, and nothing on stderr', async () => {
    const { code, stdout, stderr } = await run('--quiet')
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(stdout).toMatch(/^ {2}fail POST \/api\/v1\/payments/)
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^not conformant: 1 requirement broken/)
    expect(stdout).not.toMatch(/^(Cost|Not exercised|Next|To repeat it)/m)
  })

  test('--reporter line: a line for each check that failed, and a last one', async () => {
    const { stdout } = await run('--reporter', 'line')
    const lines = stdout.trimEnd().split('\n')
    expect(lines.at(-1)).toMatch(/^not conformant/)
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines.slice(0, -1))
      expect(line).toMatch(/^fail pay\/[\w/-]+ \[pay\.idempotency\.key-required\] POST .*: expected 400 .*, got 201/)
  })

  test('--reporter json: the report alone, everything else on stderr', async () => {
    const { code, stdout, stderr } = await run('--reporter', 'json')
    expect(code).toBe(1)
    expect(reportProblems(JSON.parse(stdout))).toBeUndefined()
    expect(withoutPlan(stderr)).toMatch(/not conformant: 1 requirement broken.*\n$/)
  })

  test.each([
    ['--json', /^\{\n {2}"format": "assay-report/],
    ['--junit', /^<\?xml/],
    ['--markdown', /^## Not conformant/],
    ['--html', /^<!doctype html>/],
    ['--ctrf', /^\{\n {2}"reportFormat": "CTRF"/],
    ['--sarif', /^\{\n {2}"\$schema": .*sarif/],
  ])('%s -: the standard output, and what a person reads on stderr', async (flag, beginning) => {
    const { code, stdout, stderr } = await run(flag, '-')
    expect(code).toBe(1)
    expect(stdout).toMatch(beginning)
    expect(stderr).toContain('Broken promises')
    expect(existsSync(join(folder, '-'))).toBe(false)
  })

  test.each([
    [['--json', '-', '--junit', '-'], '--junit -: --json - takes the standard output already; name a file for one'],
    [['--reporter', 'json', '--html', '-'], '--html -: --reporter json takes the standard output already'],
    [['--allure', '-'], '--allure -: writes a folder of files; name a folder'],
    [['--reporter', 'dots'], 'Allowed choices are default, line, json'],
  ])('%j is refused before anything is sent', async (flags, word) => {
    const { code, stdout, stderr } = await run(...flags)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(word)
  })

  test('--repeat of a certification is refused as well', async () => {
    const args = ['run', '--config', join(folder, 'target.json'), '--repeat', '2', '--certify']
    const { code, stderr } = await assayHere(args, { cwd: folder })
    expect(code).toBe(2)
    expect(stderr).toContain('--repeat: --certify seals one run')
  })

  test('--repeat runs with seeds that follow each other, names what differed, and ends as the worst', async () => {
    const { code, stdout, stderr } = await run('--repeat', '2', '--quiet', '--json', 'repeated.json')
    expect(code).toBe(1)
    expect(stderr).toMatch(/^run 1 of 2, seed 11: not conformant.*\nrun 2 of 2, seed 12: not conformant.*\n/)
    expect(stderr).toContain('2 runs agree on every statement that they judged')
    expect(stdout.match(/^not conformant/gm)).toHaveLength(1)
    expect(JSON.parse(readFileSync(join(folder, 'repeated.json'), 'utf8')).notes).toContain(
      'the worst of 2 runs with seeds of their own, which agree on every statement that they judged',
    )
  })

  test('report tells and writes the same from a file', async () => {
    await run('--json', 'kept.json')
    const line = await assayHere(['report', 'kept.json', '--reporter', 'line'], { cwd: folder })
    expect(line.stdout).toMatch(new RegExp(`^fail pay/validation/key-required \\[${FAILS}\\] `, 'm'))
    for (const format of ['ctrf', 'sarif']) {
      const { stdout } = await assayHere(['report', 'kept.json', '--format', format], { cwd: folder })
      const written = await assayHere(['report', 'kept.json', `--${format}`, '-'], { cwd: folder })
      expect(written.stdout).toBe(stdout)
    }
  })

  test('FORCE_COLOR has colours where there is no terminal, NO_COLOR none', async () => {
    const flags = ['report', 'kept.json', '--quiet']
    await run('--json', 'kept.json')
    const coloured = await assayHere(flags, { cwd: folder, env: { FORCE_COLOR: '1', NO_COLOR: '' } })
    expect(coloured.stdout).toContain('\u001b[31m')
    for (const env of [{ FORCE_COLOR: '0' }, { FORCE_COLOR: '', NO_COLOR: '1' }])
      expect((await assayHere(flags, { cwd: folder, env })).stdout).not.toContain('\u001b[')
  })
})

describe('variables of a file', { timeout: 60_000 }, () => {
  const key = (): string => fileOf(service).payment?.keys?.live?.[0] ?? ''
  const plan = (cwd: string, env: Record<string, string>, ...more: readonly string[]) =>
    assayHere(['plan', '--json', ...more], { cwd, env })
  const target = (): string => {
    const cwd = emptyFolder()
    const payment = { baseUrl: fileOf(service).payment?.baseUrl, keys: { live: ['${FROM_FILE_KEY}'] } }
    writeFileSync(join(cwd, 'assay.config.json'), JSON.stringify({ name: '${FROM_FILE_NAME:-none}', payment }))
    return cwd
  }

  test('.env fills in what the environment has not got, and is never shown', async () => {
    const cwd = target()
    writeFileSync(join(cwd, '.env'), `FROM_FILE_KEY=${key()}\nFROM_FILE_NAME=of the file\n`)
    const { code, stdout, stderr } = await plan(cwd, { FROM_FILE_NAME: 'of the environment' })
    expect(code, stderr).toBe(0)
    expect(JSON.parse(stdout).target.name).toBe('of the environment')
    expect(`${stdout}${stderr}`).not.toContain(key())
    const without = await plan(cwd, {}, '--no-dotenv')
    expect(without).toMatchObject({ code: 2, stderr: expect.stringContaining('FROM_FILE_KEY is not set') })
  })

  test('--dotenv names another one', async () => {
    const cwd = target()
    writeFileSync(join(cwd, 'staging.env'), `FROM_FILE_KEY=${key()}\n`)
    expect((await plan(cwd, {}, '--dotenv', 'staging.env')).code).toBe(0)
    const missing = await plan(cwd, {}, '--dotenv', 'no.env')
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('--dotenv no.env: does not exist') })
  })
})

describe('assay init at a URL', { timeout: 60_000 }, () => {
  test('writes what the service accepted, names variables for keys, and ends with what is open by gain', async () => {
    const cwd = emptyFolder()
    const { baseUrl = '', keys } = fileOf(service).payment ?? {}
    const key = keys?.live?.[0] ?? ''
    const { code, stdout, stderr } = await assayHere(['init', '--payment', baseUrl, '--key', key], { cwd })
    expect(code, stderr).toBe(0)
    expect(stderr.split('\n')[0]).toMatch(
      /^payment: up to 3 payments \(of 500, or of 1000 or 5000 where that is refused\), and by a service that takes \{\} up to 4 more, are created at .*; --no-try leaves it alone/,
    )
    expect(`${stdout}${stderr}`).not.toContain(key)
    expect(stdout).toContain('Not set yet: PAY_KEY')
    expect(stdout).toMatch(/payment\.outcomes\.completed: .*\n +# about \d+ statements more/)
    const planned = await assayHere(['plan', '--json'], { cwd, env: { PAY_KEY: key } })
    const ids = JSON.parse(planned.stdout).selected.map(({ id }: { id: string }) => id)
    expect(ids).toEqual(expect.arrayContaining(['pay/idempotency/card', 'pay/validation/key-required']))
  })

  test('a key that is not taken is told, and nothing is created or written', async () => {
    const cwd = emptyFolder()
    const { baseUrl = '' } = fileOf(service).payment ?? {}
    const { code, stderr } = await assayHere(['init', '--payment', baseUrl, '--key', 'sk_live_of_nobody'], { cwd })
    expect(code).toBe(2)
    expect(stderr).toMatch(/--key: it is not taken, a read with it was answered 401 .*; nothing was written/)
    expect(readdirSync(cwd)).toEqual([])
    expect(stderr).not.toContain('sk_live_of_nobody')
  })

  test('a key without a service, or with two, is refused', async () => {
    const cwd = emptyFolder()
    const both = ['--payment', 'http://127.0.0.1:1', '--messaging', 'http://127.0.0.1:2', '--key', 'k']
    expect((await assayHere(['init', '--key', 'k'], { cwd })).stderr).toContain('--key: names no service by itself')
    const { stderr } = await assayHere(['init', ...both], { cwd })
    expect(stderr).toContain('--key: two services are named')
    expect(stderr).toContain('name the variables: --live-key-env PAY_KEY --bound-key-env MSG_KEY_BOUND')
    expect(readdirSync(cwd)).toEqual([])
  })

  test('two services are both tried with the keys of variables', async () => {
    const cwd = emptyFolder()
    const other = await startMessagingService({ timeScale: 60 })
    const { payment } = fileOf(service)
    const { messaging } = fileOf(other)
    const urls = ['--payment', payment?.baseUrl ?? '', '--messaging', messaging?.baseUrl ?? '']
    const flags = [...urls, '--live-key-env', 'PAY_KEY', '--bound-key-env', 'MSG_KEY_BOUND']
    const env = { PAY_KEY: payment?.keys?.live?.[0] ?? '', MSG_KEY_BOUND: messaging?.keys?.bound ?? '' }
    const { code, stdout, stderr } = await assayHere(['init', ...flags], { cwd, env })
    await other.close()
    expect(code, stderr).toBe(0)
    expect(stderr).toMatch(/^payment: /m)
    expect(stderr).not.toContain('not taken')
    expect(stdout).not.toContain('Not set yet')
    const text = readFileSync(join(cwd, 'assay.config.yaml'), 'utf8')
    expect(text).toMatch(/^ +mobile: /m)
    for (const name of ['PAY_KEY', 'MSG_KEY_BOUND']) expect(text).toContain(`\${${name}}`)
  })
})

test.each(['bash', 'zsh', 'fish'])('completion for %s knows every command, option and choice', async (shell) => {
  const { code, stdout } = await assayHere(['completion', shell])
  expect(code).toBe(0)
  for (const word of ['run', 'replay', 'init', 'certify', 'payment', 'standard']) expect(stdout).toContain(word)
})

test('completion for a shell that there is not is refused', async () => {
  const { code, stderr } = await assayHere(['completion', 'tcsh'])
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('Allowed choices are bash, zsh, fish') })
})

test('the script for bash completes in a real one', async () => {
  const { stdout } = await assay(['completion', 'bash'])
  const script = `${stdout}
ask() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _assay; echo "\${COMPREPLY[*]}"; }
ask assay com; ask assay run --dep; ask assay run --depth ''; ask assay --verbose run --certif`
  const { execFileSync } = await import('node:child_process')
  expect(execFileSync('bash', ['-c', script]).toString()).toBe(
    'compare completion\n--depth\nquick standard deep\n--certify\n',
  )
})

describe('where nobody is at the base URL', () => {
  test.each(['--json', '--junit', '--markdown'])('%s - says so', async (flag) => {
    const url = await closedPort()
    const { code, stdout } = await assay(['run', '--payment', url, flag, '-'])
    expect(code).toBe(5)
    expect(stdout).toContain('is not reachable')
  })
})
