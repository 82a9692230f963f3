/** How strongly a document promises something: decides what a contradiction is called. */
export type Level = 'must' | 'should' | 'may'

/** One statement of a document as an entry of the catalogue. */
export interface Requirement {
  readonly level: Level
  /** Where the document says it: `Section › Subsection`. */
  readonly at: string
  /** The statement in our words, one sentence. */
  readonly text: string
  /** Why no observer outside the deployment can see it. Present only where that is so; then no check covers it. */
  readonly unobservable?: string
}

/** Something a document calls "not shown" or leaves open: recorded, never judged. */
export interface Unstated {
  readonly at: string
  readonly text: string
}

/** A recorded decision where two sentences overlap or conflict. */
export interface Reading {
  readonly at: string
  /** What collides. */
  readonly conflict: string
  /** What passes, what warns and what fails because of it. */
  readonly policy: string
  /** Requirements whose judgement follows this reading. */
  readonly touches: readonly string[]
}

/** A row of an error table: the machine-readable code and the HTTP status that belongs to it. */
export interface ErrorRow {
  readonly status: number
  readonly meaning: string
  /** What the document says of `details` for this row. */
  readonly details: 'none' | 'binding' | 'outcome'
}

type Options = { unobservable?: string }

const entry =
  (level: Level) =>
  (at: string, text: string, options: Options = {}): Requirement => ({ level, at, text, ...options })

export const must = entry('must')
export const should = entry('should')
export const may = entry('may')
