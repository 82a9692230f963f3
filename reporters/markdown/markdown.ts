import { VERDICTS, type Verdict } from '../../kit/check/verdict.ts'
import type { Report, ReportedJudgement, ReportedRequirement } from '../../kit/report/report.ts'
import { serviceOf } from '../views/area.ts'
import { knownFailures } from '../views/baseline-words.ts'
import { type Blockage, blockagesOf } from '../views/blockages.ts'
import { isKeyNotTaken, likelyCauses } from '../views/causes/likely-causes.ts'
import { deliveryLines, exhibitName, exhibitsOf, isExchange } from '../views/evidence-messages.ts'
import { gapsOf } from '../views/gaps.ts'
import { alikeIn, type Telling, tellingsOf } from '../views/grouped-judgements.ts'
import { standIns } from '../views/placeholders.ts'
import { plannedLine } from '../views/plan/planned-costs.ts'
import { HEADINGS, TROUBLES } from '../views/verdict-words.ts'
import { gateTable } from './baseline-table.ts'
import { code, codeBlock, cut, plain } from './markdown-text.ts'

/** CI pages cut long summaries off, some at a megabyte: requirements told per verdict, characters of a command. */
const TOLD = 25
const COMMAND = 2_400
/** Messages with the same contradiction that are named. */
const ALIKE = 4
/** Other contradictions of one requirement that are told. */
const BESIDE = 3
const LEVELS = ['must', 'should', 'may'] as const

/** A summary for the page of a CI job. */
export function markdownReport(report: Report): string {
  return [
    ...head(report),
    ...table(report),
    ...(report.gate === undefined ? [] : gateTable(report.gate, TOLD)),
    ...report.faults.flatMap((fault) => [`**Fault of the suite:** ${plain(cut(fault))}`, '']),
    ...TROUBLES.flatMap((verdict) => section(report, verdict)),
    ...standIns(report).flatMap((line) => [`<sub>${plain(line)}</sub>`, '']),
    ...gaps(report),
    ...foot(report),
  ].join('\n')
}

function head(report: Report): string[] {
  const { outcome, target, requirements, run, notes } = report
  const exercised = requirements.filter((each) => !['unexercised', 'blocked', 'broken'].includes(each.verdict)).length
  const title = outcome.headline.charAt(0).toUpperCase() + outcome.headline.slice(1)
  const because = outcome.because === '' ? '' : `${plain(outcome.because)}; `
  return [
    `## ${title}: ${plain(target.name)}`,
    '',
    `${because}${exercised} of ${requirements.length} requirements exercised${run.stopped === undefined ? '' : ' (stopped before its end)'}.`,
    '',
    ...likelyCauses(report).flatMap((cause) => [`> **Likely cause:** ${plain(cause)}`, '']),
    ...notes.filter((note) => !isKeyNotTaken(note)).flatMap((note) => [`> ${plain(note)}`, '']),
  ]
}

function table({ requirements, services }: Report): string[] {
  const columns = VERDICTS.filter((verdict) => requirements.some((each) => each.verdict === verdict))
  const rows = services.flatMap((service) =>
    LEVELS.flatMap((level) => {
      const own = requirements.filter((each) => serviceOf(each.id) === service && each.level === level)
      if (own.length === 0) return []
      const counts = columns.map((verdict) => own.filter((each) => each.verdict === verdict).length)
      return [`| ${service} | ${level} | ${counts.map((many) => (many === 0 ? '' : many)).join(' | ')} |`]
    }),
  )
  return [
    `| service | level | ${columns.join(' | ')} |`,
    `| --- | --- |${' ---: |'.repeat(columns.length)}`,
    ...rows,
    '',
  ]
}

function section(report: Report, verdict: Verdict): string[] {
  const own = report.requirements.filter((each) => each.verdict === verdict)
  if (own.length === 0) return []
  const rest = own.length - TOLD
  return [
    `### ${HEADINGS[verdict]} (${own.length})`,
    '',
    ...(verdict === 'blocked'
      ? blockagesOf(own)
          .slice(0, TOLD)
          .flatMap((each) => waiting(report, each))
      : own.slice(0, TOLD).flatMap((requirement) => told(report, requirement))),
    ...(rest > 0 && verdict !== 'blocked' ? [`… and ${rest} more in the other reports.`, ''] : []),
  ]
}

function told(report: Report, { id, level, text, at, verdict, judgements }: ReportedRequirement): string[] {
  const excuse = knownFailures(report).get(id)
  const [first, ...others] = tellingsOf(judgements.filter((each) => each.verdict === verdict))
  const more = [
    ...others.slice(0, BESIDE).map(({ judgement }) => `- also ${beside(judgement)}`),
    ...(others.length > BESIDE
      ? [`- and ${others.length - BESIDE} more contradictions of it in the other reports`]
      : []),
  ]
  return [
    `#### ${code(id)} (${level})`,
    '',
    `${plain(text)} *${plain(at)}*`,
    '',
    ...(excuse === undefined ? [] : [`**Known** until ${plain(excuse.expires)}.`, '']),
    ...(first === undefined ? [] : [...said(first), ...more, '', ...evidence(report, first.judgement)]),
  ]
}

/** One cause with everything that waits for it. */
function waiting(report: Report, { judgement, members }: Blockage): string[] {
  const names = members.map(({ id }) => code(id)).join(', ')
  return [
    `#### ${members.length === 1 ? '1 requirement' : `${members.length} requirements`}`,
    '',
    ...said({ judgement: { ...judgement, subject: judgement.subject ?? standing(report, judgement) }, alike: [] }),
    '',
    ...evidence(report, judgement),
    names,
    '',
  ]
}

function said(telling: Telling): string[] {
  const {
    judgement: { subject, check, expected, actual, reason },
    alike,
  } = telling
  return [
    `- ${code(cut(subject ?? check))}`,
    ...(expected === undefined ? [] : [`- expected ${code(cut(expected))}`]),
    ...(actual === undefined ? [] : [`- got ${code(cut(actual))}`]),
    ...(reason === undefined ? [] : [`- ${plain(cut(reason))}`]),
    ...(alike.length === 0 ? [] : [`- the same in ${plain(cut(alikeIn(telling, ALIKE)))}`]),
  ]
}

/** Another contradiction, in a line. */
const beside = ({ subject, check, expected, actual, reason }: ReportedJudgement): string =>
  [
    code(cut(subject ?? check)),
    ...(expected === undefined ? [] : [`expected ${code(cut(expected))}`]),
    ...(actual === undefined ? [] : [`got ${code(cut(actual))}`]),
    ...(reason === undefined ? [] : [plain(cut(reason))]),
  ].join(', ')

/** What stands in the way, by the name of the message: a check says nothing to a reader. */
function standing(report: Report, judgement: ReportedJudgement): string {
  const [main] = exhibitsOf(report, judgement)
  return main === undefined ? judgement.check : exhibitName(main)
}

/** The message that a judgement is about: with what came back where it is a request. */
function evidence(report: Report, judgement: ReportedJudgement): string[] {
  const [main] = exhibitsOf(report, judgement)
  if (main === undefined) return []
  const folded = (summary: string, blocks: readonly string[]): string[] => [
    `<details><summary>${summary}</summary>`,
    '',
    ...blocks.flatMap((block) => [block, '']),
    '</details>',
    '',
  ]
  if (!isExchange(main)) {
    const text = [...deliveryLines(main), '', cut(main.body)].join('\n')
    return folded('what arrived', [codeBlock(text, 'http')])
  }
  const { curl, response, fault } = main
  const answer =
    response === undefined ? `no answer: ${fault?.message ?? ''}` : `HTTP ${response.status}\n\n${cut(response.body)}`
  return folded('request and answer', [
    ...(curl.length > COMMAND ? [] : [codeBlock(curl, 'sh')]),
    codeBlock(answer, 'http'),
  ])
}

/** Only what a line of the target file would change: the rest is for the other reports. */
function gaps({ requirements }: Report): string[] {
  const causes = gapsOf(requirements).flatMap((gap) => gap.causes.filter(({ isLine }) => isLine))
  if (causes.length === 0) return []
  const many = causes.reduce((sum, { members }) => sum + members.length, 0)
  const lines = causes.map(
    ({ cause, members }) => `${cause}  # ${members.length} requirement${members.length === 1 ? '' : 's'}`,
  )
  return [
    `<details><summary>Lines for the target file that would exercise ${many} more</summary>`,
    '',
    codeBlock(lines.join('\n'), 'yaml'),
    '',
    '</details>',
    '',
  ]
}

function foot({ run, suite, cost, plan, exchanges, deliveries }: Report): string[] {
  return [
    `<sub>run ${code(run.id)}, seed ${run.seed}, ${run.seconds.total.toFixed(1)} s, ${exchanges.length} requests, ${deliveries.length} webhooks, ${cost.payments} payments, ${cost.messages} messages, assay ${plain(suite.version)}</sub>`,
    '',
    `<sub>planned: ${plannedLine(plan)}</sub>`,
    '',
  ]
}
