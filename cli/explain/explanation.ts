/** Lines under a title, as they are printed and as pages are made of them. */
export interface Part {
  readonly title: string
  readonly lines: readonly string[]
}

/** Everything that is known about one thing: the same for a terminal, as JSON and for pages. */
export interface Explanation {
  readonly kind: 'requirement' | 'check' | 'code' | 'open'
  /** Its id, or the code. */
  readonly id: string
  /** Id of the contract that has it. */
  readonly service: string
  /** What it is called by in a word or two: `must`, `write, main, standard`, `404, Library`. */
  readonly traits: string
  /** What it says, and where that is written. */
  readonly says: readonly string[]
  /** Those that have lines, in reading order. */
  readonly parts: readonly Part[]
}

/** Leaves out what there is nothing to say of. */
export const partsOf = (...parts: readonly (readonly [title: string, lines: readonly string[]])[]): readonly Part[] =>
  parts.filter(([, lines]) => lines.length > 0).map(([title, lines]) => ({ title, lines }))

export const explanationText = ({ id, traits, says, parts }: Explanation): string[] => [
  `${id} (${traits})`,
  ...says.map(indented),
  ...parts.flatMap(({ title, lines }) => ['', title, ...lines.map(indented)]),
]

const indented = (line: string): string => `  ${line}`
