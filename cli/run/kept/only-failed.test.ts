import { expect, test } from 'vitest'
import type { Check } from '../../../kit/check/check.ts'
import type { Depth } from '../../../kit/check/depth.ts'
import type { Report } from '../../../kit/report/report.ts'
import { emptyFolder } from '../../../tests/command.ts'
import { sampleReport } from '../../../tests/made-up/sample-report.ts'
import { aboutOf, keepRun } from './kept-run.ts'
import { NothingFailed } from './last-failed.ts'
import { onlyFailed } from './only-failed.ts'

const sample = sampleReport(20)
const [failed] = sample.checks.filter(({ verdict }) => verdict === 'fail')
const checks = sample.checks.map(({ id }) => ({
  id,
  covers: [id.replaceAll('/', '.')],
  phase: 'main',
})) as unknown as readonly Check[]

/** A folder in which a run of this depth is kept, with what a run of its failures is asked for. */
async function askedAfter(depth: Depth, flags: { readonly depth?: Depth; readonly seed?: number }) {
  const cwd = emptyFolder()
  const report: Report = { ...sample, run: { ...sample.run, depth } }
  await keepRun(cwd, report, aboutOf(report, { command: 'assay', flags: {} }))
  return onlyFailed(flags, report.target, checks, { name: 'assay' }, cwd)
}

test('the depth of the run that failed is taken, and said, where none is given', async () => {
  const { asked, notes } = await askedAfter('standard', {})
  expect(asked).toMatchObject({ depth: 'standard', seed: sample.run.seed })
  expect(asked.only).toContain(failed?.id)
  expect(notes).toEqual(['--last-failed: depth standard, the least that asks all of it; --depth takes another'])
})

test.each([
  [
    'standard',
    'quick',
    [
      '--last-failed: some of it failed at depth standard and at none of less; what --depth quick does not ask is left out',
    ],
  ],
  ['quick', 'standard', []],
  ['deep', 'deep', []],
] as const)('after a %s run --depth %s is what is asked', async (before, depth, said) => {
  const { asked, notes } = await askedAfter(before, { depth, seed: 7 })
  expect(asked).toMatchObject({ depth, seed: 7 })
  expect(notes).toEqual(said)
})

test('a run of a few checks clears what it sent again, and nothing else', async () => {
  const told = sample.requirements.filter(({ verdict }) => verdict === 'fail').flatMap(({ judgements }) => judgements)
  const [subject] = told.flatMap(({ evidence }) => evidence)
  const narrow = async (exchanges: Report['exchanges'], seed = sample.run.seed): Promise<readonly string[]> => {
    const cwd = emptyFolder()
    const keep = async (report: Report): Promise<void> => {
      await keepRun(cwd, report, aboutOf(report, { command: 'assay', flags: {} }))
    }
    await keep(sample)
    const only = [failed?.id ?? '']
    const good = sample.checks.map((each) => (each.id === failed?.id ? { ...each, verdict: 'pass' as const } : each))
    const startedAt = new Date(Date.parse(sample.run.startedAt) + 60_000).toISOString()
    const run = { ...sample.run, id: 'aaaaaaaa', startedAt, only, seed }
    await keep({ ...sample, run, exchanges, checks: good.filter(({ id }) => id === failed?.id) })
    const { asked } = await onlyFailed({}, sample.target, checks, { name: 'assay' }, cwd)
    return asked.only
  }
  const without = sample.exchanges.filter(({ id }) => id !== subject)
  expect(await narrow(without, sample.run.seed + 1)).toContain(failed?.id)
  // The same once more would say the same.
  await expect(narrow(without)).rejects.toThrow('was asked again by the last run')
  await expect(narrow(sample.exchanges)).rejects.toThrow('nothing failed in the last run')
})

test('a run that ended early clears nothing of which it cut off what had failed', async () => {
  const good = sample.checks.map((each) => ({ ...each, verdict: 'pass' as const }))
  const startedAt = new Date(Date.parse(sample.run.startedAt) + 60_000).toISOString()
  const asked = async (stopped: 'bail' | undefined): Promise<readonly string[]> => {
    const cwd = emptyFolder()
    const cut = sample.requirements.map((each) => ({ ...each, verdict: 'unexercised' as const, judgements: [] }))
    const run = { ...sample.run, id: 'aaaaaaaa', startedAt, ...(stopped === undefined ? {} : { stopped }) }
    for (const report of [sample, { ...sample, run, checks: good, requirements: cut }])
      await keepRun(cwd, report, aboutOf(report, { command: 'assay', flags: {} }))
    return (await onlyFailed({}, sample.target, checks, { name: 'assay' }, cwd)).asked.only
  }
  expect(await asked('bail')).toContain(failed?.id)
  await expect(asked(undefined)).rejects.toThrow('nothing failed in the last run')
})

test('what was under way when a service went away is asked again, until a run has judged it', async () => {
  const cut = 'pay/cut/one'
  const known = [...checks, { id: cut, covers: ['pay.cut.one'], phase: 'main', uses: [] }] as unknown as typeof checks
  const [one = sample.checks[0]!] = sample.checks
  const checksWith = (verdict: 'pass' | 'unexercised') => [...sample.checks, { ...one, id: cut, verdict }]
  const exchanges = sample.exchanges.slice(0, 1).map((each) => ({ ...each, id: 'x999', check: cut }))
  const asked = async (...later: readonly Report[]): Promise<readonly string[]> => {
    const cwd = emptyFolder()
    const run = { ...sample.run, stopped: 'gone', suspects: exchanges.map(({ id }) => id) } as const
    for (const report of [{ ...sample, checks: checksWith('unexercised'), exchanges, run }, ...later])
      await keepRun(cwd, report, aboutOf(report, { command: 'assay', flags: {} }))
    return (await onlyFailed({}, sample.target, known, { name: 'assay' }, cwd)).asked.only
  }
  expect(await asked()).toContain(cut)
  const startedAt = new Date(Date.parse(sample.run.startedAt) + 60_000).toISOString()
  const run = { ...sample.run, id: 'aaaaaaaa', startedAt, only: [cut] }
  expect(await asked({ ...sample, run, checks: checksWith('pass').slice(-1) })).not.toContain(cut)
  expect(await asked({ ...sample, run: { ...run, only: [] }, checks: checksWith('pass') })).not.toContain(cut)
})

test('of a run that ended early it is said that it did, where nothing had failed', async () => {
  const cwd = emptyFolder()
  const run = { ...sample.run, stopped: 'gone', because: 'the payment service went away' } as const
  const well = sample.checks.map((each) => ({ ...each, verdict: 'pass' as const }))
  const report = { ...sample, checks: well, run }
  await keepRun(cwd, report, aboutOf(report, { command: 'assay', flags: {} }))
  await expect(onlyFailed({}, sample.target, checks, { name: 'assay' }, cwd)).rejects.toThrow(
    'ended early, as the payment service went away, and nothing had failed by then; the same command without it judges all',
  )
})

test('all that a service may have gone away by is asked again, however much that is', async () => {
  const cwd = emptyFolder()
  const ids = checks.slice(0, 9).map(({ id }) => id)
  const [template] = sample.exchanges
  const exchanges = ids.map((check, index) => ({ ...template!, id: `x90${index}`, check }))
  const run = { ...sample.run, stopped: 'gone', suspects: exchanges.map(({ id }) => id) } as const
  const cut = sample.checks.map((each) => ({ ...each, verdict: 'unexercised' as const }))
  const report = { ...sample, checks: cut, requirements: [], exchanges, run }
  await keepRun(cwd, report, aboutOf(report, { command: 'assay', flags: {} }))
  const { asked } = await onlyFailed({}, sample.target, checks, { name: 'assay' }, cwd)
  expect(asked.only).toEqual(expect.arrayContaining(ids))
})

/** A folder with runs of these depths, one a minute, each without what it did not ask, and what is asked after them. */
async function askedAfterRuns(
  ...runs: readonly { readonly depth: Depth; readonly without?: string | undefined; readonly generated?: number }[]
) {
  const cwd = emptyFolder()
  for (const [minute, { depth, without, generated = 0 }] of runs.entries()) {
    const startedAt = new Date(2026, 2, 1, 12, minute).toISOString()
    const left = sample.checks.map((each) =>
      each.id === without ? { ...each, verdict: 'unexercised' as const } : each,
    )
    const report: Report = {
      ...sample,
      checks: left,
      plan: { ...sample.plan, generated },
      run: { ...sample.run, id: `r${minute}`, startedAt, depth, only: [] },
    }
    await keepRun(cwd, report, aboutOf(report, { command: 'assay', flags: {} }))
  }
  const flags: { readonly depth?: Depth } = {}
  return onlyFailed(flags, sample.target, checks, { name: 'assay' }, cwd)
}
const [, other] = sample.checks.filter(({ verdict }) => verdict === 'fail')

test('of failures of several runs the depth of the deepest is taken: another would leave some of them out', async () => {
  const { asked } = await askedAfterRuns({ depth: 'standard' }, { depth: 'quick', without: failed?.id })
  expect(asked.depth).toBe('standard')
  expect(asked.only).toEqual(expect.arrayContaining([failed?.id, ...(other === undefined ? [] : [other.id])]))
})

test('what failed at a lesser depth as well is asked for at that one', async () => {
  const { asked, notes } = await askedAfterRuns({ depth: 'standard' }, { depth: 'deep', generated: 90 })
  expect(asked.depth).toBe('standard')
  expect(notes).toEqual(['--last-failed: depth standard, the least that asks all of it; --depth takes another'])
})

test('a run that was deep by the names of its checks alone is so again, and tries no values that it had not tried', async () => {
  expect((await askedAfterRuns({ depth: 'deep' })).asked.depth).toBeUndefined()
  expect((await askedAfterRuns({ depth: 'deep', generated: 90 })).asked.depth).toBe('deep')
})

test('a statement that failed in a check which judges it in passing is asked again by its own id', async () => {
  const statement = sample.requirements.find(({ verdict, judgements }) => verdict === 'fail' && judgements.length > 0)
  const judging = statement?.judgements.find(({ verdict }) => verdict === 'fail')?.check ?? ''
  const cwd = emptyFolder()
  const seen = sample.checks.some(({ id }) => id === judging)
    ? sample.checks
    : [...sample.checks, { id: judging, title: judging, verdict: 'fail' as const, startedAt: 0, ms: 0 }]
  const report: Report = { ...sample, checks: seen }
  await keepRun(cwd, report, aboutOf(report, { command: 'assay', flags: {} }))
  // No check is selected by the statement: it is judged in passing.
  const others = seen.map(({ id }) => ({
    id,
    covers: ['lib.other'],
    phase: 'main',
    uses: [],
  })) as unknown as typeof checks
  const asked = async (only: readonly string[], skip: readonly string[] = []) =>
    (await onlyFailed({ only, skip }, sample.target, others, { name: 'assay' }, cwd)).asked.only
  expect(await asked([statement?.id ?? ''])).toContain(judging)
  await expect(asked(['lib.no.other'])).rejects.toThrow('nothing that is selected here failed')
  await expect(asked([statement?.id ?? ''], [judging])).rejects.toThrow('assay plan --last-failed tells what did')
})

test('what was blocked is over where a whole run of that depth had no occasion to ask it, and nothing stood in its way', async () => {
  const others = sample.checks.map((each) => ({ ...each, verdict: 'pass' as const }))
  const asked = async (
    verdict: 'blocked' | 'fail',
    depth: Depth,
    excluded: Report['plan']['excluded'] = [],
  ): Promise<readonly string[]> => {
    const cwd = emptyFolder()
    const of = (of: 'blocked' | 'fail' | 'unexercised') =>
      others.map((each) => (each.id === failed?.id ? { ...each, verdict: of } : each))
    const startedAt = new Date(Date.parse(sample.run.startedAt) + 60_000).toISOString()
    const run = { ...sample.run, id: 'aaaaaaaa', startedAt, depth }
    for (const report of [
      { ...sample, checks: of(verdict) },
      { ...sample, run, checks: of('unexercised'), plan: { ...sample.plan, excluded } },
    ])
      await keepRun(cwd, report, aboutOf(report, { command: 'assay', flags: {} }))
    return (await onlyFailed({}, sample.target, checks, { name: 'assay' }, cwd)).asked.only
  }
  await expect(asked('blocked', 'standard')).rejects.toThrow('nothing failed in the last run')
  expect(await asked('blocked', 'quick')).toContain(failed?.id)
  expect(await asked('fail', 'standard')).toContain(failed?.id)
  // A run whose target file has no key for it could not ask it.
  const [id = ''] = [failed?.id].filter((each) => each !== undefined)
  const unclaimed = { why: 'not claimed', reason: 'the target file names no key', line: '', checks: [id] } as const
  expect(await asked('blocked', 'standard', [unclaimed])).toContain(id)
})

test('what is kept at another address is asked again where it failed, and is over where the target is now', async () => {
  const cwd = emptyFolder()
  const at = (url: string, more: Partial<Report>, minute: number): Report => {
    const startedAt = new Date(Date.parse(sample.run.startedAt) + minute * 60_000).toISOString()
    const target = { ...sample.target, baseUrls: { ...sample.target.baseUrls, payment: url } }
    return { ...sample, ...more, target, run: { ...sample.run, ...more.run, id: `run${minute}`, startedAt } }
  }
  const keep = (report: Report): Promise<void> => keepRun(cwd, report, aboutOf(report, { command: 'assay', flags: {} }))
  const asked = async (url: string): Promise<readonly string[]> =>
    (await onlyFailed({}, at(url, {}, 0).target, checks, { name: 'assay' }, cwd)).asked.only
  await keep(at('http://127.0.0.1:9101', {}, 1))
  // It may have moved.
  expect(await asked('http://127.0.0.1:9102')).toContain(failed?.id)
  const well = sample.checks.map((each) => ({ ...each, verdict: 'pass' as const }))
  const only = sample.checks.map(({ id }) => id)
  for (const [minute, run] of [{ ...sample.run, only }, sample.run].entries()) {
    await keep(at('http://127.0.0.1:9102', { checks: well, run }, 2 + minute))
    await expect(asked('http://127.0.0.1:9102')).rejects.toThrow(NothingFailed)
    expect(await asked('http://127.0.0.1:9101')).toContain(failed?.id)
  }
  await keep(at('http://127.0.0.1:9101', { checks: well }, 4))
  await expect(asked('http://127.0.0.1:9101')).rejects.toThrow(NothingFailed)
})

test('what warned in a run that counts warnings as failures is asked again, and in another one not', async () => {
  const [one] = sample.checks
  const warned = sample.checks.map((each) => ({ ...each, verdict: each.id === one?.id ? 'warn' : 'pass' }) as const)
  const asked = async (failOn?: 'warn', now?: 'warn'): Promise<readonly string[]> => {
    const cwd = emptyFolder()
    const flags = now === undefined ? {} : { failOn: now }
    const run = { ...sample.run, ...(failOn === undefined ? {} : { failOn }) }
    const report: Report = { ...sample, run, checks: warned }
    await keepRun(cwd, report, aboutOf(report, { command: 'assay', flags: {} }))
    return (await onlyFailed(flags, sample.target, checks, { name: 'assay' }, cwd)).asked.only
  }
  expect(await asked('warn')).toContain(one?.id)
  // The command counts them itself.
  expect(await asked(undefined, 'warn')).toContain(one?.id)
  await expect(asked()).rejects.toThrow('nothing failed in the last run')
})
