import { performance } from 'node:perf_hooks'
import { pause } from '../../../kit/clock/pause.ts'

/** How long this process is looked at, ms. */
const LOOK_MS = 400
/** Share of that time in which it may have been at work, for more to begin. */
const MOST = 0.5

/**
 * Resolves once this process has time to spare: a run works most when it begins, and one that begins while others do
 * would have all of them come late to what they wait for.
 */
export async function calm(signal: AbortSignal): Promise<void> {
  let before = performance.eventLoopUtilization()
  while (!signal.aborted) {
    await pause(LOOK_MS, signal)
    const now = performance.eventLoopUtilization()
    if (performance.eventLoopUtilization(now, before).utilization < MOST) return
    before = now
  }
}
