import type { Verdict } from '../kit/check/verdicts/verdict.ts'
import { type GatedFailure, isLeftAside, needsAttention } from '../kit/report/baseline.ts'
import { judgementText } from '../kit/report/judgement-text.ts'
import type { Report, ReportedRequirement } from '../kit/report/report.ts'
import { areaOf, serviceOf } from './views/area.ts'
import { entryText, gateText, knownFailures, knownText } from './views/baseline-words.ts'
import { commandsOf } from './views/evidence/commands.ts'
import { placeholders } from './views/evidence/placeholders.ts'
import { failsIn } from './views/failing.ts'
import { type RunTrouble, runTrouble } from './views/run-trouble.ts'
import { secondsOf } from './views/seconds.ts'
import { addition } from './views/unexercised/target-lines.ts'

type Status = 'passed' | 'failed' | 'skipped' | 'pending' | 'other'

/** The Common Test Report Format that is followed. */
const SPECIFICATION = '0.0.0'

/** Characters of the commands of a failure. */
const COMMANDS = 8_000

/** What a verdict is to readers of test reports: that there is none, where a check was hindered, is no failure. */
const STATUSES: Readonly<Record<Verdict, Status>> = {
  pass: 'passed',
  warn: 'passed',
  noted: 'passed',
  fail: 'failed',
  broken: 'other',
  blocked: 'other',
  unexercised: 'skipped',
  inapplicable: 'skipped',
}

/** The Common Test Report Format (ctrf.io): a test per requirement, its verdict as the raw status. */
export function ctrfReport(report: Report): string {
  const { suite, run, target, requirements, gate, outcome } = report
  const seconds = secondsOf(report)
  const trouble = runTrouble(report, false)
  const tests = [
    ...requirements.map((each) => testOf(report, each, seconds.get(each.id) ?? 0)),
    ...(trouble === undefined ? [] : [troubleTest(trouble)]),
    ...(gate?.known.map(entryTest) ?? []),
  ]
  const many = (status: Status): number => tests.filter((each) => each.status === status).length
  const made = {
    reportFormat: 'CTRF',
    specVersion: SPECIFICATION,
    timestamp: run.endedAt,
    generatedBy: `${suite.name} ${suite.version}`,
    results: {
      tool: { name: suite.name, version: suite.version },
      summary: {
        tests: tests.length,
        passed: many('passed'),
        failed: many('failed'),
        skipped: many('skipped'),
        pending: many('pending'),
        other: many('other'),
        start: Date.parse(run.startedAt),
        stop: Date.parse(run.endedAt),
      },
      tests,
      environment: {
        appName: target.name,
        testEnvironment: target.environment,
        extra: { run: run.id, seed: run.seed, depth: run.depth, baseUrls: target.baseUrls },
      },
      // Where a baseline is held against the run, its word is the command's.
      extra: {
        outcome,
        exitCode: gate?.exitCode ?? outcome.exitCode,
        ...(gate === undefined ? {} : { gate: gateText(gate) }),
        ...(report.notes.length === 0 ? {} : { notes: report.notes }),
      },
    },
  }
  return `${JSON.stringify(made, undefined, 2)}\n`
}

/** What kept the run from a verdict: an error of its own, which readers of this format have no status for but this. */
const troubleTest = ({ of, title, type, because }: RunTrouble) => ({
  name: `${of}: ${title}`,
  status: 'failed' as const,
  duration: 0,
  suite: [of],
  rawStatus: type,
  message: because,
})

/** An entry of the baseline: one that has to be taken out or agreed on anew fails, as nothing else would say why the gate is closed. */
const entryTest = (entry: GatedFailure) => ({
  name: `baseline: ${entry.requirement}: known until ${entry.expires}`,
  status: needsAttention(entry) ? ('failed' as const) : isLeftAside(entry) ? ('skipped' as const) : ('passed' as const),
  duration: 0,
  suite: ['baseline'],
  rawStatus: entry.state,
  message: entryText(entry),
})

function testOf(report: Report, requirement: ReportedRequirement, seconds: number) {
  const { id, text, verdict, level, at } = requirement
  const message = messageOf(report, requirement)
  return {
    name: `${id}: ${text}`,
    status: failsIn(report)(requirement) ? ('failed' as const) : STATUSES[verdict],
    duration: Math.round(seconds * 1000),
    suite: [serviceOf(report.services, id), areaOf(id)],
    rawStatus: verdict,
    tags: [level],
    ...(message === '' ? {} : { message }),
    extra: { requirement: id, level, at },
  }
}

function messageOf(report: Report, { id, verdict, at, judgements, why, reason, line }: ReportedRequirement): string {
  if (verdict === 'pass' || verdict === 'noted') return ''
  if (verdict === 'unexercised')
    return `${why ?? 'not selected'}: ${reason ?? ''}${line === undefined ? '' : `; ${addition(line)}`}`
  const excuse = knownFailures(report).get(id)
  const own = judgements.filter((each) => each.verdict === verdict)
  return [
    ...(excuse === undefined ? [] : [knownText(excuse)]),
    ...own.map((each) => judgementText(each, at)),
    ...report.exchanges
      .filter((each) => own[0]?.evidence[0] === each.id)
      .flatMap((each) => {
        const { lines, note, lacking } = commandsOf(report, each, own[0]?.evidence ?? [], COMMANDS)
        const legend = placeholders(report, lines.join('\n'))
        return [...lines, note, lacking, ...legend].filter((text) => text !== undefined)
      }),
  ].join('\n')
}
