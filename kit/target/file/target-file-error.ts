/** What is wrong with a target file, every problem at once. Meant for its author: the message is enough. */
export class TargetFileError extends Error {
  readonly path: string
  readonly problems: readonly string[]

  constructor(path: string, problems: readonly string[]) {
    const heading = problems.length === 1 ? 'One problem' : `${problems.length} problems`
    super(`${heading} in ${path}\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'TargetFileError'
    this.path = path
    this.problems = problems
  }
}
