/** Time, ms, that a check has to end after a stop; then the run goes on without it. */
export const GRACE_MS = 3_000

/** Something did not end in time after the run was stopped. */
class GivenUp extends Error {
  override readonly name = 'GivenUp'
}

/**
 * The work's result, or GivenUp where it has not ended so long after the signal was aborted, counted from now where that
 * was before.
 */
export async function unlessGivenUp<T>(work: Promise<T>, signal: AbortSignal, graceMs = GRACE_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  let arm = (): void => undefined
  const givenUp = new Promise<never>((_, reject) => {
    arm = () => {
      timer = setTimeout(() => reject(new GivenUp('it did not end in time')), graceMs)
    }
  })
  if (signal.aborted) arm()
  else signal.addEventListener('abort', arm, { once: true })
  try {
    return await Promise.race([work, givenUp])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', arm)
  }
}
