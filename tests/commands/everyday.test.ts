import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reportProblems } from '../../cli/files/read-report.ts'
import type { Plan } from '../../kit/plan/plan.ts'
import type { Report } from '../../kit/report/report.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { assayHere, emptyFolder } from '../command.ts'
import { fileOf } from '../targets.ts'

const FAILS = 'pay.idempotency.key-required'
const ONLY = ['--only', FAILS]

let folder = ''
let key = ''
let service: Awaited<ReturnType<typeof startPaymentService>>
const at = (name: string): string => join(folder, name)
beforeAll(async () => {
  folder = emptyFolder()
  service = await startPaymentService({ timeScale: 60, flaw: 'creates-without-key' })
  writeFileSync(at('target.json'), JSON.stringify(service.targetFile()))
  key = fileOf(service).payment?.keys?.live?.[0] ?? ''
  expect(key).not.toBe('')
  const flags = ['--config', at('target.json'), ...ONLY, '--seed', '11', '--json', at('red.json')]
  expect((await assayHere(['run', ...flags])).code).toBe(1)
  expect((await assayHere(['run', ...ONLY, '--json', at('green.json')])).code).toBe(0)
}, 120_000)
afterAll(() => service?.close())

const checkOf = (file: string): string => {
  const report = JSON.parse(readFileSync(at(file), 'utf8')) as Report
  return report.requirements.find(({ verdict }) => verdict === 'fail')?.judgements[0]?.check ?? ''
}

describe('a report in everyday use', { timeout: 120_000 }, () => {
  test('replay runs the failing check again with its seed, against the target file', async () => {
    const check = checkOf('red.json')
    const { code, stdout } = await assayHere(['replay', at('red.json'), check, '--config', at('target.json')])
    expect(code).toBe(1)
    expect(stdout).toContain('seed 11')
    expect(stdout).toContain(`then: ${check} fail; now: ${check} fail`)
  })

  test('replay takes the name of a requirement, and sees that it is kept now', async () => {
    const mended = await startPaymentService({ timeScale: 60 })
    writeFileSync(at('mended.json'), JSON.stringify(mended.targetFile()))
    const { code, stdout } = await assayHere(['replay', at('red.json'), FAILS, '--config', at('mended.json')])
    await mended.close()
    expect(code).toBe(0)
    expect(stdout).toMatch(/then: pay\/validation\/key-required fail, .*; now: pay\/validation\/key-required pass, /)
  })

  test('replay of a report asks for its target file where nothing here says it, and takes that of a kept run', async () => {
    const elsewhere = await assayHere(['replay', at('red.json'), FAILS])
    expect(elsewhere).toMatchObject({ code: 2, stdout: '' })
    expect(elsewhere.stderr).toContain('name its target file with --config')
    const cwd = emptyFolder()
    const flags = ['--config', at('target.json'), ...ONLY, '--seed', '12', '--json', 'red.json']
    expect((await assayHere(['run', ...flags], { cwd })).code).toBe(1)
    const { code, stdout } = await assayHere(['replay', 'red.json', FAILS], { cwd })
    expect(code).toBe(1)
    expect(stdout).toMatch(/then: pay\/validation\/key-required fail, .*; now: pay\/validation\/key-required fail, /)
  })

  test('replay of the embedded reference names no file', async () => {
    const { code, stdout } = await assayHere(['replay', at('green.json'), FAILS])
    expect(code).toBe(0)
    expect(stdout).toMatch(/; now: pay\/validation\/key-required pass, /)
  })

  test('replay names what is near where the report holds no such check', async () => {
    const { code, stderr } = await assayHere(['replay', at('red.json'), 'pay.idempotency.key-requird'])
    expect(code).toBe(2)
    expect(stderr).toContain(`did you mean ${FAILS}`)
  })

  const gateIn = (env: Record<string, string>, name: string, known: readonly object[], more: readonly string[]) => {
    writeFileSync(at(name), JSON.stringify({ known }))
    return assayHere(['run', '--config', at('target.json'), ...ONLY, '--baseline', at(name), ...more], { env })
  }
  const gate = (name: string, known: readonly object[], ...more: string[]) => gateIn({}, name, known, more)
  const entry = { requirement: FAILS, reason: 'ticket 12', owner: 'payments', expires: '9999-12-31' }

  test('a baseline opens the gate for what it knows; the JSON report keeps it, and every format shows it', async () => {
    const files = ['json', 'html', 'junit', 'markdown'].flatMap((format) => [`--${format}`, at(`gated.${format}`)])
    const reason = `${entry.reason}, seen with ${key}`
    const { code, stdout } = await gate('open.json', [{ ...entry, reason }], ...files)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^not conformant: 1 requirement broken/m)
    expect(stdout).toContain(`${FAILS} (known; payments, until 9999-12-31: ticket 12`)
    expect(stdout).toContain('gate open: 1 known, 0 not known')
    const kept = readFileSync(at('gated.json'), 'utf8')
    const { gate: word, outcome } = JSON.parse(kept) as Report
    expect(outcome.exitCode).toBe(1)
    expect(word).toMatchObject({
      baseline: at('open.json'),
      known: [{ requirement: FAILS, state: 'holds', owner: 'payments' }],
      fresh: [],
      exitCode: 0,
    })
    expect(reportProblems(JSON.parse(kept))).toBeUndefined()
    const html = at('gated-later.html')
    const later = await assayHere(['report', at('gated.json'), '--html', html])
    expect(later.code).toBe(0)
    expect(readFileSync(html, 'utf8')).toBe(readFileSync(at('gated.html'), 'utf8'))
    expect((await assayHere(['report', at('gated.json')])).stdout).toBe(stdout)
    for (const format of ['html', 'junit', 'markdown']) {
      const text = readFileSync(at(`gated.${format}`), 'utf8')
      expect(text, format).toContain('ticket 12')
      expect(text, format).not.toContain(key)
    }
    expect(kept).not.toContain(key)
    expect(stdout).not.toContain(key)
  })

  test('an expired entry closes it, and GitHub is told', async () => {
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: at('job.md') }
    const { code, stdout } = await gateIn(env, 'expired.json', [{ ...entry, expires: '2020-01-01' }], [])
    expect(code).toBe(1)
    expect(stdout).toContain('expired: repair it')
    expect(stdout).toMatch(new RegExp(`^::error title=baseline%3A ${FAILS}::expired`, 'm'))
    expect(readFileSync(at('job.md'), 'utf8')).toContain(
      '### Gate closed: 0 known, 0 not known, 1 entry to be looked at',
    )
  })

  test('GitHub is told of a mistake of the caller as well', async () => {
    const { code, stderr } = await assayHere(['run', '--fail-onn', 'warn'], { env: { GITHUB_ACTIONS: 'true' } })
    expect(code).toBe(2)
    expect(stderr).toMatch(/^::error title=assay::unknown option '--fail-onn'/m)
  })

  test('--bail does not end with what the baseline knows, and ends with it where there is none', async () => {
    writeFileSync(at('bail.json'), JSON.stringify({ known: [entry] }))
    const flags = ['run', '--config', at('target.json'), '--only', 'pay.idempotency.*', '--depth', 'quick', '--bail']
    const known = await assayHere([...flags, '--baseline', at('bail.json'), '--no-keep'])
    expect(known.stdout).toContain('gate open: 1 known, 0 not known')
    expect(known).toMatchObject({ code: 0 })
    const unknown = await assayHere([...flags, '--no-keep'])
    expect(unknown.stdout).toContain('(ended before its end, as --bail asks)')
    expect(unknown).toMatchObject({ code: 1 })
  })

  test('--certify reads no baseline and tries no generated values, and says both', async () => {
    writeFileSync(at('certify.json'), JSON.stringify({ known: [entry] }))
    const flags = ['--certify', '--baseline', at('certify.json'), '--runs', '3', '--bail', '--no-keep']
    const { code, stdout } = await assayHere(['run', '--config', at('target.json'), ...flags])
    expect(code).toBe(1)
    expect(stdout).toContain('--certify knows no excuses')
    expect(stdout).toContain('--certify tries no generated values: --runs 3 has no effect')
    expect(stdout).not.toContain('gate open')
  })

  test('a baseline without an owner is refused before anything is sent', async () => {
    const { owner: _, ...ownerless } = entry
    const { code, stdout, stderr } = await gate('ownerless.json', [ownerless])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(`entry 1 (${FAILS}): owner is missing, a text`)
  })

  test('a misspelt member of a baseline is named by its entry, with the one that was probably meant', async () => {
    const { owner, ...rest } = entry
    const { code, stderr } = await gate('misspelt.json', [entry, { ...rest, ownr: owner, expires: 'soon' }])
    expect(code).toBe(2)
    expect(stderr).toContain(
      `entry 2 (${FAILS}): there is no ownr; did you mean owner? (known here: requirement, reason, owner, expires)`,
    )
    expect(stderr).toContain(`entry 2 (${FAILS}), expires: expected a day such as 2026-12-31`)
    expect(stderr).not.toContain('/known/')
  })

  test.for([
    ['{"seed":"11","known":[]}', 'seed: expected a whole number from 0 on'],
    ['seed:\nknown: []\n', 'seed: expected a whole number from 0 on'],
    ['sead: 11\nknown: []\n', 'there is no sead; did you mean seed? (known here: known, seed)'],
    ['seed: 11\n', 'known is missing, the list of the entries'],
    ['known: 11\n', 'expected a list of entries under known'],
  ] as const)('a mistake of a baseline is told by the member that it is in: %s', async ([text, words]) => {
    writeFileSync(at('mistaken.yaml'), text)
    const { code, stdout, stderr } = await assayHere(['run', '--baseline', at('mistaken.yaml'), '--no-keep'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(words)
    expect(stderr.includes('list of entries under known')).toBe(words.includes('list of entries under known'))
  })

  test('an entry that names no requirement is told before anything is sent, with the one that was probably meant', async () => {
    const misspelt = { ...entry, requirement: FAILS.replace('required', 'requird') }
    const { code, stdout, stderr } = await gate('strange.json', [entry, misspelt])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(`entry 2 (${misspelt.requirement}): there is no such requirement in this version`)
    expect(stderr).toContain(`did you mean ${FAILS}?`)
  })

  test('a report holds the plan that was told before the run, whatever was asked of it', async () => {
    const flags = ['--config', at('target.json'), '--only', 'pay.amount.*', '--depth', 'deep', '--runs', '3']
    const planned = JSON.parse((await assayHere(['plan', ...flags, '--json'])).stdout) as Plan
    expect((await assayHere(['run', ...flags, '--json', at('planned.json')])).code).toBe(0)
    const { plan } = JSON.parse(readFileSync(at('planned.json'), 'utf8')) as Report
    const { target: _, depth: __, window: ___, selected, ...priced } = planned
    expect(plan).toEqual({ ...priced, selected: selected.map(({ id }) => id) })
    expect(plan.generated).toBeGreaterThan(0)
  })

  test('compare tells worse from better, and its exit code says which', async () => {
    const worse = await assayHere(['compare', at('green.json'), at('red.json')])
    expect(worse.code).toBe(1)
    expect(worse.stdout).toContain(`${FAILS}: pass, then fail`)
    const better = await assayHere(['compare', at('red.json'), at('green.json')])
    expect(better.code).toBe(0)
    expect(better.stdout).toMatch(/^1 better/m)
    const report = JSON.parse(readFileSync(at('green.json'), 'utf8')) as Report
    const requirements = report.requirements.map((each) => ({ ...each, id: `other.${each.id}` }))
    const services = report.services.map((each) => ({
      ...each,
      id: `other-${each.id}`,
      prefix: `other.${each.prefix}`,
    }))
    writeFileSync(at('other.json'), JSON.stringify({ ...report, requirements, services }))
    const nothing = await assayHere(['compare', at('green.json'), at('other.json')])
    expect(nothing.code).toBe(2)
    expect(nothing.stderr).toContain('no statement is one of both, so there is nothing to compare')
  })

  test('report makes the other formats later, and refuses what is no whole report', async () => {
    const html = at('later.html')
    const { code } = await assayHere(['report', at('red.json'), '--html', html, '--junit', at('later.xml')])
    expect(code).toBe(0)
    expect(readFileSync(html, 'utf8')).toContain('<h1 id="verdict">Not conformant</h1>')
    expect(readFileSync(at('later.xml'), 'utf8')).toContain('<failure ')
    const printed = await assayHere(['report', at('red.json'), '--format', 'markdown'])
    expect(printed.stdout).toMatch(/^## Not conformant: /)
    writeFileSync(at('cut.json'), readFileSync(at('red.json'), 'utf8').slice(0, -200))
    const cut = await assayHere(['report', at('cut.json')])
    expect(cut.code).toBe(2)
    expect(cut.stderr).toContain('is no JSON, perhaps cut short')
    const { plan: _, ...early } = JSON.parse(readFileSync(at('red.json'), 'utf8')) as Report
    writeFileSync(at('early.json'), JSON.stringify(early))
    const old = await assayHere(['report', at('early.json')])
    expect(old.code).toBe(2)
    expect(old.stderr).toContain("the report must have required property 'plan'; where another version of assay")
  })

  test('that no webhook can come is said before a run is waited for, once, and not where it is quiet', async () => {
    const file = { ...service.targetFile(), webhooks: { listen: '127.0.0.1:0', publicUrl: 'http://127.0.0.1:1/hooks' } }
    writeFileSync(at('unreached.json'), JSON.stringify(file))
    const flags = ['run', '--config', at('unreached.json'), ...ONLY, '--no-keep']
    const { stderr } = await assayHere(flags)
    const told = stderr.split('\n').filter((line) => line.includes('no webhook can come to this run'))
    expect(told).toEqual([
      expect.stringMatching(
        /^note: no webhook .* and what needs one is not judged: http:\/\/127\.0\.0\.1:1\/hooks: the public URL does not answer: .*; webhooks\.publicUrl and /,
      ),
    ])
    expect((await assayHere([...flags, '--quiet'])).stderr).not.toContain('no webhook')
    expect((await assayHere(['run', '--config', at('target.json'), ...ONLY, '--no-keep'])).stderr).not.toContain(
      'no webhook',
    )
  })
})
