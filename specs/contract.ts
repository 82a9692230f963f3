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
  /** What it ranges over, by dimension: it is promised at each of the values. Absent where it speaks of one thing. */
  readonly over?: Readonly<Record<string, readonly string[]>>
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
  /** What the document says of a member `details` for this row; absent where its errors have none. */
  readonly details?: 'none' | 'binding' | 'outcome'
}

type Options = Pick<Requirement, 'unobservable' | 'over'>

const entry =
  (level: Level) =>
  (at: string, text: string, options: Options = {}): Requirement => ({ level, at, text, ...options })

export const must = entry('must')
export const should = entry('should')
export const may = entry('may')

/** What requirements of a catalogue range over: values by dimension, by their id. */
export type Ranges<C> = Readonly<Partial<Record<keyof C, NonNullable<Requirement['over']>>>>

/** The catalogue with what its requirements range over. */
export function ranging<C extends Readonly<Record<string, Requirement>>>(catalogue: C, ranges: Ranges<C>): C {
  const entries = Object.entries(catalogue).map(([id, entry]) => {
    const over = ranges[id]
    return [id, over === undefined ? entry : { ...entry, over }] as const
  })
  return Object.fromEntries(entries) as C
}

/** A document in OpenAPI 3.1: as much of its shape as is read here. */
export interface Description {
  readonly openapi: string
  readonly paths?: Readonly<Record<string, object | undefined>>
}

/**
 * What one document says of one party, as a value. Whoever judges by it takes it as an argument and knows no document.
 */
export interface Contract<Id extends string = string, Open extends string = string> {
  /** Names its section of the target file, the flag of its base URL and the exchanges with it: `library`. */
  readonly id: string
  /** What its ids begin with, without the dot or slash behind it: `lib` for `lib.loan.limit` and `lib/loan/limit`. */
  readonly prefix: string
  /** What readers call it: `Library`. */
  readonly title: string
  /** Every statement of the document by id. */
  readonly catalogue: Readonly<Record<Id, Requirement>>
  /** What the document leaves open, by id. */
  readonly unstated: Readonly<Record<Open, Unstated>>
  /** Decisions where its sentences collide, by id. */
  readonly readings: Readonly<Record<string, Reading>>
  /** Rows of its error tables by code; empty where it shows no codes. */
  readonly errors: Readonly<Record<string, ErrorRow>>
  /** JSON pointer to the code in a body of an error; absent where the document shows no codes. */
  readonly errorCodeAt?: string
  /** Requests that the document allows one key in so many seconds; absent where it shows no number. */
  readonly rate?: { readonly requests: number; readonly seconds: number }
  /** Its OpenAPI description, references unresolved. Parsed once; callers share the object. */
  description(): Description
}
