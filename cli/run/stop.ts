/** Why a run ends before its checks do; at a restart of the service it is run again. */
export type StopReason = 'interrupt' | 'time' | 'restart'

/**
 * How long after a signal the same one comes again by another way, ms: people are slower. What ends a whole group sends a
 * SIGTERM that a busy parent is slow to pass on, and nobody types one twice.
 */
const ECHO_MS = { SIGINT: 150, SIGTERM: 1500 } as const

interface Stops {
  /** Lets the time that is given end nothing any more: what it was for is over. */
  untimed(): void
  dispose(): void
}

/**
 * Aborts with a StopReason at Ctrl-C, when the process is asked to end, when its terminal is closed, or after so many
 * seconds; until `dispose`.
 */
export function listenForStops(stop: AbortController, maxTime: number | undefined): Stops {
  let mayEcho = false
  const onSignal = (signal: keyof typeof ECHO_MS): void => {
    // A terminal tells a whole group, and who began this process may pass it on: both are one Ctrl-C.
    if (mayEcho) return
    mayEcho = true
    // What came while this process was busy is heard between the timer and what follows it.
    setTimeout(() => setImmediate(() => (mayEcho = false)), ECHO_MS[signal]).unref()
    // The second time nobody waits for a report.
    if (stop.signal.aborted && stop.signal.reason === 'interrupt') process.exit(130)
    if (stop.signal.aborted) process.exit(3)
    stop.abort('interrupt' satisfies StopReason)
  }
  let isHungUp = false
  // A terminal and its shell both tell that it is closed: the second time says nothing new.
  const onHangUp = (): void => {
    isHungUp = true
    if (!stop.signal.aborted) stop.abort('interrupt' satisfies StopReason)
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  process.on('SIGHUP', onHangUp)
  const onTime = (): void => stop.abort('time' satisfies StopReason)
  const timer = maxTime === undefined ? undefined : setTimeout(onTime, maxTime * 1000)
  return {
    untimed: () => clearTimeout(timer),
    dispose: () => {
      clearTimeout(timer)
      process.off('SIGINT', onSignal)
      process.off('SIGTERM', onSignal)
      if (!isHungUp) process.off('SIGHUP', onHangUp)
    },
  }
}

/** Does what comes behind a run: Ctrl-C, and what else ends a process, is told to it and leaves what it writes whole. */
export async function stoppable<T>(work: (stopped: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const stops = listenForStops(stop, undefined)
  try {
    return await work(stop.signal)
  } finally {
    stops.dispose()
  }
}
