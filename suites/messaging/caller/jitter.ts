/** What pauses of several runs show of jitter. */
export type Jitter =
  /** They are those of a fixed schedule. */
  | 'none'
  /** They differ by more than noise and than a machine adds. */
  | 'some'
  /** They differ, and what a machine adds explains it. */
  | 'unclear'

/** What pauses are held against, ms of this machine. */
export interface Measures {
  /** So many seconds of the client's clock, ms. */
  scaled(seconds: number): number
  /** The most that this run saw something wait, ms: what it shares the machine with waits as well. */
  readonly stoodStill: number
}

/** Part, seconds of the client's clock and ms by which pauses of a fixed schedule may differ from run to run. */
const NOISE = 0.0025
const NOISE_SECONDS = 0.012
const NOISE_MS = 8
/** Seconds of a pause in which jitter is looked for. */
const SHORTEST = 0.1
/** Part of a pause below which no difference is jitter that is worth the name: that of a tenth is several times more. */
const WORTH = 0.02
/** Runs of which one may have been held up: the longest pause of so many is left out. */
const MANY = 6

/** @param runs pauses of each, ms, in their order */
export function jitterOf(runs: readonly (readonly number[])[], measures: Measures): Jitter {
  const [own = []] = runs
  // A single pause is alike by chance more often than several.
  const noiseMs = (measures.scaled(NOISE_SECONDS) + NOISE_MS) / (own.length > 1 ? 1 : 2)
  const places = own
    .map((each, nth) => ({ each, all: runs.flatMap(({ [nth]: pause }) => pause ?? []) }))
    // What is no pause has no jitter that could be told from a machine's noise.
    .filter(({ each }) => each >= measures.scaled(SHORTEST))
  const isAlike = places.every(({ each, all }) =>
    all.every((other) => Math.abs(other - each) <= each * NOISE + noiseMs),
  )
  if (isAlike) return 'none'
  // Jitter is part of every pause; what a machine adds is seen at some, whatever their length, and makes them longer.
  const wide = places.filter(({ each, all }) => {
    const spread = spreadOf(all)
    return spread > each * WORTH && spread > each * NOISE + noiseMs + measures.stoodStill
  })
  return wide.length > places.length / 2 ? 'some' : 'unclear'
}

function spreadOf(pauses: readonly number[]): number {
  const sorted = pauses.toSorted((a, b) => a - b)
  const counted = sorted.length < MANY ? sorted : sorted.slice(0, -1)
  return (counted.at(-1) ?? 0) - (counted[0] ?? 0)
}

/** In ms, how much the pauses at each place differ: `24, 9, 19`. */
export const spreads = (runs: readonly (readonly number[])[]): string =>
  (runs[0] ?? []).map((_, nth) => spreadOf(runs.flatMap(({ [nth]: pause }) => pause ?? []))).join(', ')
