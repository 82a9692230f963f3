import { VERDICTS, type Verdict } from '../../kit/check/verdicts/verdict.ts'
import type { Report, ReportedJudgement, ReportedRequirement } from '../../kit/report/report.ts'
import { serviceOf } from '../views/area.ts'
import { gateBeside, knownFailures } from '../views/baseline-words.ts'
import { causeTitle, likelyCauses, notesBeside } from '../views/causes/likely-causes.ts'
import { commandsOf } from '../views/evidence/commands.ts'
import { deliveryLines, isExchange, messageName, messagesOf } from '../views/evidence/messages.ts'
import { placeholders } from '../views/evidence/placeholders.ts'
import { exercisedText, stoppedText } from '../views/exercised.ts'
import { alikeIn, groupedJudgements, hasAlike, type JudgementGroup, warnedBeside } from '../views/grouped-judgements.ts'
import { plannedLine } from '../views/plan/planned-costs.ts'
import { requestsOf, spentTexts } from '../views/plan/spends.ts'
import { printableText } from '../views/printable.ts'
import { askedBehind } from '../views/runs/asked.ts'
import { type Blockage, blockagesOf } from '../views/unexercised/blockages.ts'
import { inapplicable } from '../views/unexercised/inapplicable.ts'
import { gainOf } from '../views/unexercised/next-step-words.ts'
import { HEADINGS, TROUBLES } from '../views/verdict-words.ts'
import { gateTable } from './baseline-table.ts'
import { code, codeBlock, cut, plain } from './markdown-text.ts'

/** CI pages cut long summaries off, some at a megabyte: requirements shown per verdict, characters of a command. */
const SHOWN = 25
const COMMAND = 2_400
/** Characters of several that go together. */
const COMMANDS = 6_000
/** Messages with the same contradiction that are named. */
const ALIKE = 4
/** Other contradictions of one requirement that are shown. */
const BESIDE = 3
const LEVELS = ['must', 'should', 'may'] as const

/** A summary for the page of a CI job. */
export function markdownReport(report: Report): string {
  const causes = likelyCauses(report)
  const sections = TROUBLES.flatMap((verdict) => section(report, verdict))
  const lines = [
    ...head(report),
    ...table(report),
    ...(report.gate === undefined ? [] : gateTable(report.gate, SHOWN)),
    ...report.faults.flatMap((fault) => [`**Fault of the suite:** ${plain(cut(fault))}`, '']),
    ...sections,
    ...placeholders(report, [...causes, ...sections].join('\n')).flatMap((line) => [`<sub>${plain(line)}</sub>`, '']),
    ...absences(report),
    ...steps(report),
    ...foot(report),
  ]
  return printableText(lines.join('\n'))
}

function head(report: Report): string[] {
  const { outcome, target } = report
  const title = outcome.headline.charAt(0).toUpperCase() + outcome.headline.slice(1)
  const because = outcome.because === '' ? '' : `${plain(outcome.because)}; `
  return [
    `## ${title}${gateBeside(report)}: ${plain(target.name)}`,
    '',
    `${because}${exercisedText(report)}${stoppedText(report)}.`,
    '',
    ...likelyCauses(report).flatMap((cause) => causeLines(causeTitle(report), cause)),
    ...notesBeside(report).flatMap((note) => [`> ${plain(note)}`, '']),
  ]
}

function causeLines(title: string, cause: string): string[] {
  const [first = '', ids = '', ...commands] = cause.split('\n')
  const named = `> **${title}:** ${plain(ids === '' ? first : `${first}\n${ids}`)}`
  return [named, '', ...(commands.length === 0 ? [] : [codeBlock(commands.join('\n'), 'sh'), ''])]
}

function table({ requirements, services }: Report): string[] {
  const columns = VERDICTS.filter((verdict) => requirements.some((each) => each.verdict === verdict))
  const rows = services.flatMap(({ id: service }) =>
    LEVELS.flatMap((level) => {
      const own = requirements.filter((each) => serviceOf(services, each.id) === service && each.level === level)
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
  const rest = own.length - SHOWN
  return [
    `### ${HEADINGS[verdict]} (${own.length})`,
    '',
    ...(verdict === 'blocked'
      ? blockagesOf(own)
          .slice(0, SHOWN)
          .flatMap((each) => blockageLines(report, each))
      : own.slice(0, SHOWN).flatMap((requirement) => findingLines(report, requirement))),
    ...(rest > 0 && verdict !== 'blocked' ? [`… and ${rest} more in the other reports.`, ''] : []),
  ]
}

function findingLines(report: Report, requirement: ReportedRequirement): string[] {
  const { id, level, text, at, verdict, judgements } = requirement
  const warned = warnedBeside(requirement, ALIKE)
  const excuse = knownFailures(report).get(id)
  const [first, ...others] = groupedJudgements(judgements.filter((each) => each.verdict === verdict))
  const more = [
    ...others.slice(0, BESIDE).map(({ judgement }) => `- also ${besideText(judgement)}`),
    ...(others.length > BESIDE
      ? [`- and ${others.length - BESIDE} more contradictions of it in the other reports`]
      : []),
    ...(warned === undefined ? [] : [`- ${plain(cut(warned))}`]),
  ]
  return [
    `#### ${code(id)} (${level})`,
    '',
    `${plain(text)} *${plain(at)}*`,
    '',
    ...(excuse === undefined ? [] : [`**Known** until ${plain(excuse.expires)}.`, '']),
    ...(first === undefined ? [] : [...judgementLines(first), ...more, '', ...evidenceLines(report, first.judgement)]),
  ]
}

/** An obstacle with every requirement that waits for it. */
function blockageLines(report: Report, { judgement, members, alike }: Blockage): string[] {
  const named = (all: readonly ReportedRequirement[]): string => all.map(({ id }) => code(id)).join(', ')
  return [
    `#### ${members.length === 1 ? '1 requirement' : `${members.length} requirements`}`,
    '',
    ...judgementLines({
      judgement: { ...judgement, subject: judgement.subject ?? obstacleName(report, judgement) },
      alike: [],
    }),
    '',
    ...evidenceLines(report, judgement),
    named(members),
    '',
    ...(alike.length === 0 ? [] : [`Met the same at messages of their own: ${named(alike)}`, '']),
  ]
}

function judgementLines(group: JudgementGroup): string[] {
  const {
    judgement: { subject, check, expected, actual, reason },
  } = group
  return [
    `- ${code(cut(subject ?? check))}`,
    ...(expected === undefined ? [] : [`- expected ${code(cut(expected))}`]),
    ...(actual === undefined ? [] : [`- got ${code(cut(actual))}`]),
    ...(reason === undefined ? [] : [`- ${plain(cut(reason))}`]),
    ...(!hasAlike(group) ? [] : [`- the same in ${plain(cut(alikeIn(group, ALIKE)))}`]),
  ]
}

/** Another contradiction, in a line. */
const besideText = ({ subject, check, expected, actual, reason }: ReportedJudgement): string =>
  [
    code(cut(subject ?? check)),
    ...(expected === undefined ? [] : [`expected ${code(cut(expected))}`]),
    ...(actual === undefined ? [] : [`got ${code(cut(actual))}`]),
    ...(reason === undefined ? [] : [plain(cut(reason))]),
  ].join(', ')

/** Name of the message that stands in the way: that of a check says nothing to a reader. */
function obstacleName(report: Report, judgement: ReportedJudgement): string {
  const [main] = messagesOf(report, judgement)
  return main === undefined ? judgement.check : messageName(main)
}

/** The message that a judgement is about: with what came back where it is a request. */
function evidenceLines(report: Report, judgement: ReportedJudgement): string[] {
  const [main] = messagesOf(report, judgement)
  if (main === undefined) return []
  const folded = (summary: string, blocks: readonly string[]): string[] => [
    `<details><summary>${summary}</summary>`,
    '',
    ...blocks.flatMap((block) => [block, '']),
    '</details>',
    '',
  ]
  if (!isExchange(main)) {
    const text = [...deliveryLines(main, report.services), '', cut(main.body)].join('\n')
    return folded('what arrived', [codeBlock(text, 'http')])
  }
  const { curl, response, fault } = main
  const { lines, note, lacking } = commandsOf(report, main, judgement.evidence, COMMANDS)
  const answer =
    response === undefined ? `no answer: ${fault?.message ?? ''}` : `HTTP ${response.status}\n\n${cut(response.body)}`
  return folded('request and answer', [
    ...(curl.length > COMMAND ? [] : [codeBlock(lines.join('\n'), 'sh')]),
    ...[note, lacking].flatMap((each) => (each === undefined ? [] : [plain(each)])),
    codeBlock(answer, 'http'),
  ])
}

/** Requirements that do not apply to the deployment, and why. */
function absences({ requirements }: Report): string[] {
  const all = inapplicable(requirements)
  if (all.length === 0) return []
  const many = all.reduce((sum, { members }) => sum + members.length, 0)
  return [
    `<details><summary>${many} inapplicable to this deployment</summary>`,
    '',
    ...all.map(
      ({ observation, members }) => `- ${plain(observation)}: ${members.map(({ id }) => code(id)).join(', ')}`,
    ),
    '',
    '</details>',
    '',
  ]
}

/** Lines that would have more exercised, what brings the most first. */
function steps({ nextSteps = [] }: Report): string[] {
  if (nextSteps.length === 0) return []
  const many = nextSteps.flatMap(({ requirements }) => requirements).length
  const lines = nextSteps.flatMap((step, index) => [`# ${index === 0 ? '' : 'then '}${gainOf(step)}`, ...step.lines])
  return [
    `<details><summary>Lines for the target file that would exercise ${many} more</summary>`,
    '',
    codeBlock(lines.join('\n'), 'yaml'),
    '',
    '</details>',
    '',
  ]
}

function foot(report: Report): string[] {
  const { run, suite, plan, deliveries } = report
  const traffic = [`${requestsOf(report)} requests`, `${deliveries.length} webhooks`, ...spentTexts(report)]
  return [
    `<sub>run ${code(run.id)}, seed ${run.seed}${plain(askedBehind(run))}, ${run.seconds.total.toFixed(1)} s, ${plain(traffic.join(', '))}, assay ${plain(suite.version)}</sub>`,
    '',
    `<sub>planned: ${plain(plannedLine(plan))}</sub>`,
    '',
  ]
}
