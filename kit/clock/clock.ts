/** Time as a run reads it: nobody in the kit or the suites reads a clock of the system but through one of these. */
export interface Clock {
  /** Wall clock, ms since the epoch. */
  now(): number
  /** Steady clock, ms since some moment: for intervals. */
  mono(): number
  /** So many seconds of the document's time, on clocks that run as fast as those of the target: ms. */
  scaled(seconds: number): number
}

/** @param timeScale how many times faster than the document's the clocks of the target run */
export function systemClock(timeScale = 1): Clock {
  return {
    now: () => Date.now(),
    mono: () => performance.now(),
    scaled: (seconds) => (seconds * 1000) / timeScale,
  }
}
