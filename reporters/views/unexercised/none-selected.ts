import type { Report } from '../../../kit/report/report.ts'

/** How a note goes on that says of checks that look on what selects those that send. */
export const NONE_SELECTED = 'and none of those is selected: '

/** Behind the verdict of a run that exercised nothing for that: what selects some; empty for any other. */
export function selectsSome({ outcome, notes, cost }: Pick<Report, 'outcome' | 'notes' | 'cost'>): string {
  const note = notes.find((each) => each.includes(NONE_SELECTED))
  if (
    note === undefined ||
    outcome.headline !== 'inconclusive' ||
    Object.values(cost.requests).some((many) => many > 0)
  )
    return ''
  return `; it looks at what other checks send: ${note.slice(note.indexOf(NONE_SELECTED) + NONE_SELECTED.length)}`
}
