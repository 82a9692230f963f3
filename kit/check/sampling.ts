/** Generated values that a check tries, by depth; `quick` tries none. */
export interface SampleCounts {
  readonly standard: number
  readonly deep: number
}

/** How a check with generated values goes about them. */
export interface Sampling {
  readonly runs: number
  /** Decides every value. */
  readonly seed: number
  /** Only the value at this path is tried. */
  readonly path?: string
  /** Whether smaller counterexamples are sought: a search sends more requests than a whole check. */
  readonly shrinks: boolean
}
