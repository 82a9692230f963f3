import type { Report, ReportedJudgement, ReportedRequirement } from '../kit/report.ts'
import { judgementText } from '../kit/report-text.ts'
import type { Verdict } from '../kit/verdict.ts'
import { blockagesOf } from './blockages.ts'
import { knownFailures, knownText } from './gate-words.ts'
import { type Paint, VERDICT_COLOURS } from './paint.ts'
import { printable } from './printable.ts'
import { alikeIn, tellingsOf } from './tellings.ts'
import { wrapped } from './wrapped.ts'

/** Lines and columns of a response body that are shown. */
const BODY_LINES = 8
const BODY_WIDTH = 160
/** Characters of a command that is shown. */
const COMMAND = 4_000
/** Lines of one judgement after its first: where a fault of the suite came from. */
const MORE_LINES = 4
/** Contradictions of one requirement that are told in full. */
const TOLD = 3
/** Messages with the same contradiction that are named. */
const ALIKE = 4

/** Every requirement of one verdict, with what was seen and how to see it again. */
export function explained(report: Report, verdict: Verdict, paint: Paint): string[] {
  const known = knownFailures(report)
  return report.requirements
    .filter((each) => each.verdict === verdict)
    .flatMap((requirement) => {
      const excuse = known.get(requirement.id)
      const own = tellingsOf(requirement.judgements.filter((each) => each.verdict === verdict))
      const rest = own.length - TOLD
      return [
        '',
        ...own
          .slice(0, TOLD)
          .flatMap(({ judgement, alike }) => [
            ...oneOf(report, requirement, judgement, paint),
            ...(alike.length > 0 ? [paint('dim', `      the same in: ${printable(alikeIn(alike, ALIKE))}`)] : []),
          ]),
        ...(rest > 0 ? [paint('dim', `    and ${rest} more contradictions of it in the JSON report`)] : []),
        `    ${paint('bold', requirement.id)} (${requirement.level}): ${requirement.text}`,
        ...(excuse === undefined ? [] : [paint('yellow', `    ${printable(knownText(excuse))}`)]),
        ...own
          .slice(0, 1)
          .map(({ judgement }) => paint('dim', `    again: assay replay REPORT.json ${judgement.check}`)),
      ]
    })
}

/** What could not be judged, by what stood in the way. */
export function blockages(report: Report, paint: Paint): string[] {
  return blockagesOf(report.requirements).flatMap(({ judgement, members }) => {
    const [first, ...others] = members
    if (first === undefined) return []
    const ids = members.map(({ id }) => id)
    const waiting =
      others.length === 0
        ? [`    ${paint('bold', first.id)} (${first.level}): ${first.text}`]
        : [
            `    ${paint('bold', `${members.length} requirements`)} wait for it:`,
            ...wrapped(ids, 110).map((line) => paint('dim', `      ${line}`)),
          ]
    const again = paint('dim', `    again: assay replay REPORT.json ${judgement.check}`)
    return ['', ...oneOf(report, first, judgement, paint), ...waiting, again]
  })
}

function oneOf(report: Report, requirement: ReportedRequirement, judgement: ReportedJudgement, paint: Paint): string[] {
  const mark = paint(VERDICT_COLOURS[judgement.verdict], judgement.verdict)
  const [first = '', ...more] = judgementText(judgement, requirement.at).split('\n').map(printable)
  const head = [`  ${mark} ${first}`, ...more.slice(0, MORE_LINES).map((line) => `      ${line}`)]
  const exchange = report.exchanges.find((each) => judgement.evidence.includes(each.id))
  const delivery = report.deliveries.find((each) => judgement.evidence.includes(each.id))
  if (exchange !== undefined) {
    const came = exchange.response
    const answer =
      came === undefined ? `no answer: ${printable(exchange.fault?.message ?? '')}` : `answer ${came.status}`
    return [
      ...head,
      ...command(exchange.curl, paint),
      paint('dim', `      ${answer}`),
      ...shown(came?.body ?? '', paint),
    ]
  }
  if (delivery === undefined) return head
  return [...head, paint('dim', `      delivery ${delivery.id} to ${delivery.inbox}`), ...shown(delivery.body, paint)]
}

/** A command is of use only whole: what is too long for a terminal is in the JSON report. */
function command(curl: string, paint: Paint): string[] {
  const line = curl.length > COMMAND ? 'its command is in the JSON report' : printable(curl)
  return [paint('dim', `      ${line}`)]
}

function shown(text: string, paint: Paint): string[] {
  if (text.trim() === '') return []
  const lines = text.trimEnd().split(/\r?\n/)
  const cut = lines
    .slice(0, BODY_LINES)
    .map((line) => (line.length > BODY_WIDTH ? `${line.slice(0, BODY_WIDTH)}…` : line))
  const left = lines.length - BODY_LINES
  return [...cut, ...(left > 0 ? [`… ${left} more lines`] : [])].map((line) => paint('dim', `      ${printable(line)}`))
}
