import type { Recorder } from '../../evidence/recorder.ts'
import type { RunListener } from '../events.ts'

/** After so many ms the rush in which an exchange was made is usually over. */
const LATER_MS = 1000

/** Prepares exchanges for the report while the run waits: what is prepared need not be when everybody waits for the report. */
export function recordAhead(record: Recorder, isReported: (check: string) => boolean): RunListener {
  return (event) => {
    if (event.kind !== 'exchange recorded' || !isReported(event.exchange.check)) return
    setTimeout(() => record.exchange(event.exchange), LATER_MS).unref()
  }
}
