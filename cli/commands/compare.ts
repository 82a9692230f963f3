import { comparisonText } from '../../reporters/console/comparison-text.ts'
import { paintFor } from '../../reporters/console/paint.ts'
import { compared } from '../../reporters/views/comparison.ts'
import { printableJson } from '../../reporters/views/printable.ts'
import { readReport } from '../run/read-report.ts'

/** Prints what changed from one report to another. 1 where something got worse. */
export async function compare(pathA: string, pathB: string, { json = false }: { json?: boolean }): Promise<number> {
  const [a, b] = [await readReport(pathA), await readReport(pathB)]
  const comparison = compared(a, b)
  process.stdout.write(
    json
      ? printableJson(`${JSON.stringify(comparison, undefined, 2)}\n`)
      : comparisonText(a, b, comparison, paintFor(process.stdout, process.env)),
  )
  return comparison.worse.length > 0 ? 1 : 0
}
