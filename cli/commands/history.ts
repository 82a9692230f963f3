import { resolve } from 'node:path'
import { historyText } from '../../reporters/console/history-text.ts'
import { paintFor } from '../../reporters/console/paint.ts'
import { htmlHistory } from '../../reporters/html/history.ts'
import { historyOf } from '../../reporters/views/runs/history.ts'
import { writeWhole } from '../../reporters/whole-file.ts'
import type { Assembly } from '../assembly.ts'
import { keptReports, noRun } from '../run/kept/find.ts'
import { assertFile } from '../run/output/report-files.ts'
import { UsageError } from '../usage-error.ts'

export interface HistoryFlags {
  /** Name of a target. */
  readonly target?: string
  readonly html?: string
  readonly json?: boolean
}

/**
 * Prints what became of a target from run to run, as far as they are kept; that of the last run when none is named.
 * @throws UsageError where no run of it is kept
 */
export async function history({ target, html, json = false }: HistoryFlags, assembly: Assembly): Promise<number> {
  if (html !== undefined) assertFile(`--html ${html}`, resolve(html))
  const all = await keptReports(assembly, process.cwd())
  if (all.length === 0) throw new UsageError(noRun(assembly))
  const targets = [...new Set(all.map(({ report }) => report.target.name))]
  const wanted = target ?? targets[0]
  const own = all.map(({ report }) => report).filter((report) => report.target.name === wanted)
  if (own.length === 0)
    throw new UsageError(`--target ${wanted}: no run of it is kept; there are ${targets.join(', ')}`)
  const made = historyOf(own.toReversed())
  if (html !== undefined) await writeWhole(html, htmlHistory(made))
  process.stdout.write(
    json ? `${JSON.stringify(made, undefined, 2)}\n` : historyText(made, paintFor(process.stdout, process.env)),
  )
  const others = targets.filter((each) => each !== wanted)
  if (target === undefined && others.length > 0)
    process.stderr.write(`runs of ${others.join(', ')} are kept as well: --target shows those\n`)
  return 0
}
