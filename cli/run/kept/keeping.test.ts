import { expect, test } from 'vitest'
import type { Verdict } from '../../../kit/check/verdicts/verdict.ts'
import type { Report } from '../../../kit/report/report.ts'
import { emptyFolder } from '../../../tests/command.ts'
import { sampleReport } from '../../../tests/made-up/sample-report.ts'
import { keeping } from './keeping.ts'

const sample = sampleReport(4)
const assembly = { name: 'assay', description: '', suites: [] }
const [first = '', second = ''] = sample.requirements.map(({ id }) => id)

/** A run that began in that minute, with these verdicts; what is not named was kept, or in one of few checks not asked for. */
function judged(minute: number, verdicts: Readonly<Record<string, Verdict>>, only: readonly string[] = []): Report {
  const usual = only.length === 0 ? 'pass' : 'unexercised'
  return {
    ...sample,
    run: { ...sample.run, id: `run${minute}`, startedAt: `2026-03-01T12:0${minute}:00.000Z`, only: [...only] },
    exchanges: [],
    deliveries: [],
    requirements: sample.requirements.map((each) => {
      const verdict = verdicts[each.id] ?? usual
      return { ...each, verdict, judgements: [{ check: `of/${each.id}`, verdict, evidence: [] }] }
    }),
  }
}

test('a run of what failed is set beside the last one that had to do with it, also where much of that was blocked', async () => {
  const cwd = emptyFolder()
  const keep = (report: Report, lastFailed = false): Promise<string> =>
    keeping({ lastFailed, config: 'lib.yaml' }, assembly, cwd)(report)
  await keep(judged(1, { [first]: 'fail' }))
  await keep(judged(2, { [first]: 'fail', [second]: 'blocked' }))
  const said = await keep(judged(3, { [first]: 'pass', [second]: 'pass' }, [first, second]), true)
  expect(said).toContain(`kept when asked again 1: ${first}`)
  expect(said).toContain(`kept, and could not be judged before, 1: ${second}`)
  expect(said).toMatch(/^since the last run \(/)
})

test('one that others came after is a run like it', async () => {
  const cwd = emptyFolder()
  const keep = (report: Report): Promise<string> => keeping({ config: 'lib.yaml' }, assembly, cwd)(report)
  await keep(judged(1, { [first]: 'fail' }))
  await keep(judged(2, { [first]: 'fail' }, [first]))
  expect(await keep(judged(3, {}))).toMatch(new RegExp(`^since the last run like it \\(.*\\): fixed 1: ${first}`))
})

test('a run of what failed is set beside the one with the last word on most of it, though an earlier one judged more', async () => {
  const cwd = emptyFolder()
  const keep = (report: Report, lastFailed = false): Promise<string> =>
    keeping({ lastFailed, config: 'lib.yaml' }, assembly, cwd)(report)
  const third = sample.requirements[2]!.id
  await keep(judged(1, { [first]: 'pass', [second]: 'fail', [third]: 'fail' }))
  await keep(judged(2, { [first]: 'fail', [second]: 'fail', [third]: 'unexercised' }))
  await keep(judged(3, { [third]: 'fail' }, [third]))
  const now = { [first]: 'pass', [second]: 'pass', [third]: 'pass' } as const
  const said = await keep(judged(4, now, Object.keys(now)), true)
  expect(said).toMatch(/^since the last run that judged most of this \(/)
  expect(said).toContain(`kept when asked again 2: ${first}, ${second}`)
})

test('a run of what failed is set beside the one that it failed in, whatever others judged of its checks since', async () => {
  const cwd = emptyFolder()
  const keep = (report: Report, lastFailed = false): Promise<string> =>
    keeping({ lastFailed, config: 'lib.yaml' }, assembly, cwd)(report)
  const third = sample.requirements[2]!.id
  await keep(judged(1, { [first]: 'fail', [second]: 'pass', [third]: 'pass' }))
  await keep(judged(2, { [first]: 'unexercised', [second]: 'pass', [third]: 'pass' }))
  const now = { [first]: 'pass', [second]: 'pass', [third]: 'pass' } as const
  expect(await keep(judged(3, now, Object.keys(now)), true)).toContain(`kept when asked again 1: ${first}`)
})

test('what a run of what failed judged beside is not what it is set beside another for', async () => {
  const cwd = emptyFolder()
  const keep = (report: Report, lastFailed = false): Promise<string> =>
    keeping({ lastFailed, config: 'lib.yaml' }, assembly, cwd)(report)
  await keep(judged(1, { [first]: 'fail' }))
  await keep(judged(2, { [first]: 'unexercised' }))
  const said = await keep(judged(3, { [first]: 'pass', [second]: 'pass' }, [first]), true)
  expect(said).toContain(`kept when asked again 1: ${first}`)
})

test('a file of the usual name is the same target whether a flag names it or not', async () => {
  const cwd = emptyFolder()
  const keep = (report: Report, config: object): Promise<string> => keeping({ ...config }, assembly, cwd)(report)
  await keep(judged(1, { [first]: 'fail' }), { config: 'assay.config.yaml' })
  expect(await keep(judged(2, {}), {})).toContain(`fixed 1: ${first}`)
})

test('where no run came to its end the last one counts as far as it came', async () => {
  const cwd = emptyFolder()
  const keep = (report: Report): Promise<string> => keeping({ config: 'lib.yaml' }, assembly, cwd)(report)
  const cut = judged(1, { [first]: 'fail', [second]: 'unexercised' })
  await keep({ ...cut, run: { ...cut.run, stopped: 'gone' } })
  expect(await keep(judged(2, {}))).toMatch(
    new RegExp(`^since the last run \\(.*, ended early\\): fixed 1: ${first}\n$`),
  )
})
