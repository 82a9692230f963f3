/** What a check or fixture waits for. */
export interface Awaited {
  /** In a word or two: `completed`. */
  readonly what: string
  /** Wall clock, ms since the epoch. */
  readonly since: number
  readonly seconds: number
  /** Member of the target file that says how long. */
  readonly member: string
}
