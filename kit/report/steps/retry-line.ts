import type { Claims } from '../../target/claims.ts'
import type { Target } from '../../target/target.ts'

/** How much longer than the pauses between attempts that were seen the next one may be. */
const NEXT_PAUSE = 2.5

/** What is known of when the sender of a target tries again. */
export interface Retrying {
  readonly target: Pick<Target, 'timeScale'>
  readonly claims: Pick<Claims, 'lineFor'>
  /** The longest pause between two attempts at one delivery that the run has seen, ms; none, when absent. */
  readonly longestPauseMs?: number
}

/**
 * Lines in which the time that is proposed for retries, by the documents' durations, is as long as the clocks of the target
 * and the pauses that were seen ask for. Any other time is left as it is.
 */
export function withRetryTime(text: string, { target: { timeScale }, claims, longestPauseMs = 0 }: Retrying): string {
  const usual = claims.lineFor('webhooks.retryWithin')
  const [, key = '', seconds = '', note = ''] = /^(\S+: )(\d+)(.*)$/.exec(usual) ?? []
  const enough = Math.ceil(Math.max(Number(seconds) / timeScale, (NEXT_PAUSE * longestPauseMs) / 1000))
  return text
    .split('\n')
    .map((line) =>
      line.startsWith(`${key}${seconds}`) && !/^\d/.test(line.slice(key.length + seconds.length))
        ? `${key}${enough}${note}`
        : line,
    )
    .join('\n')
}
