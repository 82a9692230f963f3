import type { Report, ReportedRequirement } from '../../../kit/report/report.ts'
import { withoutIds } from '../../views/grouped-judgements.ts'
import { printable } from '../../views/printable.ts'
import { TROUBLES } from '../../views/verdict-words.ts'
import { gateLines } from '../baseline-lines.ts'
import { verdictLine } from '../console.ts'
import { type Paint, VERDICT_COLOURS } from '../text/paint.ts'
import { wrapped } from '../text/wrapped.ts'

/** Whether a run came to what another one came to: the same verdicts, and of what is in trouble the same was seen. */
export const isUnchanged = (before: Report, after: Report): boolean =>
  before.run.stopped === undefined && after.run.stopped === undefined && gist(before) === gist(after)

/** Whether nothing that both judged came to something else: a run that asks for less may still show that a change had no effect. */
export function isWithoutEffect(before: Report, after: Report): boolean {
  const then = new Map(before.requirements.map((each) => [each.id, each]))
  return after.requirements.every((each) => {
    const was = then.get(each.id)
    const isShared = was !== undefined && was.verdict !== 'unexercised' && each.verdict !== 'unexercised'
    return !isShared || JSON.stringify(word(was)) === JSON.stringify(word(each))
  })
}

const gist = ({ outcome, target, faults, requirements }: Report): string =>
  JSON.stringify([outcome.headline, target.name, faults, requirements.map(word)])

/** The verdict; of trouble with what was seen, without what is another in every run. */
function word({ id, verdict, judgements }: ReportedRequirement): readonly unknown[] {
  if (!TROUBLES.includes(verdict) || verdict === 'blocked') return [id, verdict]
  const seen = judgements
    .filter((each) => each.verdict === verdict)
    .map(({ expected, actual }) => `${withoutCounts(withoutIds(expected))} ${withoutCounts(withoutIds(actual))}`)
  return [id, verdict, [...new Set(seen)].toSorted()]
}

/**
 * Words with a digit, such as amounts, seconds and ids of the target's own, but for the status of an answer, and what
 * stands for something hidden: they are others in every run.
 */
const withoutCounts = (text: string | undefined): string | undefined =>
  text?.replace(/[\w.,:+*~-]*[\d~][\w.,:+*~-]*/g, (word) => STATUS.exec(word)?.[1] ?? '…')

const STATUS = /^([2-5]\d\d)[.,:]?$/

const STILL = {
  broken: 'not judged, by a fault of the suite,',
  fail: 'broken',
  blocked: 'blocked',
  warn: 'warned of',
} as const

/** A run that came to the same as the one before, in a few lines: what is still in trouble, by id, and the verdict. */
export function unchangedReport(report: Report, paint: Paint): string {
  const still = (Object.keys(STILL) as (keyof typeof STILL)[]).flatMap((verdict) => {
    const ids = report.requirements.filter((each) => each.verdict === verdict).map(({ id }) => printable(id))
    const head = paint(VERDICT_COLOURS[verdict], `still ${STILL[verdict]} ${ids.length}`)
    return ids.length === 0 ? [] : [`${head}:`, ...wrapped(ids, 110).map((line) => `  ${line}`)]
  })
  return [
    ...report.faults.map((fault) => printable(fault)),
    ...still,
    verdictLine(report, paint),
    ...(report.gate === undefined ? [] : gateLines(report.gate, paint)),
    '',
  ].join('\n')
}
