import type { Report } from '../../../kit/report/report.ts'
import { consoleReport } from '../../../reporters/console/console.ts'
import { quietReport } from '../../../reporters/console/quiet.ts'
import { unchangedReport } from '../../../reporters/console/runs/unchanged.ts'
import { fitted } from '../../../reporters/console/text/fitted.ts'
import { lineReport } from '../../../reporters/console/text/lines.ts'
import { paintFor } from '../../../reporters/console/text/paint.ts'
import { jsonReport } from '../../../reporters/json.ts'
import { printedOn } from './ci-page.ts'
import type { Reporter } from './destinations.ts'

const USUAL_COLUMNS = 80

interface Stream {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

export interface Voice {
  readonly reporter?: Reporter | undefined
  readonly quiet?: boolean | undefined
  readonly verbose?: boolean | undefined
  /** It came to the same as one that was told before. */
  readonly isUnchanged?: boolean | undefined
  /** Lines with which a target file would say what the flags of the run did, where it had none. */
  readonly said?: readonly string[] | undefined
  /** False where nothing is kept of the run. */
  readonly keep?: boolean | undefined
  /** Id or file of the run of which it repeats a part. */
  readonly replayOf?: string | undefined
  /** Flags that name its target, behind a blank, where the run does not. */
  readonly replayWith?: string | undefined
}

/** Tells a report to a person, or as `--reporter` says. */
export function tell(
  report: Report,
  stream: Stream,
  { reporter, quiet = false, verbose = false, isUnchanged = false, said, keep = true, replayOf, replayWith }: Voice,
): void {
  if (reporter === 'json') {
    stream.write(jsonReport(report))
    return
  }
  const paint = paintFor(stream, process.env)
  const text =
    reporter === 'line'
      ? lineReport(report, paint)
      : isUnchanged && !verbose
        ? unchangedReport(report, paint)
        : quiet
          ? quietReport(report, paint, keep)
          : consoleReport(report, { paint, verbose, said, isKept: keep, replayOf, replayWith })
  show(printedOn(process.env, text), stream)
}

/** Writes a text; a terminal gets no line that it would have to break in a word. */
export function show(text: string, stream: Stream): void {
  stream.write(stream.isTTY === true ? fitted(text, stream.columns || USUAL_COLUMNS) : text)
}
