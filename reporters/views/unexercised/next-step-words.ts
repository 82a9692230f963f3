import type { NextStep, Report } from '../../../kit/report/schema/report.ts'
import { printable } from '../printable.ts'

/** Steps whose lines are shown in short, and lines at most. */
const STEPS = 3
const LINES = 6

/** What stands above the lines that would have more exercised. */
export const NEXT_STEPS = 'Next: lines for the target file, those first that bring the most'

/**
 * What a step brings: `about 27 statements more`. What comes with it may prove inapplicable, or bring others to light.
 * @param noun what the requirements are called, where all of them are of one level
 */
export const gainOf = ({ requirements }: NextStep, noun = 'statement'): string =>
  `about ${requirements.length} ${requirements.length === 1 ? noun : `${noun}s`} more`

/** A step for a terminal: from the first column, and what it brings as a comment, so that all of it pastes as it stands. */
export const pastedStep = (step: NextStep, isFirst: boolean, noun?: string): readonly string[] => [
  ...step.lines.map(printable),
  `      # ${isFirst ? '' : 'then '}${gainOf(step, noun)}`,
]

/** The first steps, as many as are read at a glance, and what is left of the others. */
export function firstSteps({ nextSteps = [] }: Pick<Report, 'nextSteps'>): {
  readonly first: readonly NextStep[]
  /** `24 lines more would bring about 36 statements`; undefined where there are none. */
  readonly rest: string | undefined
} {
  let lines = 0
  const first = nextSteps.slice(0, STEPS).filter((step) => {
    lines += step.lines.length
    return lines <= LINES
  })
  const others = nextSteps.slice(first.length)
  if (others.length === 0) return { first, rest: undefined }
  const many = others.flatMap((each) => each.lines).length
  const brings = others.flatMap(({ requirements }) => requirements).length
  const what = `${brings} ${brings === 1 ? 'statement' : 'statements'}`
  return { first, rest: `${many} ${many === 1 ? 'line' : 'lines'} more would bring about ${what}` }
}
