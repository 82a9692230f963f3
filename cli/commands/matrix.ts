import { readFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { BundleRefused } from '../../kit/certificate/chain.ts'
import { matrixText } from '../../reporters/console/runs/matrix-text.ts'
import { paintFor } from '../../reporters/console/text/paint.ts'
import { type ColumnSource, matrixOf } from '../../reporters/views/runs/matrix.ts'
import type { Assembly } from '../assembly.ts'
import { isBundle, verified } from '../certificate/bundle-file.ts'
import { readReport } from '../files/read-report.ts'
import { keptReports, noRun } from '../run/kept/find.ts'
import { namedRun } from '../run/kept/named-run.ts'
import { takerOfStdout } from '../run/output/destinations.ts'
import { assertDestination, writeTo } from '../run/output/report-files.ts'
import { show } from '../run/output/voice.ts'
import { MATRIX_FORMATS, type MatrixFormat } from '../run/several/matrix-files.ts'
import { UsageError } from '../usage-error.ts'

export type MatrixFlags = Partial<Readonly<Record<MatrixFormat, string>>> & { readonly verbose?: boolean }

const FORMATS = ['html', 'markdown', 'json'] as const satisfies readonly MatrixFormat[]

/**
 * Puts reports and bundles beside each other, in the order given; without any, the last run that is kept of each target.
 * @throws UsageError where one cannot be read, where a bundle is refused, and where no run is kept
 */
export async function matrix(paths: readonly string[], flags: MatrixFlags, assembly: Assembly): Promise<number> {
  const wanted = FORMATS.flatMap((format) => {
    const path = flags[format]
    return path === undefined ? [] : [{ format, path }]
  })
  takerOfStdout(Object.fromEntries(wanted.map(({ format, path }) => [format, path])), undefined)
  const read = await Promise.all(paths.map(async (each) => (await namedRun(each, assembly, process.cwd())).path))
  for (const { format, path } of wanted) {
    const same = read.find((each) => resolve(each) === resolve(path))
    if (same !== undefined) throw new UsageError(`--${format} ${path}: is one of the reports; name another file`)
    assertDestination(format, path)
  }
  const made = matrixOf(paths.length === 0 ? await lastOfEach(assembly) : await sourcesIn(read, assembly))
  if (wanted.length === 0) {
    const paint = paintFor(process.stdout, process.env)
    show(matrixText(made, paint, flags.verbose === true), process.stdout)
  }
  for (const { format, path } of wanted) {
    await writeTo(format, path, MATRIX_FORMATS[format](made))
  }
  return 0
}

async function sourcesIn(paths: readonly string[], assembly: Assembly): Promise<readonly ColumnSource[]> {
  const sources: ColumnSource[] = []
  for (const path of paths) sources.push(await sourceIn(path, assembly))
  return sources
}

async function sourceIn(path: string, assembly: Assembly): Promise<ColumnSource> {
  const file = basename(path).replace(/\.(json|jsonl)$/i, '')
  // Jobs of CI leave files of one name in folders of their own.
  const name = file === 'report' ? basename(dirname(resolve(path))) : file
  const text = await readFile(path, 'utf8').catch(() => '')
  if (!isBundle(text)) return { report: await readReport(path), name }
  const { bundle } = await verified(text, undefined, assembly, path).catch((error: unknown) => {
    if (!(error instanceof BundleRefused)) throw error
    throw new UsageError(`${path}: no column is made of it: ${error.message}`)
  })
  const by = bundle.signedBy === undefined ? 'unsigned' : `signed by ${bundle.signedBy.slice(0, 12)}`
  return { report: bundle.report, name, mark: `sealed, ${by}` }
}

async function lastOfEach(assembly: Assembly): Promise<readonly ColumnSource[]> {
  const kept = await keptReports(assembly, process.cwd())
  if (kept.length === 0) throw new UsageError(noRun(assembly))
  // The last one first: of each target that is met, the others are older.
  const last = new Map(kept.toReversed().map(({ report }) => [report.target.name, report] as const))
  return [...last.values()]
    .toSorted((a, b) => (a.target.name < b.target.name ? -1 : 1))
    .map((report) => ({ report, name: report.run.id }))
}
