/** Takes one request of a key, or says when the next one will be taken. Times are ms since the epoch. */
export interface Limiter {
  take(key: string, now: number): { readonly isAllowed: boolean; readonly resetAt: number }
}

export type LimiterKind = (limit: number, windowMs: number) => Limiter

/** Counts from the first request of a window until the window is over. */
export const fixedWindow: LimiterKind = (limit, windowMs) => {
  const windows = new Map<string, { count: number; endsAt: number }>()
  return {
    take(key, now) {
      const known = windows.get(key)
      const window = known !== undefined && now < known.endsAt ? known : { count: 0, endsAt: now + windowMs }
      window.count += 1
      windows.set(key, window)
      return { isAllowed: window.count <= limit, resetAt: window.endsAt }
    },
  }
}

/** Counts what was asked during the last window, at every moment; what was refused counts where `countsRefused`. */
const sliding =
  (countsRefused: boolean): LimiterKind =>
  (limit, windowMs) => {
    const logs = new Map<string, number[]>()
    return {
      take(key, now) {
        const log = (logs.get(key) ?? []).filter((at) => at > now - windowMs)
        const isAllowed = log.length < limit
        if (isAllowed || countsRefused) log.push(now)
        logs.set(key, log)
        return { isAllowed, resetAt: (log.at(-limit) ?? now) + windowMs }
      },
    }
  }

export const slidingWindow = sliding(false)
export const countingRefused = sliding(true)
