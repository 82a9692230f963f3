import { expect, test } from 'vitest'
import type { Verdict } from '../../../kit/check/verdicts/verdict.ts'
import type { Report } from '../../../kit/report/report.ts'
import { sampleReport } from '../../../tests/made-up/sample-report.ts'
import { historyText } from '../../console/runs/history-text.ts'
import { htmlHistory } from '../../html/history.ts'
import { keptOpen } from './courses.ts'
import { everSeenLine } from './ever-seen.ts'
import { historyOf } from './history.ts'

const sample = sampleReport(6)
const [first, second, third] = sample.requirements.map(({ id }) => id)

/** A run so many minutes after noon, with a seed of its own and these verdicts, that looked at these endpoints for the first requirement. */
function run(minutes: number, verdicts: readonly Verdict[], endpoints: readonly string[] = []): Report {
  const requirements = sample.requirements.map((each, index) => {
    const cells = endpoints.map((endpoint) => ({ endpoint }))
    const judgement = { check: 'pay/a/b', verdict: 'pass' as const, evidence: [], cells }
    return {
      ...each,
      verdict: verdicts[index] ?? 'pass',
      judgements: index === 0 ? [judgement] : [],
      ...(index === 0 ? { over: { endpoint: ['a', 'b', 'c'] } } : {}),
    }
  })
  const startedAt = new Date(2026, 2, 1, 12, minutes).toISOString()
  return { ...sample, requirements, run: { ...sample.run, seed: minutes, startedAt, only: [], skip: [] } }
}

const history = historyOf([
  run(0, ['fail', 'pass', 'warn'], ['a']),
  run(1, ['unexercised', 'fail', 'pass'], ['b']),
  run(2, ['fail', 'pass', 'blocked'], ['b']),
])

test('what broke and what was repaired, by the last word that there was', () => {
  expect(history.runs.map(({ broken, warned, fixed }) => ({ broken, warned, fixed }))).toEqual([
    { broken: [first], warned: [third], fixed: [] },
    { broken: [second], warned: [], fixed: [third] },
    { broken: [], warned: [], fixed: [second] },
  ])
  expect(history.courses.map(({ id, since }) => [id, since])).toEqual([
    [first, new Date(2026, 2, 1, 12, 0).toISOString()],
    [third, undefined],
    [second, undefined],
  ])
})

test('what single runs looked at adds up', () => {
  expect(history.cells).toMatchObject([{ id: first, seen: 2, of: 3, lately: 1, unseen: ['c'] }])
  expect(everSeenLine(history)).toBe('1 of 3 cells looked at in the last run, 2 in these 3 together')
})

test('as text and as a page, which is escaped', () => {
  const text = historyText(history, (_, said) => said)
  expect(text).toContain(`2026-03-01 12:01  all        `)
  expect(text).toContain(`      broken 1: ${second}\n      fixed 1: ${third}\n`)
  expect(text).toContain(`Broken now (1)\n  since 2026-03-01 12:00 or earlier  ${first}: `)
  const unasked = historyOf([
    run(0, ['fail', 'warn', 'pass'], ['a']),
    run(1, ['unexercised', 'blocked', 'fail'], ['b']),
  ])
  const later = historyText(unasked, (_, said) => said)
  expect(later).toContain(`Broken now (1)\n  since 2026-03-01 12:01  ${third}: `)
  expect(later).toContain(
    `Broken when judged last, and not asked again by the last run (1)\n  since 2026-03-01 12:00 or earlier  ${first}: `,
  )
  expect(later).toContain('Warned when judged last, and not asked again by the last run (1)')
  expect(htmlHistory(unasked)).toContain(
    '<h1 id="verdict">1 requirement broken; 2 more when judged last, before the last run</h1>',
  )
  const page = htmlHistory({ ...history, target: '<b>ours</b>' })
  expect(page).toContain('&lt;b&gt;ours&lt;/b&gt;')
  expect(page).not.toContain('<script')
  expect(page).toContain('<h1 id="verdict">1 requirement broken</h1>')
})

test('what failed and was not sent again is kept, and not fixed', () => {
  const failing = sample.requirements.findIndex(({ verdict }) => verdict === 'fail')
  const { id = '', judgements = [] } = sample.requirements[failing] ?? {}
  const told = new Set(judgements.flatMap(({ evidence }) => evidence))
  const at = (minutes: number, verdict: Verdict): Report => {
    const report = run(minutes, [])
    const requirements = report.requirements.map((each) => (each.id === id ? { ...each, verdict, judgements } : each))
    return { ...report, requirements }
  }
  const after = at(1, 'pass')
  const otherwise = { ...after, exchanges: after.exchanges.filter((each) => !told.has(each.id)) }
  const ends = (last: Report) => historyOf([at(0, 'fail'), last]).runs.at(-1)
  expect(ends(after)).toMatchObject({ fixed: [id], notAskedAgain: [] })
  expect(ends(otherwise)).toMatchObject({ fixed: [], notAskedAgain: [id] })
  const text = historyText(historyOf([at(0, 'fail'), otherwise]), (_, said) => said)
  expect(text).toContain(`kept, but not all that was held against the target was sent again 1: ${id}`)
  expect(text).toContain(
    'Kept when judged last, though not all that was held against the target before was sent again (1)',
  )
  expect(text).not.toContain('Broken when judged last')
  const page = htmlHistory(historyOf([at(0, 'fail'), otherwise]))
  expect(page).toContain('<h1 id="verdict">Nothing broken</h1>')
  expect(page).toContain(`; kept since, though not all that failed in run ${at(0, 'fail').run.id} was sent again`)
})

/** A run that has something against one requirement, or keeps it, and sends requests of these labels. */
const having = (minutes: number, verdict: Verdict, ...labels: readonly string[]): Report => {
  const made = run(minutes, [verdict])
  const exchanges = labels.map((label, at) => ({
    ...sample.exchanges[0]!,
    id: `x${at + 1}`,
    check: 'pay/a/b',
    label,
  }))
  const against = exchanges.map(({ id }) => ({ check: 'pay/a/b', verdict, evidence: [id] }))
  return {
    ...made,
    exchanges,
    requirements: made.requirements.map((each, at) => (at === 0 ? { ...each, judgements: against } : each)),
  }
}

test('that not all was sent again is said once, with what sends it', () => {
  const broken = having(0, 'fail', 'null', 'empty')
  const made = historyOf([broken, having(1, 'pass', 'null'), having(2, 'pass'), having(3, 'pass', 'null')])
  expect(made.runs.map(({ notAskedAgain }) => notAskedAgain)).toEqual([[], [first], [], []])
  expect(made.runs.flatMap(({ fixed }) => fixed)).toEqual([])
  const text = historyText(made, (_, said) => said, 'assay')
  const command = `assay replay ${broken.run.id} ${first} asks again, with the seed that it failed with`
  expect(text).toContain(`\n      ${command}\n`)
  // Of files nobody knows whether they are kept here.
  const whole = `it failed in a run with --seed ${broken.run.seed} --depth ${broken.run.depth}, which asks for the same again`
  expect(historyText(made, (_, said) => said)).toContain(`\n      ${whole}\n`)
  // A rule that told of what a fixture sent is no check that sends it.
  const ofFixture: Report = {
    ...broken,
    exchanges: broken.exchanges.map((each) => ({ ...each, check: 'fixture/payment/x' })),
  }
  const ruled = historyOf([ofFixture, having(1, 'pass')])
  expect(historyText(ruled, (_, said) => said, 'assay')).toContain(`\n      ${whole}\n`)
})

test('runs that kept it and together sent again all that failed end it; one that was not judged by adds nothing', () => {
  const broken = having(0, 'fail', 'null', 'empty')
  const [one, other] = [having(1, 'pass', 'null'), having(2, 'pass', 'empty')]
  const mended = historyOf([broken, one, other])
  expect(mended.runs.at(-1)).toMatchObject({ fixed: [first], notAskedAgain: [] })
  expect(mended.courses.find(({ id }) => id === first)?.since).toBeUndefined()
  const blocked = historyOf([broken, one, having(2, 'unexercised', 'empty')])
  expect(blocked.runs.at(-1)?.fixed).toEqual([])
  expect(blocked.courses.find(({ id }) => id === first)?.since).toBe(broken.run.startedAt)
  // What failed anew is what has to be sent again.
  const anew = historyOf([broken, one, having(2, 'fail', 'empty'), having(3, 'pass', 'null')])
  expect(anew.runs.map(({ notAskedAgain }) => notAskedAgain)).toEqual([[], [first], [], [first]])
})

test('what failed before stays open where a run that failed by less did not send it again', () => {
  const [whole, less] = [having(0, 'fail', 'null', 'empty'), having(1, 'fail', 'null')]
  const [kept, all] = [having(2, 'pass', 'null'), having(3, 'pass', 'null', 'empty')]
  const made = historyOf([whole, less, kept])
  expect(made.runs.at(-1)).toMatchObject({ fixed: [], notAskedAgain: [first] })
  expect(made.courses).toMatchObject([{ id: first, since: whole.run.startedAt, seed: whole.run.seed }])
  // What a check that judged again sends with another seed none need send again.
  expect([...keptOpen([whole, less, kept])]).toEqual([first])
  const again = { ...kept, checks: [{ ...kept.checks[0]!, id: 'pay/a/b', verdict: 'pass' as const }] }
  expect([...keptOpen([whole, less, again])]).toEqual([])
  expect(historyOf([whole, less, all]).runs.at(-1)).toMatchObject({ fixed: [first], notAskedAgain: [] })
  expect(historyOf([whole, less, kept, all]).runs.at(-1)?.fixed).toEqual([first])
  expect([...keptOpen([whole, less, kept, all])]).toEqual([])
  // What the later failing run sent again and kept is over.
  const apart = having(1, 'fail', 'null', 'empty')
  const parted = {
    ...apart,
    requirements: apart.requirements.map((each, at) => ({
      ...each,
      judgements: each.judgements.map((one, index) =>
        at === 0 && index === 1 ? { ...one, verdict: 'pass' as const } : one,
      ),
    })),
  }
  expect(historyOf([whole, parted, kept]).runs.at(-1)?.fixed).toEqual([first])
})

test('what was kept without what failed having been sent again has not ended, and began when it first failed', () => {
  const asked = (minutes: number, verdict: Verdict, label: string | undefined): Report => {
    const made = run(minutes, [verdict])
    const against = { check: 'pay/a/b', verdict, evidence: ['x1'] }
    const exchanges = label === undefined ? [] : [{ ...sample.exchanges[0]!, id: 'x1', check: 'pay/a/b', label }]
    return {
      ...made,
      exchanges,
      requirements: made.requirements.map((each, at) => (at === 0 ? { ...each, judgements: [against] } : each)),
    }
  }
  const told = (middle: string | undefined) => {
    const made = historyOf([asked(0, 'fail', 'null'), asked(1, 'pass', middle), asked(2, 'fail', 'null')])
    return { broken: made.runs.at(-1)?.broken, since: made.courses.find(({ id }) => id === first)?.since }
  }
  expect(told('another')).toEqual({ broken: [], since: new Date(2026, 2, 1, 12, 0).toISOString() })
  expect(told('null')).toEqual({ broken: [first], since: new Date(2026, 2, 1, 12, 2).toISOString() })
})

test('a run at another address than the one before says so', () => {
  const at = (minutes: number, url: string): Report => {
    const made = run(minutes, ['pass'])
    return { ...made, target: { ...made.target, baseUrls: { payment: url } } }
  }
  const made = historyOf([at(0, 'http://a'), at(1, 'http://b'), at(2, 'http://b')])
  expect(made.runs.map((each) => each.at)).toEqual([undefined, 'http://b', undefined])
  expect(historyText(made, (_, said) => said).match(/at another address: http:\/\/b/g)).toHaveLength(1)
  expect(htmlHistory(made)).toContain('at another address: <code>http://b</code>')
})

test('a run at another address than the last of its service says so, whichever services ran between', () => {
  const at = (minutes: number, baseUrls: Report['target']['baseUrls']): Report => {
    const made = run(minutes, ['pass'])
    return { ...made, target: { ...made.target, baseUrls } }
  }
  const made = historyOf([
    at(0, { messaging: 'http://m' }),
    at(1, { payment: 'http://a' }),
    at(2, { messaging: 'http://n' }),
    at(3, { payment: 'http://a' }),
  ])
  expect(made.runs.map((each) => each.at)).toEqual([undefined, undefined, 'http://n', undefined])
})

test('what another address keeps is not fixed here, and is told with the address where it is broken', () => {
  const [service] = sample.services
  const at = (minutes: number, url: string, verdict: Verdict): Report => {
    const made = run(minutes, [verdict])
    return { ...made, target: { ...made.target, baseUrls: { [service?.id ?? '']: url } } }
  }
  const two = historyOf([at(0, 'http://a', 'fail'), at(1, 'http://b', 'pass'), at(2, 'http://b', 'pass')])
  expect(two.runs.flatMap(({ fixed, keptAgain }) => [...fixed, ...keptAgain])).toEqual([])
  expect(two.courses).toMatchObject([{ id: first, since: two.runs[0]?.startedAt, elsewhere: 'http://a' }])
  const text = historyText(two, (_, said) => said)
  expect(text).toContain(
    `another address, and not all that it was in trouble by there was sent again since (1)\n  since 2026-03-01 12:00 or earlier, at http://a  ${first}`,
  )
  expect(text).not.toContain('nothing of what was judged last is broken')
  expect(htmlHistory(two)).toContain('since 2026-03-01 12:00 or earlier, at http://a; kept where it was judged last')
  const again = historyOf([at(0, 'http://a', 'fail'), at(1, 'http://b', 'pass'), at(2, 'http://a', 'fail')])
  expect(again.runs.map(({ broken }) => broken)).toEqual([[first], [], []])
  expect(again.courses[0]?.elsewhere).toBeUndefined()
})

test('what a run was asked for is told whole where its column has no room for it', () => {
  const part = run(0, ['pass'])
  const skip = ['pay/idempotency/replay-after-other-ends']
  const text = historyText(historyOf([{ ...part, run: { ...part.run, skip } }]), (_, said) => said)
  expect(text).toContain(`\n      asked for not ${skip[0]}\n`)
  expect(historyText(historyOf([part]), (_, said) => said)).not.toMatch(/^ +asked for all/m)
})

test('a shard is called so among the runs', () => {
  const part = run(0, ['pass'])
  const shard = { ...part, run: { ...part.run, shard: { index: 2, of: 2, ownKeys: false } } }
  expect(historyOf([shard]).runs[0]?.asked).toBe('shard 2/2')
})

test('shards that were merged are one run, and one that was not is one of its own', () => {
  const shard = (minutes: number, id: string): Report => {
    const part = run(minutes, ['pass'])
    return { ...part, run: { ...part.run, id, shard: { index: 1, of: 2, ownKeys: false } } }
  }
  const whole = run(0, ['pass'])
  const all = { ...whole, run: { ...whole.run, id: 'one', merged: ['one', 'two'] } }
  const { runs } = historyOf([shard(0, 'one'), all, shard(1, 'two'), shard(2, 'three')])
  expect(runs.map(({ id, asked }) => [id, asked])).toEqual([
    ['one', 'all'],
    ['three', 'shard 1/2'],
  ])
})

test('what a run of fewer checks keeps is not fixed until one that asks for as much has kept it', () => {
  const of = (only: readonly string[], made: Report): Report => ({ ...made, run: { ...made.run, only: [...only] } })
  const [broken, kept] = [having(0, 'fail', 'null'), having(1, 'pass', 'null')]
  const narrow = of(['pay.a.b'], kept)
  const changes = (...reports: readonly Report[]) =>
    historyOf(reports).runs.map(({ broken: worse, fixed, keptAgain }) => ({ worse, fixed, keptAgain }))
  const [none, again] = [
    { worse: [], fixed: [], keptAgain: [] },
    { worse: [], fixed: [], keptAgain: [first] },
  ]
  const news = { worse: [first], fixed: [], keptAgain: [] }
  // It fails whenever all is asked: neither repaired nor broken anew.
  expect(changes(broken, narrow, having(2, 'fail', 'null'))).toEqual([news, again, none])
  expect(changes(broken, narrow, of(['pay.a.b'], having(2, 'fail', 'null')))).toEqual([news, again, news])
  expect(changes(broken, narrow, narrow)).toEqual([news, again, none])
  expect(changes(broken, narrow, having(2, 'pass', 'null'))).toEqual([
    news,
    again,
    { worse: [], fixed: [first], keptAgain: [] },
  ])
  expect(changes(of(['pay.a.b'], broken), narrow)).toEqual([news, { worse: [], fixed: [first], keptAgain: [] }])
  const [course] = historyOf([broken, narrow]).courses
  expect(course).toMatchObject({ id: first, since: broken.run.startedAt, isKeptAgain: true })
  const text = historyText(historyOf([broken, narrow]), (_, said) => said, 'assay')
  expect(text).toContain(`      kept when asked again 1: ${first}\n`)
  expect(text).toContain('\nKept when asked again by runs of fewer checks: one of all says whether it is fixed (1)\n')
  expect(text).not.toContain('assay replay')
  expect(htmlHistory(historyOf([broken, narrow]))).toContain('; kept when asked again by runs of fewer checks')
  expect(historyOf([broken, narrow, having(2, 'fail', 'null')]).courses[0]).toMatchObject({
    since: broken.run.startedAt,
    isKeptAgain: false,
    wasKept: true,
  })
  const between = ' or earlier, kept in between by a run that asked less of it'
  const back = historyOf([broken, narrow, having(2, 'fail', 'null')])
  expect(historyText(back, (_, said) => said)).toContain(`Broken now (1)\n  since 2026-03-01 12:00${between}  ${first}`)
  expect(htmlHistory(back)).toContain(`since 2026-03-01 12:00${between}`)
  for (const reports of [
    [broken, having(1, 'fail', 'null')],
    [broken, having(1, 'pass', 'null'), having(2, 'fail', 'null')],
  ])
    expect(historyText(historyOf(reports), (_, said) => said)).not.toContain('kept in between')
})

test('what a baseline made of a run stands beside its outcome', () => {
  const gated: Report = {
    ...run(0, []),
    gate: { baseline: 'known.yaml', exitCode: 1, known: [], fresh: ['lib.x'], behind: [] },
  }
  const { gate: _, ...ungated } = run(1, [])
  const told = historyOf([gated, ungated])
  expect(told.runs.map(({ gate }) => gate?.slice(0, 12))).toEqual(['gate closed:', undefined])
  for (const text of [historyText(told, (_, said) => said), htmlHistory(told)]) expect(text).toContain('gate closed: ')
})

test('that warnings alone fail a run stands beside its outcome', () => {
  const because = 'lib.x warned, and warnings fail this run'
  const { gate: _, ...base } = run(0, [])
  const warned: Report = {
    ...base,
    run: { ...base.run, failOn: 'warn' },
    requirements: base.requirements.map((each) => ({ ...each, verdict: 'warn' as const })),
    outcome: { exitCode: 1, headline: 'not conformant', because },
  }
  expect(historyText(historyOf([warned]), (_, said) => said)).toContain(`\n      ${because}`)
  expect(historyText(historyOf([base]), (_, said) => said)).not.toContain('warnings fail')
})
