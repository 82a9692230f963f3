/** Allows or refuses a request of a name; `resetAt` is ms since the epoch. */
export interface Limiter {
  take(name: string, now: number): { readonly allowed: boolean; readonly resetAt: number }
}

const SOON_MS = 3

export type LimiterKind = (limit: number, windowMs: number) => Limiter

/** Counts from the first request of a window until the window is over. */
export const fixedWindow: LimiterKind = (limit, windowMs) => {
  const windows = new Map<string, { count: number; endsAt: number }>()
  return {
    take(name, now) {
      const known = windows.get(name)
      const window = known !== undefined && now < known.endsAt ? known : { count: 0, endsAt: now + windowMs }
      windows.set(name, window)
      if (window.count >= limit) return { allowed: false, resetAt: window.endsAt }
      window.count += 1
      return { allowed: true, resetAt: window.endsAt }
    },
  }
}

/** Windows as the clock on the wall has them: the first that is full happens to end just after its first refusal. */
export const windowEndsSoon: LimiterKind = (limit, windowMs) => {
  const windows = new Map<string, { count: number; endsAt: number }>()
  const ended = new Set<string>()
  return {
    take(name, now) {
      const known = windows.get(name)
      const window = known !== undefined && now < known.endsAt ? known : { count: 0, endsAt: now + windowMs }
      windows.set(name, window)
      window.count += 1
      if (window.count > limit && !ended.has(name)) {
        ended.add(name)
        window.endsAt = Math.min(window.endsAt, now + SOON_MS)
      }
      return { allowed: window.count <= limit, resetAt: window.endsAt }
    },
  }
}

/** Counts the allowed requests of the last window's length, at every moment. */
export const slidingWindow: LimiterKind = (limit, windowMs) => {
  const logs = new Map<string, number[]>()
  return {
    take(name, now) {
      const log = (logs.get(name) ?? []).filter((at) => at > now - windowMs)
      logs.set(name, log)
      const allowed = log.length < limit
      if (allowed) log.push(now)
      return { allowed, resetAt: (log[0] ?? now) + windowMs }
    },
  }
}

/** As the sliding window, with refused requests counted too. */
export const countingRefused: LimiterKind = (limit, windowMs) => {
  const logs = new Map<string, number[]>()
  return {
    take(name, now) {
      const log = (logs.get(name) ?? []).filter((at) => at > now - windowMs)
      logs.set(name, [...log, now])
      // The next one is let through when all but the latest of a full log are older than a window.
      const resetAt = ([...log, now].at(-limit) ?? now) + windowMs
      return { allowed: log.length < limit, resetAt }
    },
  }
}

/** A bucket of `limit` tokens that fills once per window, evenly. */
export const tokenBucket: LimiterKind = (limit, windowMs) => {
  const buckets = new Map<string, { tokens: number; at: number }>()
  const perMs = limit / windowMs
  return {
    take(name, now) {
      const bucket = buckets.get(name) ?? { tokens: limit, at: now }
      const filled = Math.min(limit, bucket.tokens + (now - bucket.at) * perMs)
      const allowed = filled >= 1
      const tokens = allowed ? filled - 1 : filled
      buckets.set(name, { tokens, at: now })
      return { allowed, resetAt: now + Math.max(0, 1 - tokens) / perMs }
    },
  }
}
