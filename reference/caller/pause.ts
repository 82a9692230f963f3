/** Waits so many seconds, of which a fast clock makes less. */
export const pause = (seconds: number, timeScale: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, (seconds * 1000) / timeScale))
