import { expect, test } from 'vitest'
import type { Verdict } from '../../../kit/check/verdicts/verdict.ts'
import type { Report } from '../../../kit/report/report.ts'
import { sampleRun as run, sample } from '../../../tests/made-up/sample-run.ts'
import { compared } from '../../views/runs/comparison.ts'
import { sinceText } from './since.ts'

const ids = sample.requirements.map(({ id }) => id)
const said = (before: Report, after: Report): string => sinceText(before, after, (_, text) => text)

test('what was repaired, what broke, what is otherwise better or worse', () => {
  const before = run(3, ['fail', 'warn', 'pass', 'pass', 'fail', 'fail', 'pass'])
  const after = run(9, ['pass', 'pass', 'fail', 'warn', 'warn', 'blocked', 'unexercised'])
  expect(said(before, after)).toBe(
    `since the last run (12:03): fixed 2 (1 of them warned of before): ${ids[0]}, ${ids[1]}; better 1: ${ids[4]}; broken 1: ${ids[2]}; worse 1: ${ids[3]}; broken then and not judged now 1: ${ids[5]}; kept then and not exercised now 1: ${ids[6]}\n`,
  )
})

test('what an earlier run failed by and nobody sent again since is not fixed', () => {
  const [before, after] = [run(3, ['fail', 'fail']), run(9, ['pass', 'pass'])]
  expect(sinceText(before, after, (_, text) => text, { open: new Set([ids[0] ?? '']) })).toBe(
    `since the last run (12:03): fixed 1: ${ids[1]}; kept, though not all that was held against it was sent again, 1: ${ids[0]}\n`,
  )
})

test('of what was warned of alone it is said as well, but not where the words have it', () => {
  expect(said(run(3, ['warn']), run(9, ['pass']))).toContain(`fixed 1 (warned of before): ${ids[0]}\n`)
  expect(said(run(3, ['warn']), run(9, ['fail']))).toContain(`broken 1 (warned of before): ${ids[0]}\n`)
})

test('what was broken and a run of less depth does not judge is told, and of what it was asked for alone', () => {
  const failed = { check: 'lib/one/late', verdict: 'fail' as const, evidence: [] }
  const deeper = run(3, ['fail', 'fail'], { depth: 'standard' })
  const before = {
    ...deeper,
    requirements: deeper.requirements.map((each, index) => (index === 0 ? { ...each, judgements: [failed] } : each)),
  }
  const open = ['unexercised', 'unexercised'] as const
  const after = run(9, open, { depth: 'quick', only: ['lib/one/late'] })
  const silent = { ...after, requirements: after.requirements.map((each) => ({ ...each, judgements: [] })) }
  expect(said(before, silent)).toContain(`broken then and not judged at quick depth 1: ${ids[0]}\n`)
  expect(said(before, run(9, open, { depth: 'standard' }))).toContain(
    `broken then and not judged now 2: ${ids[0]}, ${ids[1]}\n`,
  )
})

test('what is kept where it was broken, and broken where it was kept, is broken in another place', () => {
  const placed = (report: Report, ...words: readonly Verdict[]): Report => ({
    ...report,
    requirements: report.requirements.map((each, index) =>
      index > 0
        ? each
        : {
            ...each,
            judgements: words.map((verdict, at) => ({ check: `lib/${at}`, subject: 'a loan', verdict, evidence: [] })),
          },
    ),
  })
  const [before, after] = [run(3, ['fail']), run(9, ['fail'])]
  expect(said(placed(before, 'fail', 'pass'), placed(after, 'pass', 'fail'))).toContain(
    `broken as then, in another place, 1: ${ids[0]}\n`,
  )
  expect(said(placed(before, 'fail', 'pass'), placed(after, 'fail', 'fail'))).not.toContain('another place')
  expect(said(placed(before, 'fail', 'pass'), placed(after, 'unexercised', 'fail'))).not.toContain('another place')
})

test('what came to be blocked is told apart, also where it was asked by what is claimed now', () => {
  const before = run(3, ['pass', 'unexercised'])
  const after = run(9, ['blocked', 'blocked'])
  expect(said(before, after)).toBe(`since the last run (12:03): kept then and blocked now 1: ${ids[0]}\n`)
  const more = { ...after, target: { ...after.target, claims: [...after.target.claims, 'payment.bodies.card'] } }
  expect(said(before, more)).toBe(
    `since the last run (12:03): kept then and blocked now 1: ${ids[0]}; the target file says otherwise than then (with payment.bodies.card), which may have a part in it\n`,
  )
  const warned = said(run(3, ['warn']), run(9, ['blocked']))
  expect(warned).toBe(`since the last run (12:03): warned of then and blocked now 1: ${ids[0]}\n`)
})

test('what other runs had found broken is no news to one that asks again for it', () => {
  const [before, after] = [run(3, ['unexercised', 'unexercised']), run(9, ['fail', 'fail'])]
  expect(sinceText(before, after, (_, text) => text, { known: new Set([ids[0] ?? '']) })).toBe(
    `since the last run (12:03): found broken 1: ${ids[1]}; broken, as when it was judged last, 1: ${ids[0]}\n`,
  )
})

test('what nobody had judged and is warned of now is told, beside what is in no trouble', () => {
  const [before, after] = [run(3, ['unexercised', 'unexercised', 'blocked']), run(9, ['warn', 'pass', 'warn'])]
  expect(said(before, after)).toBe(
    `since the last run (12:03): warned of now, and not judged then, 2: ${ids[0]}, ${ids[2]}; looked at now, and not then, 1: ${ids[1]}\n`,
  )
})

test('what is kept otherwise, and what is open and done otherwise, is no "nothing changed"', () => {
  expect(said(run(3, ['pass']), run(9, ['noted']))).toBe(
    `since the last run (12:03): kept or left open, and otherwise than then, 1: ${ids[0]}\n`,
  )
  const [before, after] = [run(3, ['pass']), run(9, ['pass'])]
  const seen = (report: Report, value: string): Report => ({
    ...report,
    observations: [{ ...sample.observations[0]!, id: 'pay.open.one', value }],
  })
  expect(said(seen(before, '409'), seen(after, '422'))).toBe(
    'since the last run (12:03): no verdict changed; otherwise where the documents leave it open: pay.open.one\n',
  )
  expect(said(seen(before, '409'), seen(after, '409'))).toContain('nothing changed')
})

test('another address of the target is named', () => {
  const before = run(3, ['fail'])
  const moved = { ...before, target: { ...before.target, baseUrls: { payment: 'http://127.0.0.1:4000' } } }
  const after = run(9, ['pass'])
  const here = { ...after, target: { ...after.target, baseUrls: { payment: 'http://127.0.0.1:5000' } } }
  expect(said(moved, here)).toBe(`since the last run (12:03, at http://127.0.0.1:4000): kept here 1: ${ids[0]}\n`)
  expect(said(moved, moved)).toContain('since the last run (12:03): ')
  // Ports that a system gave out.
  const passing = (port: number) => ({ payment: `http://127.0.0.1:${port}` })
  const [was, is] = [41_000, 42_000].map(passing)
  const [first, second] = [
    { ...before, target: { ...before.target, baseUrls: was ?? {} } },
    { ...after, target: { ...after.target, baseUrls: is ?? {} } },
  ]
  expect(said(first, second)).toContain('since the last run (12:03): ')
})

test('what was not judged before is found, not broken since', () => {
  const before = run(3, ['unexercised', 'blocked', 'unexercised'])
  expect(said(before, run(9, ['fail', 'fail', 'warn']))).toBe(
    `since the last run (12:03): found broken 2: ${ids[0]}, ${ids[1]}; warned of now, and not judged then, 1: ${ids[2]}\n`,
  )
})

/** The same without the requests that the failures of the sample tell of. */
function asksOtherwise(report: Report): Report {
  const failures = sample.requirements.filter(({ verdict }) => verdict === 'fail')
  const told = new Set(failures.flatMap(({ judgements }) => judgements.flatMap(({ evidence }) => evidence)))
  return { ...report, exchanges: report.exchanges.filter(({ id }) => !told.has(id)) }
}

test('another seed asks elsewhere: what failed may not have been asked again', () => {
  const before = run(3, ['pass', 'pass', 'pass', 'fail'], { seed: 1 })
  const after = run(9, ['pass', 'fail'], { seed: 2 })
  expect(said(before, asksOtherwise(after))).toBe(
    `since the last run (12:03): kept, though not all that was held against it was sent again (another seed), 1: ${ids[3]}; broken, asked with another seed, 1: ${ids[1]}\n`,
  )
  expect(said(before, after)).toContain(`fixed 1: ${ids[3]}; `)
})

test('neither is what a run of a few checks did not send', () => {
  const before = run(3, ['pass', 'pass', 'pass', 'fail'])
  expect(said(before, asksOtherwise(run(9, [])))).toBe(
    `since the last run (12:03): kept, though not all that was held against it was sent again, 1: ${ids[3]}\n`,
  )
})

test('an outcome that became another one is no nothing', () => {
  const before: Report = { ...run(3, []), outcome: { ...sample.outcome, headline: 'inconclusive' } }
  const after: Report = { ...run(4, []), outcome: { ...sample.outcome, headline: 'conformant' } }
  expect(said(before, after)).toBe('since the last run (12:03): inconclusive, now conformant\n')
})

test('a run that was stopped has repaired nothing: what it kept it kept as far as it came', () => {
  const stopped = said(run(3, ['fail']), run(9, ['pass'], { stopped: 'bail' }))
  expect(stopped).toContain('kept as far as this run came 1')
  expect(stopped).not.toContain('fixed')
  expect(stopped).toContain('; of the rest no news, as this one ended early\n')
  expect(said(run(3, ['fail']), run(9, ['blocked'], { stopped: 'bail' }))).toContain('no news, as this one ended early')
})

test('nothing changed; many are counted', () => {
  expect(said(run(3, ['fail']), run(4, ['fail']))).toBe('since the last run (12:03): nothing changed\n')
  const all = ids.map((): Verdict => 'fail')
  expect(said(run(3, all), run(4, []))).toContain(
    `fixed ${ids.length}: ${ids.slice(0, 4).join(', ')} and ${ids.length - 4} more`,
  )
})

test('what was judged then and is not exercised now is no "nothing changed"', () => {
  expect(said(run(3, ['pass']), run(4, ['unexercised']))).toBe(
    `since the last run (12:03): kept then and not exercised now 1: ${ids[0]}\n`,
  )
  // The seed decides what is asked; what says otherwise itself has other reasons.
  const [one, other] = [{ seed: 1 }, { seed: 2 }]
  const because = (reason: string): Report => {
    const { requirements, ...rest } = run(4, ['unexercised'], other)
    const judgements = [
      { check: 'lib/x', verdict: 'unexercised' as const, why: 'not met' as const, reason, evidence: [] },
    ]
    return { ...rest, requirements: requirements.map((each) => ({ ...each, judgements })) }
  }
  const then = run(3, ['pass'], one)
  expect(said(then, because('the seed of this run chose others'))).toContain(
    `kept then and not exercised now (another seed), 1: ${ids[0]}`,
  )
  expect(said(then, because('the budget was used up'))).toContain(`kept then and not exercised now 1: ${ids[0]}`)
  // A file that says less has its part in what waits for its lines alone.
  const less = run(4, ['unexercised', 'unexercised'], other)
  const [first, ...rest] = less.requirements
  const waiting = {
    ...less,
    target: { ...less.target, claims: [] },
    requirements: [{ ...first!, why: 'not claimed' as const }, ...rest],
  }
  const more = run(3, ['pass', 'pass'], one)
  expect(said({ ...more, target: { ...more.target, claims: ['lib.x'] } }, waiting)).toContain(
    `kept then and not exercised now, as the target file says less, 1: ${ids[0]}`,
  )
})

test('what was not exercised then and is kept now is no "nothing changed"', () => {
  const told = said(run(3, ['unexercised', 'unexercised']), run(4, ['pass', 'noted']))
  expect(told).toBe(`since the last run (12:03): looked at now, and not then, 2: ${ids[0]}, ${ids[1]}\n`)
  expect(said(run(3, ['inapplicable']), run(4, ['pass']))).toContain(`looked at now, and not then, 1: ${ids[0]}`)
  expect(said(run(3, ['pass']), run(4, ['inapplicable']))).toContain(`kept then, and inapplicable now, 1: ${ids[0]}`)
  // An earlier run that was asked for others left it out: that it is seen now is no change.
  expect(said(run(3, ['unexercised'], { only: ['none/such'] }), run(4, ['pass']))).toContain('nothing changed')
})

test('what a stop leaves open is no news', () => {
  expect(said(run(3, []), run(4, ['blocked'], { stopped: 'interrupt' }))).toContain('no news, as this one ended early')
  expect(said(run(3, []), run(4, ['blocked']))).toContain(`kept then and blocked now 1: ${ids[0]}`)
})

test('what a run is measured by is no change of the target', () => {
  const inconclusive = (failOn?: 'warn'): Report => {
    const made = run(3, ['warn'])
    const outcome = { ...made.outcome, headline: failOn ? 'not conformant' : 'nothing broken' } as const
    return { ...made, outcome, run: { ...made.run, ...(failOn && { failOn }) } }
  }
  expect(said(inconclusive(), inconclusive('warn'))).toContain('nothing changed')
  expect(said(inconclusive('warn'), inconclusive('warn'))).toContain('nothing changed')
})

test('another day is named', () => {
  const before = { ...run(3, []), run: { ...sample.run, startedAt: new Date(2026, 1, 27, 9, 5).toISOString() } }
  expect(said(before, run(4, []))).toContain('(2026-02-27 09:05)')
})

test('a run of fewer checks says that it asked again, not that anything is fixed', () => {
  const before = run(3, ['fail'])
  const only = { only: [ids[0] ?? ''] }
  expect(said(before, run(9, ['pass'], only))).toContain(`kept when asked again 1: ${ids[0]}`)
  expect(said(run(3, ['fail'], only), run(9, ['pass'], only))).toContain(`fixed 1: ${ids[0]}`)
})

test('what failed across a restart of the service is not fixed for being kept', () => {
  const before = run(3, ['fail', 'fail'])
  const [template] = before.exchanges
  const idOf = (digit: number): string => `0d00ad4d-0000-4000-8000-00000000000${digit}`
  const exchange = (id: string, method: string, digit: number, second: number, status: number) => ({
    ...template!,
    id,
    service: before.services[0]!.id,
    request: { ...template!.request, method, url: `http://127.0.0.1/loans/${method === 'GET' ? idOf(digit) : ''}` },
    response: { ...template!.response!, status, body: status < 300 ? `{"id":"${idOf(digit)}"}` : '{}' },
    sentAt: second * 1000,
    endedAt: second * 1000 + 10,
  })
  const exchanges = [
    exchange('a', 'POST', 1, 0, 201),
    exchange('b', 'POST', 2, 1, 201),
    exchange('c', 'GET', 1, 5, 404),
    exchange('d', 'GET', 2, 6, 404),
    exchange('e', 'POST', 3, 7, 201),
  ]
  const judged = before.requirements.map((each, index) => ({
    ...each,
    judgements:
      each.verdict === 'fail'
        ? [
            {
              ...sample.requirements[0]!.judgements[0]!,
              verdict: 'fail' as const,
              evidence: index === 0 ? ['a', 'e'] : ['e'],
            },
          ]
        : each.judgements,
  }))
  const restarted = { ...before, exchanges, requirements: judged }
  const after = {
    ...run(9, []),
    exchanges,
    requirements: run(9, []).requirements.map((each) => ({ ...each, judgements: [] })),
  }
  expect(said(restarted, after)).toBe(
    `since the last run (12:03): fixed 1: ${ids[1]}; kept, and failed then by messages from before and after the service was restarted or forgot, 1: ${ids[0]}\n`,
  )
  // What is kept by both sides may be kept by what was forgotten.
  const passing = after.requirements.map((each) => ({
    ...each,
    judgements:
      each.id === ids[1]
        ? [{ ...sample.requirements[0]!.judgements[0]!, verdict: 'pass' as const, evidence: ['a', 'e'] }]
        : [],
  }))
  expect(said(restarted, { ...after, requirements: passing })).toContain(
    `kept by messages from before and after the service was restarted or forgot, 1: ${ids[1]}; kept, and failed then by`,
  )
  const kept = run(1, [])
  expect(said(kept, restarted)).toContain(
    `broken 1: ${ids[1]}; broken by messages from before and after the service was restarted or forgot`,
  )
  expect(compared(kept, restarted).caveats).toContain(
    `what fails by messages from before and after a restart: nothing, then ${ids[0]}`,
  )
  // What nobody had judged before is no better found.
  expect(said(run(1, ['unexercised', 'unexercised']), restarted)).toContain(
    `broken by messages from before and after the service was restarted or forgot, 1: ${ids[0]}; found broken 1: ${ids[1]}`,
  )
})

test('what is broken by another answer than before is no "nothing changed", whichever ids the runs had', () => {
  const failing = (minutes: number, actual: string): Report => {
    const { requirements, ...rest } = run(minutes, ['fail'])
    const judgement = { check: 'lib/x', verdict: 'fail' as const, subject: 'it', expected: '200', actual, evidence: [] }
    return {
      ...rest,
      requirements: requirements.map((each, at) => (at > 0 ? each : { ...each, judgements: [judgement] })),
    }
  }
  const id = (last: string): string => `8d0e7b1e-0b0f-4f0e-9b0a-0a0a0a0a0a0${last}`
  expect(said(failing(3, `409 of ${id('1')}`), failing(4, `422 of ${id('2')}`))).toContain(
    `broken as then, by another answer, 1: ${ids[0]}`,
  )
  expect(said(failing(3, `409 of ${id('1')}`), failing(4, `409 of ${id('2')}`))).toContain('nothing changed')
})

test('of an earlier run that ended early it is told how much more is judged now, where nothing that it had judged changed', () => {
  const early = run(3, ['pass', 'unexercised', 'unexercised'], { stopped: 'bail' })
  expect(said(early, run(9, []))).toContain(
    '(12:03, ended early): nothing changed of what that one had come to; 2 more judged now\n',
  )
  expect(said(run(3, [], { stopped: 'bail' }), run(9, []))).toContain('(12:03, ended early): nothing changed\n')
})
