import type { NextStep, Report } from '../../../kit/report/schema/report.ts'
import { printable } from '../printable.ts'

/** Steps whose lines are shown in short, and lines at most. */
const STEPS = 3
const LINES = 6

/** What stands above the lines that would have more exercised. */
export const NEXT_STEPS = 'Next: lines for the target file, those first that bring the most'

export interface StepWords {
  /** What the requirements are called, where all of them are of one level; `statement` when absent. */
  readonly noun?: string | undefined
  /** Of those of a plan: what a run may come to judge without any line; none, when absent. */
  readonly seenPerhaps?: ReadonlySet<string> | undefined
}

/** What a step brings: `about 27 statements more`. What comes with it may prove inapplicable, or bring others to light. */
export function gainOf({ requirements }: NextStep, { noun = 'statement', seenPerhaps }: StepWords = {}): string {
  const counted = (many: number): string => `${many} ${many === 1 ? noun : `${noun}s`}`
  const perhaps = requirements.filter((id) => seenPerhaps?.has(id) === true).length
  const sure = requirements.length - perhaps
  if (perhaps === 0) return `about ${counted(sure)} more`
  const unsure = 'that the run may come to judge without'
  return sure === 0 ? `${counted(perhaps)} ${unsure}` : `about ${counted(sure)} more, and ${perhaps} ${unsure}`
}

/** A step for a terminal: from the first column, and what it brings as a comment, so that all of it pastes as it stands. */
export const pastedStep = (step: NextStep, isFirst: boolean, words?: StepWords): readonly string[] => [
  ...step.lines.map(printable),
  `      # ${isFirst ? '' : 'then '}${gainOf(step, words)}`,
]

/** The first steps, as many as are read at a glance, and what is left of the others. */
export function firstSteps(
  { nextSteps = [] }: Pick<Report, 'nextSteps'>,
  { seenPerhaps }: StepWords = {},
): {
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
  const brings = others.flatMap(({ requirements }) => requirements)
  const what = `${brings.length} ${brings.length === 1 ? 'statement' : 'statements'}`
  const about = brings.some((id) => seenPerhaps?.has(id) === true) ? 'up to' : 'about'
  return { first, rest: `${many} ${many === 1 ? 'line' : 'lines'} more would bring ${about} ${what}` }
}
