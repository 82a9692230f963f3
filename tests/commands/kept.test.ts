import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reportProblems } from '../../cli/files/read-report.ts'
import type { Report } from '../../kit/report/report.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { assay, assayHere, emptyFolder } from '../command.ts'

const BROKEN = 'pay.idempotency.key-required'
const KEPT = 'pay.idempotency.replay-same-payment'
const CHECK = 'pay/validation/key-required'
const ONLY = ['--only', BROKEN]

const open: { close(): Promise<void> }[] = []
let red = {}
let green = {}
beforeAll(async () => {
  const [flawed, lawful] = await Promise.all([
    startPaymentService({ timeScale: 60, flaw: 'creates-without-key' }),
    startPaymentService({ timeScale: 60 }),
  ])
  open.push(flawed, lawful)
  red = { ...flawed.targetFile(), name: 'ours' }
  green = { ...lawful.targetFile(), name: 'ours' }
})
afterAll(() => Promise.all(open.map((each) => each.close())))

/** A folder with a target file in it, which is rewritten as the service is. */
function workplace(file: object): { cwd: string; becomes(file: object): void; kept(...names: string[]): string } {
  const cwd = emptyFolder()
  const becomes = (now: object): void => writeFileSync(join(cwd, 'target.json'), JSON.stringify(now))
  becomes(file)
  return { cwd, becomes, kept: (...names) => join(cwd, '.assay', ...names) }
}

const run = (cwd: string, ...flags: string[]) => assayHere(['run', '--config', 'target.json', ...flags], { cwd })

describe('runs that are kept', { timeout: 120_000 }, () => {
  test('every run is kept, for its owner alone, out of version control; --no-keep keeps none', async () => {
    const { cwd, kept } = workplace(red)
    expect((await run(cwd, ...ONLY, '--no-keep')).code).toBe(1)
    expect(existsSync(kept())).toBe(false)
    const { code, stdout } = await run(cwd, ...ONLY, '--json', 'report.json')
    expect(code).toBe(1)
    expect(stdout).not.toContain('since the last run')
    expect(readFileSync(kept('.gitignore'), 'utf8')).toBe('*\n')
    const text = readFileSync(kept('last.json'), 'utf8')
    expect(text).toBe(readFileSync(join(cwd, 'report.json'), 'utf8'))
    expect(reportProblems(JSON.parse(text))).toBeUndefined()
    expect(statSync(kept('last.json')).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600)
    expect(readdirSync(kept(), { recursive: true }).filter((name) => String(name).endsWith('.tmp'))).toEqual([])
  })

  test('a replay reads the variables where the run read them', async () => {
    const { cwd } = workplace({ ...red, name: '${OURS}' })
    writeFileSync(join(cwd, 'staging.env'), 'OURS=ours\n')
    expect((await run(cwd, ...ONLY, '--dotenv', 'staging.env')).code).toBe(1)
    expect(await assayHere(['replay', 'last', CHECK], { cwd })).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`then: ${CHECK} fail; now: ${CHECK} fail`),
    })
  })

  test('the command behind "again:" works as it stands, and names the target as the run did', async () => {
    const { cwd } = workplace(red)
    const { stdout } = await run(cwd, ...ONLY)
    const again = /^ +again: assay (.+)$/m.exec(stdout)?.[1]?.split(' ') ?? []
    expect(again).toEqual(['replay', expect.stringMatching(/^\w{4,}$/), CHECK])
    const replayed = await assayHere(again, { cwd })
    expect(replayed.code).toBe(1)
    expect(replayed.stdout).toContain(`then: ${CHECK} fail; now: ${CHECK} fail`)
    // Nothing is kept of a replay: what it says asks again for the same.
    expect(replayed.stdout).toContain(`    again: assay ${again.join(' ')}\n`)
    // Neither a run of something else hides it, nor one of another target that judged the same.
    await run(cwd, '--only', 'pay.auth.missing*')
    expect((await assayHere(['run', ...ONLY], { cwd })).code).toBe(0)
    expect((await assayHere(again, { cwd })).stdout).toContain(`then: ${CHECK} fail; now: ${CHECK} fail`)
  })

  test('a check that sends nothing is asked again with those whose traffic it told of', async () => {
    const flawed = await startPaymentService({ timeScale: 60, flaw: 'errors-nested' })
    open.push(flawed)
    const { cwd } = workplace({ ...flawed.targetFile(), name: 'ours' })
    await run(cwd, '--depth', 'quick', '--only', 'pay.id.*', 'pay.error.envelope')
    const { stdout, code } = await assayHere(['replay', 'pay/error-envelope/envelope'], { cwd })
    expect(stdout).toContain('then: pay/error-envelope/envelope fail; now: pay/error-envelope/envelope fail')
    expect(code).toBe(1)
  })

  test('what changed since the last run stands in its last line, and --last-failed asks again for what failed', async () => {
    const { cwd, becomes } = workplace(red)
    // Another seed asks elsewhere, so that less can be said.
    const SEED = ['--seed', '7']
    await run(cwd, ...ONLY, KEPT, ...SEED)
    expect((await run(cwd, ...ONLY, KEPT, ...SEED)).stdout).toMatch(
      /\nsince the last run \(\d\d:\d\d\): nothing changed\n$/,
    )
    // What this one does not look at has failed as before.
    await run(cwd, '--only', KEPT, ...SEED)
    const planned = await assayHere(['plan', '--config', 'target.json', '--last-failed'], { cwd })
    expect(planned.stdout).toMatch(
      /^Checks that run for what failed last, those with them that send what it looks at \([1-9]/m,
    )
    expect(planned.stderr).toContain('note: --last-failed: depth deep, the least that asks all of it')
    becomes(green)
    const { code, stdout } = await run(cwd, '--last-failed', '--json', 'report.json')
    expect(code).toBe(0)
    const { run: asked } = JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8')) as Report
    expect(asked.only).toContain(CHECK)
    expect(asked.only).not.toContain('pay/idempotency/replay')
    const fixed = await run(cwd, ...ONLY, KEPT, ...SEED)
    expect(fixed.stdout).toContain(`fixed 1: ${BROKEN}\n`)
    becomes(red)
    expect((await run(cwd, ...ONLY, KEPT, ...SEED)).stdout).toContain(`broken 1: ${BROKEN}\n`)
    expect(stdout).toContain('nothing broken')
  })

  test('--last-failed says so where nothing failed, and where nothing is kept', async () => {
    const { cwd } = workplace(green)
    const none = await run(cwd, '--last-failed')
    expect(none.code).toBe(2)
    expect(none.stderr).toContain(
      '--last-failed: of ours no run is kept in this folder: assay run keeps each that found its target in .assay',
    )
    await run(cwd, ...ONLY)
    const well = await run(cwd, '--last-failed')
    expect(well.code).toBe(2)
    expect(well.stderr).toContain('--last-failed: nothing failed in the last run of ours (')
  })

  test('--last-failed says what failed and why nothing of it would be asked', async () => {
    const waits = 'pay/idempotency/replay-after-other-ends'
    const flawed = await startPaymentService({ timeScale: 60, flaw: 'replay-201' })
    open.push(flawed)
    const { cwd } = workplace({ ...flawed.targetFile(), name: 'ours' })
    expect((await run(cwd, '--only', waits)).code).toBe(1)
    const { code, stdout, stderr } = await run(cwd, '--last-failed', '--depth', 'quick')
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(
      `--last-failed: nothing that failed last would be asked: ${waits} (it waits for time to pass`,
    )
    expect(stderr).toContain('; --depth standard asks more')
  })

  test('report, compare and open find the last runs; a report can be named first', async () => {
    const { cwd, becomes, kept } = workplace(red)
    const first = await run(cwd, ...ONLY, '--json', 'red.json')
    expect((await assayHere(['report'], { cwd })).stdout).toBe(first.stdout)
    const har = JSON.parse((await assayHere(['report', '--format', 'har'], { cwd })).stdout) as {
      log: { entries: unknown[] }
    }
    expect(har.log.entries.length).toBeGreaterThan(0)
    const one = await assayHere(['compare'], { cwd })
    expect(one.code).toBe(2)
    expect(one.stderr).toContain('only one run of ours is kept')
    const alone = await assayHere(['compare', 'last'], { cwd })
    expect(alone).toMatchObject({ code: 2, stderr: one.stderr })
    becomes(green)
    await run(cwd, ...ONLY)
    await assayHere(['run', '--only', 'pay.auth.missing*'], { cwd })
    expect((await assayHere(['compare', 'red.json'], { cwd })).stdout).toContain(
      'differs in target: ours, then embedded',
    )
    const opened = await assayHere(['open'], { cwd, env: { CI: 'true' } })
    expect(opened.stdout).toBe(`file://${kept('last.html')}\n`)
    expect(fileURLToPath(opened.stdout.trim())).toBe(kept('last.html'))
    expect(readFileSync(kept('last.html'), 'utf8')).toContain('embedded reference')
    // The embedded reference is kept once: it is compared with nothing.
    expect((await assayHere(['compare'], { cwd })).stderr).toContain('only one run of embedded reference is kept')
    await run(cwd, ...ONLY)
    const { stdout } = await assayHere(['compare'], { cwd })
    expect(stdout).toContain('nothing changed')
    const asJson = JSON.parse((await assayHere(['compare', '--json'], { cwd })).stdout) as object
    expect(asJson).toMatchObject({ notAskedAgain: [], byAnotherAnswer: [], inAnotherPlace: [] })
    // Of a run and itself nobody asks.
    const last = await assayHere(['compare', 'last'], { cwd })
    expect(last.stdout).toBe(stdout)
    expect(last.stderr).toMatch(/^note: last is the last run: it is compared with an earlier one, \w+$/m)
  })

  test.for([['report'], ['open'], ['history'], ['compare'], ['replay', CHECK]])(
    '%s without a run says what makes one',
    async (args) => {
      const { code, stderr } = await assayHere(args)
      expect(code).toBe(2)
      expect(stderr).toContain('no run is kept in this folder: assay run keeps each that found its target in .assay')
    },
  )

  test('explain tells what the last run said that judged it', async () => {
    const { cwd } = workplace(red)
    await run(cwd, ...ONLY)
    await assayHere(['run', '--only', 'pay.auth.missing*'], { cwd })
    const { stdout } = await assayHere(['explain', BROKEN], { cwd })
    expect(stdout).toMatch(
      /\nIn the run \w+ of ours, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\n {2}fail\n {2}POST .*: expected 400 IDEMPOTENCY_KEY_REQUIRED, got .*\n/,
    )
    expect(stdout).toMatch(new RegExp(`\n {2}again: assay replay \\w{4,} ${CHECK}\n`))
    const other = await assayHere(['explain', 'pay.rate.limited'], { cwd })
    expect(other.stdout).toMatch(/\nIn the run \w+ of embedded reference, .*\n {2}unexercised: /)
    // What is to be run judges the target that is told of, not another.
    expect(stdout).toMatch(new RegExp(`\\nTo judge it\\n {2}assay run --config \\S+ --only ${BROKEN}\\n`))
    const check = await assayHere(['explain', CHECK], { cwd })
    expect(check.stdout).toMatch(/\nIn the run \w+ of ours, .*\n {2}fail\n/)
    expect(check.stdout).toMatch(new RegExp(`\\nTo run it\\n {2}assay run --config \\S+ --only ${CHECK}\\n`))
  })

  test('explain tells why the last run that was asked for it left it out, and not what an older one lacked', async () => {
    const { cwd, becomes } = workplace(green)
    const { payment, ...rest } = green as { payment?: { keys?: object } }
    becomes({ ...rest, payment: { ...payment, keys: {} } })
    const waiting = 'pay.reference.duplicate-completed'
    await run(cwd, '--depth', 'quick', '--only', 'pay.reference.*')
    becomes(green)
    await run(cwd, '--depth', 'quick', '--only', 'pay.reference.*')
    await run(cwd, '--depth', 'quick', '--only', 'pay.auth.missing*')
    const { stdout } = await assayHere(['explain', waiting], { cwd })
    expect(stdout).toMatch(/\n {2}unexercised: it waits for time to pass, which a quick run does not\n/)
  })

  test('explain tells that a later run was asked for it and did not judge it, and why', async () => {
    const { cwd, becomes } = workplace(red)
    await run(cwd, ...ONLY)
    const { payment, ...rest } = red as { payment?: { keys?: object } }
    becomes({ ...rest, payment: { ...payment, keys: {} } })
    await run(cwd, ...ONLY)
    const { stdout } = await assayHere(['explain', BROKEN], { cwd })
    expect(stdout).toMatch(
      /\nIn the run \w+ of ours, [^\n]*\n {2}fail\n(?: {2}.*\n)+? {2}later, in the run \w+ of ours, \S+ \S+: unexercised: /,
    )
  })

  test('history tells from run to run what broke, and what has been looked at', async () => {
    const { cwd, becomes } = workplace(green)
    await run(cwd, ...ONLY)
    becomes(red)
    await run(cwd, ...ONLY)
    await assayHere(['run', '--only', 'pay.auth.missing*'], { cwd })
    const { code, stdout } = await assayHere(['history', '--target', 'ours', '--html', 'history.html'], { cwd })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^ours: 2 runs$/m)
    expect(stdout).toContain(`broken 1: ${BROKEN}`)
    expect(stdout).toContain('Broken now (1)')
    expect(readFileSync(join(cwd, 'history.html'), 'utf8')).toContain('1 requirement broken')
    const other = await assayHere(['history'], { cwd })
    expect(other.stdout).toMatch(/^embedded reference: 1 run$/m)
    expect(other.stderr).toContain('there are runs of ours (2) as well: --target shows those')
    const stranger = await assayHere(['history', '--target', 'theirs'], { cwd })
    expect(stranger.stderr).toContain('--target theirs: there is no run of it, but of embedded reference, ours')
  })

  test('ten parts are kept, and what is no run is left alone', async () => {
    const { cwd, kept } = workplace(green)
    await run(cwd, '--only', 'pay.auth.missing*')
    const [name = ''] = readdirSync(kept('runs'))
    const about = JSON.parse(readFileSync(kept('runs', name, 'about.json'), 'utf8')) as { isPart: boolean }
    expect(about.isPart).toBe(true)
    for (let many = 0; many < 11; many += 1) await run(cwd, '--only', 'pay.auth.missing*')
    expect(readdirSync(kept('runs'))).toHaveLength(10)
    expect(readdirSync(kept('runs'))).not.toContain(name)
    writeFileSync(kept('last.json'), 'half')
    for (const each of readdirSync(kept('runs'))) writeFileSync(kept('runs', each, 'report.json'), '{')
    expect((await assayHere(['report'], { cwd })).stderr).toContain('no run is kept in this folder')
  })

  test.skipIf(process.platform === 'win32')('a run that cannot be kept gives its verdict all the same', async () => {
    const { cwd } = workplace(red)
    writeFileSync(join(cwd, '.assay'), 'a file of somebody')
    const { code, stdout, stderr } = await run(cwd, ...ONLY)
    expect(code).toBe(1)
    expect(stdout).toMatch(/^not conformant: 1 requirement broken/m)
    expect(stderr.match(/this run is not kept: .*; --no-keep leaves it out without a word/g)).toHaveLength(1)
  })

  test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'nor does a folder that is read-only take it',
    async () => {
      const { cwd } = workplace(green)
      chmodSync(cwd, 0o500)
      const { code, stderr } = await assay(['run', '--config', 'target.json', ...ONLY], { cwd })
      chmodSync(cwd, 0o700)
      expect(code).toBe(0)
      expect(stderr).toContain('this run is not kept: ')
    },
  )
})
