/** Waits so many seconds, of which a fast clock makes less. */
export const pause = (seconds: number, timeScale: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, (seconds * 1000) / timeScale))

/** A fast clock makes no machine faster: for so long, ms, an answer is waited for at least. */
const LEAST_MS = 1_000

/** How long an answer is waited for, ms. */
export const patience = (seconds: number, timeScale: number): number => Math.max(LEAST_MS, (seconds * 1000) / timeScale)
