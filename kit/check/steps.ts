/** One step of a recipe: something done for a check beside the requests that are judged. */
export interface Step {
  /** The check or fixture that needed it. */
  readonly check: string
  /** Name of the recipe in the target file. */
  readonly recipe: string
  readonly kind: 'call' | 'command' | 'person' | 'probe' | 'operation'
  /** What was called, run or asked. */
  readonly text: string
  /** Wall clock, ms since the epoch. */
  readonly startedAt: number
  readonly endedAt: number
  /** `done`, or why it was not. */
  readonly outcome: string
  /** What a probe showed, or a driver said of an operation. */
  readonly answer?: string
}

/** Something that only a person can do. */
export interface Question {
  readonly recipe: string
  readonly text: string
  /** ms from the moment it is shown. */
  readonly withinMs: number
}

/** `declined`: the person left it out. `late`: the time was up. `absent`: there is nobody after all. */
export type Reply = 'done' | 'declined' | 'late' | 'absent'

/** Shows a question and waits for its reply; `absent` once the signal is aborted. Several wait for each other. */
export type Person = (question: Question, signal: AbortSignal) => Promise<Reply>
