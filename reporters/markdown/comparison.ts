import type { Report } from '../../kit/report/report.ts'
import { printable } from '../views/printable.ts'
import type { Comparison } from '../views/runs/comparison.ts'
import {
  betterParts,
  brokenParts,
  caveatsWith,
  changeWord,
  comparisonHeading,
  seenAfter,
} from '../views/runs/comparison-words.ts'
import type { VerdictChange } from '../views/runs/verdict-change.ts'
import { cut, plain } from './markdown-text.ts'

/** Changes of one kind that are told one by one: pages of CI systems cut long texts off. */
const TOLD = 200

const said = (text: string): string => plain(printable(text))

/** What changed from one report to another, as Markdown. */
export function markdownComparison(a: Report, b: Report, comparison: Comparison): string {
  const { worse, found, more, moved, otherwise, neither, observations } = comparison
  const caveats = caveatsWith(comparison)
  const lines = [
    `## ${said(comparisonHeading(comparison))}`,
    '',
    '|  | target | begun | outcome | run |',
    '|---|---|---|---|---|',
    ...[a, b].map(
      ({ target, run, outcome }, index) =>
        `| ${index === 0 ? 'before' : 'after'} | ${said(target.name)} | ${run.startedAt.slice(0, 16).replace('T', ' ')} UTC | ${outcome.headline} | \`${run.id.replace(/[^\w+.-]/g, '')}\`, seed ${run.seed} |`,
    ),
    ...(caveats.length === 0 ? [] : ['', `Not asked for the same: ${said(caveats.join('; '))}`]),
    ...changes('Worse', worse, b),
    ...changes('Found broken', found, b),
    ...changes('Looked at more', more, b),
    ...betterParts(comparison).flatMap((each) => changes(each.title, each.changes, b)),
    ...changes('Judged in one of the two', moved, b),
    ...changes('Judged otherwise, with nothing broken', otherwise, b),
    ...brokenParts(comparison).flatMap((each) => changes(each.title, each.changes, b)),
    ...changes('Judged in neither', neither, b),
    ...(observations.length === 0
      ? []
      : [
          '',
          `### Observed otherwise, or in one of the two (${observations.length})`,
          '',
          '| open point | before | after |',
          '|---|---|---|',
          ...observations
            .slice(0, TOLD)
            .map(({ id, before, after }) => `| ${said(id)} | ${valuesText(before)} | ${valuesText(after)} |`),
          ...rest(observations),
        ]),
    '',
  ]
  return lines.join('\n')
}

function changes(title: string, list: readonly VerdictChange[], b: Report): string[] {
  if (list.length === 0) return []
  return [
    '',
    `### ${title} (${list.length})`,
    '',
    '| statement | before | after | seen |',
    '|---|---|---|---|',
    ...list
      .slice(0, TOLD)
      .map(
        (each) =>
          `| ${said(each.id)} | ${changeWord(each.before)} | ${changeWord(each.after)} | ${said(cut(seenAfter(each, b)))} |`,
      ),
    ...rest(list),
  ]
}

const rest = (list: readonly unknown[]): string[] =>
  list.length > TOLD ? ['', `and ${list.length - TOLD} more, on the page`] : []

const valuesText = (values: readonly string[]): string =>
  values.length === 0 ? 'not noted' : values.map((each) => said(cut(each))).join('; ')
