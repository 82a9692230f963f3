import type { ReportedJudgement, ReportedRequirement } from '../../kit/report/report.ts'
import { counted } from './counted.ts'
import { grouped } from './grouping.ts'

/** Judgements that say the same: one of them, to be shown for all. */
export interface JudgementGroup {
  readonly judgement: ReportedJudgement
  /** The others, which differ in nothing but what they looked at. */
  readonly alike: readonly ReportedJudgement[]
}

/** Ids and times that are new in every message: contradictions that differ in these alone are the same one. */
const MADE_UP =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\basy[0-9a-z]{8,}-\d+|\bdelivery d\d+|\b\d{4}-\d\d-\d\dT[\d:.]+|\b\d{10,}/gi

export const withoutIds = (text: string | undefined): string | undefined => text?.replace(MADE_UP, '…')

/** Judgements grouped by contradiction and kind of message, in the order of the first of each group. */
export function groupedJudgements(judgements: readonly ReportedJudgement[]): JudgementGroup[] {
  const groups = grouped(judgements, ({ expected, actual, reason, subject, check }) =>
    JSON.stringify([
      withoutIds(expected),
      withoutIds(actual),
      withoutIds(reason),
      expected === undefined && actual === undefined ? (subject ?? check) : '',
    ]),
  )
  return [...groups.values()].flatMap((each) => {
    const [judgement, ...alike] = ofMessages(each)
    return judgement === undefined ? [] : [{ judgement, alike }]
  })
}

const nameOf = ({ subject, check }: ReportedJudgement): string => subject ?? check

/** Without what another check says of the same message; how many more that has told of stays with the first. */
function ofMessages(judgements: readonly ReportedJudgement[]): readonly ReportedJudgement[] {
  const told = grouped(judgements, (each) => `${nameOf(each)} ${each.evidence[0] ?? each.check}`)
  return [...told.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const more = others.reduce((sum, each) => sum + (each.more ?? 0), first.more ?? 0)
    return [more === (first.more ?? 0) ? first : { ...first, more }]
  })
}

/** Whether a group has others than the one that is shown. */
export const hasAlike = ({ judgement, alike }: JudgementGroup): boolean => alike.length > 0 || (judgement.more ?? 0) > 0

/** Names of what the others of a group looked at, each once: `delivery d3; delivery d4 (2 times); 3 more`. All of them are counted. */
export function alikeIn({ judgement, alike }: JudgementGroup, most: number): string {
  const own = nameOf(judgement)
  const others = grouped(alike, nameOf)
  const again = others.get(own)?.length ?? 0
  others.delete(own)
  const named = [...others].slice(0, most)
  const untold = [judgement, ...alike].reduce((sum, { more = 0 }) => sum + more, 0)
  const rest = alike.length - again - named.reduce((sum, [, each]) => sum + each.length, 0) + untold
  return [
    ...(again > 0 ? [`${again} more of this name`] : []),
    ...named.map(([name, { length }]) => (length === 1 ? name : `${name} (${length} times)`)),
    ...(rest > 0 ? [`${rest} more`] : []),
  ].join('; ')
}

/** Where a requirement that is broken was warned of beside, by name; undefined where it was not. */
export function warnedBeside({ verdict, judgements }: ReportedRequirement, most: number): string | undefined {
  const warned = verdict === 'fail' ? judgements.filter((each) => each.verdict === 'warn') : []
  if (warned.length === 0) return undefined
  const names = [...new Set(warned.map(nameOf))].slice(0, most)
  const many = warned.reduce((sum, { more = 0 }) => sum + 1 + more, 0)
  const rest = many - names.length
  return `warned of as well in ${counted(many, 'place')}: ${names.join('; ')}${rest > 0 ? `; ${rest} more` : ''}`
}
