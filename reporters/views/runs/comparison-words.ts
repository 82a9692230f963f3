import type { Verdict } from '../../../kit/check/verdicts/verdict.ts'
import type { Report } from '../../../kit/report/report.ts'
import type { Comparison } from './comparison.ts'
import type { VerdictChange } from './verdict-change.ts'

/** What is better apart from what is kept now without what failed having been sent again, which nobody knows to be mended. */
export function betterParts({ better, notAskedAgain }: Pick<Comparison, 'better' | 'notAskedAgain'>) {
  return [
    { id: 'better', title: 'Better', changes: better.filter(({ id }) => !notAskedAgain.has(id)) },
    { id: 'kept', title: KEPT, changes: better.filter(({ id }) => notAskedAgain.has(id)) },
  ] as const
}

const KEPT = 'Kept now, but not all that was held against the target was sent again'

/** `3 worse, 1 better`, or that nothing changed. */
export function comparisonHeading(comparison: Comparison): string {
  const { worse, found, more, moved, left, otherwise, byAnotherAnswer, inAnotherPlace, neither, observations } =
    comparison
  const [better, kept] = betterParts(comparison)
  const parts = [
    [worse.length, 'worse'],
    [found.length, 'found broken'],
    [more.length, 'looked at more'],
    [better.changes.length, 'better'],
    [kept.changes.length, 'kept without what failed'],
    [moved.length + left, 'judged in one of the two'],
    [otherwise.length, 'judged otherwise'],
    [byAnotherAnswer.length, 'broken by another answer'],
    [inAnotherPlace.length, 'broken in another place'],
    [neither.length, 'judged in neither'],
    [observations.length, 'observed otherwise, or in one of the two'],
  ] as const
  const told = parts.filter(([many]) => many > 0).map(([many, word]) => `${many} ${word}`)
  if (told.length === 0) return 'Nothing changed'
  const isSame = told.length === [byAnotherAnswer, inAnotherPlace].filter(({ length }) => length > 0).length
  return `${isSame ? 'No verdict changed; ' : ''}${told.join(', ')}`
}

/** What is broken as before, and not by the same. */
export const brokenParts = ({
  byAnotherAnswer,
  inAnotherPlace,
}: Pick<Comparison, 'byAnotherAnswer' | 'inAnotherPlace'>) =>
  [
    { id: 'answer', title: 'Broken as before, by another answer', changes: byAnotherAnswer },
    { id: 'place', title: 'Broken as before, in another place', changes: inAnotherPlace },
  ] as const

/** What stands behind those that are named of what is judged in one of the two; empty where all of it is. */
export const leftText = ({ left }: Pick<Comparison, 'left'>): string =>
  left === 0 ? '' : `${left} that one of the two runs was not asked for, or left out by itself`

/** Why two runs are not compared like with like, and what that leaves out of the lists. */
export const caveatsWith = (comparison: Pick<Comparison, 'caveats' | 'left'>): readonly string[] => [
  ...comparison.caveats,
  ...(comparison.left === 0 ? [] : [`judged in one of the two: ${leftText(comparison)}`]),
]

/** A side of a change; `absent` where that report does not judge it. */
export const changeWord = (verdict: Verdict | undefined): string => verdict ?? 'absent'

/** What the later report says of it; empty where it does not know it, or has nothing to say. */
export function seenAfter({ id, after }: VerdictChange, { requirements }: Pick<Report, 'requirements'>): string {
  const found = requirements.find((each) => each.id === id)
  const decisive = found?.judgements.find(({ verdict }) => verdict === after)
  if (found === undefined || after === 'pass') return ''
  const { subject, expected, actual } = decisive ?? {}
  const compared = actual === undefined ? [] : [`${subject ?? ''}: expected ${expected}, came ${actual}`]
  // Of what was not exercised each check has a reason of its own, and the statement that of all of them.
  const reason = after === 'unexercised' ? found.reason : (decisive?.reason ?? found.reason)
  return [...compared, ...(reason === undefined ? [] : [reason])].join('; ')
}
