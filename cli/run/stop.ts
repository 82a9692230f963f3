/** Why a run ends before its checks do; at a restart of the service it is run again. */
export type StopReason = 'interrupt' | 'time' | 'restart'

/**
 * Aborts with a StopReason at Ctrl-C, when the process is asked to end, when its terminal is closed, or after so many
 * seconds; until `dispose`.
 */
export function listenForStops(stop: AbortController, maxTime: number | undefined): { dispose(): void } {
  const onSignal = (): void => {
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
    dispose: () => {
      clearTimeout(timer)
      process.off('SIGINT', onSignal)
      process.off('SIGTERM', onSignal)
      if (!isHungUp) process.off('SIGHUP', onHangUp)
    },
  }
}
