/** How fast a run goes on one key. */
export interface Pace {
  /** Requests in any window. */
  readonly requests: number
  /** ms, on the clocks of the target. */
  readonly windowMs: number
}

/** Kept where a document shows no rate: as much as a person would call considerate. */
const USUAL = { requests: 60, seconds: 60 }

/** Part of the documented rate that a run allows itself: a limiter may count a little differently. */
const SHARE = 55 / 60

/** @param rate what the document allows on one key; absent where it shows no number */
export function paceFor(rate: { readonly requests: number; readonly seconds: number } = USUAL, timeScale = 1): Pace {
  return {
    requests: Math.max(1, Math.floor(rate.requests * SHARE + 1e-9)),
    windowMs: (rate.seconds * 1000) / timeScale,
  }
}
