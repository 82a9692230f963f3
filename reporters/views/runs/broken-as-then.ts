import type { Verdict } from '../../../kit/check/verdicts/verdict.ts'
import type { Report } from '../../../kit/report/report.ts'
import type { VerdictChange } from './verdict-change.ts'

/** What each run makes anew, in what is told of a failure. */
const RENEWED =
  /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|\basym[a-z0-9]+(?:-\d+)?|\b[dx]\d+\b|\d{4}-\d\d-\d\dT[\d:.]+Z?|[0-9a-f]{16,}/gi

/** What a subject ends in where its request was sent once more for an answer that may have been an accident: the place is the same. */
const ONCE_MORE = ', again after a 5xx)'

const plain = (text = ''): string => text.replaceAll(RENEWED, '#').replace(ONCE_MORE, ')')

/** Where a requirement was judged so: checks with their subjects. */
const placesOf = ({ judgements }: Report['requirements'][number], verdict: Verdict): ReadonlySet<string> =>
  new Set(
    judgements.filter((each) => each.verdict === verdict).map(({ check, subject }) => `${check} ${plain(subject)}`),
  )

/** By what a check failed in a subject, whichever ids the run had. */
function failuresOf({ judgements }: Report['requirements'][number]): ReadonlyMap<string, string> {
  const failed = judgements.filter(({ verdict }) => verdict === 'fail')
  return new Map(
    failed.map(({ check, subject, actual, reason }) => [
      `${check} ${plain(subject)}`,
      `${plain(actual)}; ${plain(reason)}`,
    ]),
  )
}

/** What was broken then and is now, and not in one place by what it was broken by then. */
export function brokenOtherwise(before: Report, after: Report): readonly VerdictChange[] {
  const then = new Map(before.requirements.map((each) => [each.id, each]))
  return after.requirements.flatMap((each): VerdictChange[] => {
    const was = then.get(each.id)
    if (each.verdict !== 'fail' || was?.verdict !== 'fail') return []
    const [old, now] = [failuresOf(was), failuresOf(each)]
    const both = [...now].filter(([place]) => old.has(place))
    const isOther = both.length > 0 && both.every(([place, text]) => old.get(place) !== text)
    return isOther ? [{ id: each.id, before: 'fail', after: 'fail' }] : []
  })
}

/** What was broken then and is now, where it was kept then, while it is kept where it was broken then. */
export function brokenElsewhere(before: Report, after: Report): readonly VerdictChange[] {
  const then = new Map(before.requirements.map((each) => [each.id, each]))
  return after.requirements.flatMap((each): VerdictChange[] => {
    const was = then.get(each.id)
    if (each.verdict !== 'fail' || was?.verdict !== 'fail') return []
    const [mended, kept] = [placesOf(each, 'pass'), placesOf(was, 'pass')]
    const [old, now] = [placesOf(was, 'fail'), placesOf(each, 'fail')]
    const isOther =
      old.size > 0 && [...old].every((place) => mended.has(place)) && [...now].every((place) => kept.has(place))
    return isOther ? [{ id: each.id, before: 'fail', after: 'fail' }] : []
  })
}
