import type { Report } from '../../../kit/report/report.ts'
import { clipped } from '../../views/clipped.ts'
import { grouped } from '../../views/grouping.ts'
import { printable } from '../../views/printable.ts'
import type { Comparison } from '../../views/runs/comparison.ts'
import { betterParts, brokenParts, comparisonHeading, leftText, seenAfter } from '../../views/runs/comparison-words.ts'
import type { VerdictChange } from '../../views/runs/verdict-change.ts'
import { type Paint, VERDICT_COLOURS } from '../text/paint.ts'
import { paintedText } from '../text/painted-text.ts'

/** Characters of what was seen. */
const SEEN = 400

/** A comparison for a person at a terminal. */
export function comparisonText(a: Report, b: Report, comparison: Comparison, paint: Paint): string {
  const { worse, found, more, moved, otherwise, neither, observations, caveats } = comparison
  const section = (title: string, lines: readonly string[], many = lines.length): string[] =>
    lines.length === 0 ? [] : ['', paint('bold', `${title} (${many})`), ...lines]
  const changes = (list: readonly VerdictChange[]): string[] => list.map((each) => `  ${changeText(each, paint)}`)
  /** With a text behind all that share it. */
  const withText = (list: readonly VerdictChange[], textOf: (each: VerdictChange) => string): string[] =>
    [...grouped(list, textOf)].flatMap(([text, own]) => [
      ...changes(own),
      ...(text === '' ? [] : [`    ${printable(clipped(text, SEEN))}`]),
    ])
  /** With what was seen, where it is a reader's next question. */
  const told = (list: readonly VerdictChange[]): string[] => withText(list, (each) => seenAfter(each, b))
  /** Why the later run judges no more of it. */
  const byReason = (list: readonly VerdictChange[]): string[] =>
    withText(list, (each) => (each.after === 'unexercised' ? seenAfter(each, b) : ''))
  const left = leftText(comparison) === '' ? [] : [`  ${moved.length === 0 ? '' : 'and '}${leftText(comparison)}`]
  const lines = [
    `${when(a)}, ${cameTo(a)}`,
    `${when(b)}, ${cameTo(b)}`,
    ...caveats.map((each) => paint('yellow', `  differs in ${printable(each)}`)),
    ...section('Worse', told(worse), worse.length),
    ...section('Found broken', told(found), found.length),
    ...section('Looked at more', changes(more)),
    ...betterParts(comparison).flatMap((part) => section(part.title, changes(part.changes))),
    ...section('Judged in one of the two', [...byReason(moved), ...left], moved.length + comparison.left),
    ...section('Judged otherwise, with nothing broken', changes(otherwise)),
    ...brokenParts(comparison).flatMap((part) => section(part.title, told(part.changes), part.changes.length)),
    ...section('Judged in neither', changes(neither)),
    ...section(
      'Observed otherwise, or in one of the two',
      observations.map(
        ({ id, before, after }) => `  ${id}: ${valuesText(before)}${paint('dim', ', then ')}${valuesText(after)}`,
      ),
    ),
    '',
    comparisonHeading(comparison).replace(/^N/, 'n'),
    '',
  ]
  return paintedText(lines.join('\n'), paint)
}

const when = ({ target, run, suite }: Report): string =>
  `${printable(target.name)}, ${run.startedAt.slice(0, 16).replace('T', ' ')} UTC, run ${run.id}, assay ${suite.version}`

/** The outcome, with why where that is short. */
const cameTo = ({ outcome: { headline, because } }: Report): string =>
  because === '' ? headline : `${headline}: ${printable(clipped(because, SEEN))}`

function changeText({ id, before, after }: VerdictChange, paint: Paint): string {
  const word = (verdict: VerdictChange['before']): string =>
    verdict === undefined ? 'absent' : paint(VERDICT_COLOURS[verdict], verdict)
  return `${id}: ${word(before)}, then ${word(after)}`
}

const valuesText = (values: readonly string[]): string =>
  values.length === 0 ? 'not noted' : values.map(printable).join('; ')
