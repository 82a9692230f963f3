import { expect, test } from 'vitest'
import type { Report } from '../../kit/report/report.ts'
import { sampleReport, tally } from '../../tests/made-up/sample-report.ts'
import { consoleReport } from './console.ts'

const report = sampleReport(500)
const many = tally(report)
const shown = (made: Report): string => consoleReport(made, { paint: (_, text) => text, verbose: false })

test('a failure carries its whole command, the place in the document, and how to run it again', () => {
  const long = `curl -sS -i -X POST http://127.0.0.1:8080/ --data-binary '${'x'.repeat(500)}'`
  const text = shown({ ...report, exchanges: report.exchanges.map((each) => ({ ...each, curl: long })) })
  const first = report.requirements.find(({ verdict }) => verdict === 'fail')
  expect(text).toContain(long)
  expect(text).toContain(`${first?.id} (${first?.level}): ${first?.text}`)
  expect(text).toContain(`again: assay replay ${report.run.id} pay/validation/key-required`)
})

test('why a run ended early stands above all that it left blocked', () => {
  const because = 'the payment service went away at 12:00:00 UTC'
  const text = shown({ ...report, run: { ...report.run, stopped: 'gone', because } })
  expect(text.indexOf(`  ended early: ${because}`)).toBeGreaterThan(0)
  expect(text.indexOf(because)).toBeLessThan(text.indexOf('Blocked'))
  expect(shown(report)).not.toContain('ended early')
})

test('what stands for a secret in the command of a likely cause is told, where nothing fails', () => {
  const [exchange] = report.exchanges
  if (exchange === undefined) throw new Error('nothing was sent')
  const curl = `curl -H 'Authorization: Bearer '"$PAY_KEY_2" -H 'Request-Key: key-'"\${RUN:-fresh}"-1 http://127.0.0.1:8080/`
  const run = { ...report.run, stopped: 'gone', because: 'it went away', suspects: ['x1'] } as const
  const text = shown({
    ...report,
    run,
    exchanges: [{ ...exchange, id: 'x1', curl }],
    requirements: report.requirements.filter(({ verdict }) => verdict === 'pass'),
    variables: { PAY_KEY: 'payment.keys.live[0]', PAY_KEY_2: 'payment.keys.live[1]' },
  })
  expect(text).toContain(`    ${curl}\n`)
  expect(text).toMatch(
    /^To repeat it\n {2}in the commands \$PAY_KEY_2 is payment\.keys\.live\[1\]\n {2}keys and references/m,
  )
})

test('what is seen of descriptions is told where a service has some', () => {
  expect(shown(report)).toMatch(/^ {2}seen of the descriptions: \d+ of [1-9]/m)
  const none = shown({ ...report, coverage: { operations: [], errorRows: {} } })
  expect(none).not.toContain('seen of the descriptions')
})

test('what one cause blocks is told once, and all of it is named', () => {
  const text = shown(report)
  expect(text.match(/^ {2}blocked /gm)).toHaveLength(1)
  const waiting = Number(/(\d+) requirements? wait for it, whole or in part:/.exec(text)?.[1] ?? 1)
  const alike = Number(/(\d+) requirements? met the same at messages of their own:/.exec(text)?.[1] ?? 0)
  expect(waiting + alike).toBe(many.blocked)
  for (const { id, verdict } of report.requirements) if (verdict === 'blocked') expect(text).toContain(id)
})

test('of many that wait for one thing the areas are named, and each with --verbose', () => {
  const judgements = [{ check: 'lib/key', verdict: 'blocked' as const, reason: 'the key is not taken', evidence: [] }]
  const [one] = report.requirements
  const requirements = Array.from({ length: 40 }, (_, at) => ({
    ...one!,
    id: `lib.${at < 30 ? 'loan' : 'desk'}.number-${at}`,
    verdict: 'blocked' as const,
    judgements,
  }))
  const text = (verbose: boolean): string =>
    consoleReport({ ...report, requirements }, { paint: (_, each) => each, verbose })
  expect(text(false)).toMatch(/40 requirements wait for it, whole or in part:\n +lib\.loan\.\* 30, lib\.desk\.\* 10\n/)
  for (const { id } of requirements) expect(text(true)).toContain(id)
})

test('contradictions that differ in nothing but the message they are about are told once', () => {
  const requirements = report.requirements.slice(0, 10).map((each) =>
    each.verdict === 'fail'
      ? {
          ...each,
          judgements: ['d1', 'd2', 'd3'].map((id) => ({
            ...each.judgements[0]!,
            subject: `delivery ${id}`,
            evidence: [id],
          })),
        }
      : each,
  )
  const text = shown({ ...report, requirements })
  expect(text.match(/^ {2}fail /gm)).toHaveLength(1)
  expect(text).toContain('the same in: delivery d2; delivery d3')
})

test('of a run that is not kept nothing is said to be found again', () => {
  const options = { paint: (_: unknown, text: string) => text, verbose: false } as const
  const [kept, unkept] = [true, false].map((isKept) => consoleReport(report, { ...options, isKept }))
  expect(kept).toMatch(/again: \S+ replay /)
  expect(unkept).not.toMatch(/again: \S+ replay /)
  expect(unkept).toMatch(/again: the same run with --only \S+/)
  expect(unkept).toContain('nothing is kept of this run')
  expect(unkept).not.toContain('open (the page)')
})

test('what is named once more at the end is news: what a baseline knows is counted', () => {
  const failing = report.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  const [fresh = '', ...known] = failing
  const entry = { reason: 'ticket 12', owner: 'us', expires: '2099-12-31', state: 'holds' } as const
  const gate = { ...report.gate!, fresh: [fresh], known: known.map((requirement) => ({ requirement, ...entry })) }
  const text = shown({ ...report, gate })
  const signs = [...text.matchAll(/^✕ (\S+):/gm)].map(([, id]) => id)
  expect(signs).toEqual([fresh])
  expect(text).toContain(`\n  and ${known.length} that are known, above\n`)
  const all = shown({ ...report, gate: { ...gate, known: [] } })
  expect([...all.matchAll(/^✕ (\S+):/gm)]).toHaveLength(3)
  const more = failing.length - 3
  expect(all).toContain(`\n  and ${more} more, above: ${failing.slice(3).join(', ')}\n`)
  const [first] = report.requirements.filter(({ verdict }) => verdict === 'fail')
  const others = Array.from({ length: 20 }, (_, nth) => ({ ...first!, id: `pay.other.nr-${nth}` }))
  const many = { ...report, requirements: [...report.requirements, ...others], gate: { ...gate, known: [] } }
  expect(shown(many)).toContain(`\n  and ${more + 20} more, above\n`)
})
