/**
 * Steps of the steady clock, per ms. Its times are added to those of the wall clock where evidence is judged again, and are
 * taken from each other: in steps of a power of two, about a microsecond, no sum of the two and no interval is rounded, so
 * that what was measured is measured again to the last digit.
 */
const PER_MS = 1024

/** Milliseconds of the monotonic clock, from any moment. */
export const steadyNow = (): number => Math.round(performance.now() * PER_MS) / PER_MS
