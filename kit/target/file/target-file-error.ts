/** A file of something else has thousands of problems, and values without end. */
const MOST_PROBLEMS = 50
const MOST_CHARACTERS = 600

/** What is wrong with a target file, every problem at once. Meant for its author: the message is enough. */
export class TargetFileError extends Error {
  readonly path: string
  readonly problems: readonly string[]

  constructor(path: string, problems: readonly string[]) {
    const heading = problems.length === 1 ? 'One problem' : `${problems.length} problems`
    const lines = problems.slice(0, MOST_PROBLEMS).map((problem) => `  - ${shortened(problem)}`)
    const rest = problems.length - lines.length
    super([`${heading} in ${path}`, ...lines, ...(rest > 0 ? [`  … and ${rest} more`] : [])].join('\n'))
    this.name = 'TargetFileError'
    this.path = path
    this.problems = problems
  }
}

const shortened = (text: string): string =>
  text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text
