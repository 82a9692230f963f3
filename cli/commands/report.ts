import { resolve } from 'node:path'
import { consoleReport } from '../../reporters/console/console.ts'
import { paintFor } from '../../reporters/console/paint.ts'
import type { Assembly } from '../assembly.ts'
import { reportOrLast } from '../run/kept/find.ts'
import { assertWritable, type FileFlags, FORMATS, type Format, writeReports } from '../run/output/report-files.ts'
import { UsageError } from '../usage-error.ts'

export interface ReportFlags extends Omit<FileFlags, 'json'> {
  readonly format?: Format
  readonly verbose?: boolean
}

/**
 * Makes other formats from a JSON report, to files or to the output; without one it prints the report as a run does.
 * @param path the last run that is kept when absent
 */
export async function report(
  path: string | undefined,
  { html, junit, markdown, har, allure, format, verbose = false }: ReportFlags,
  assembly: Assembly,
): Promise<number> {
  const files: FileFlags = {
    ...(html === undefined ? {} : { html }),
    ...(junit === undefined ? {} : { junit }),
    ...(markdown === undefined ? {} : { markdown }),
    ...(har === undefined ? {} : { har }),
    ...(allure === undefined ? {} : { allure }),
  }
  assertWritable(files)
  const { report: made, path: source } = await reportOrLast(path, assembly, process.cwd())
  for (const [flag, file] of Object.entries(files)) {
    if (resolve(file) === resolve(source))
      throw new UsageError(`--${flag} ${file}: is the report itself; name another file`)
  }
  if (format !== undefined) process.stdout.write(FORMATS[format](made))
  else if (Object.keys(files).length === 0) {
    process.stdout.write(consoleReport(made, { paint: paintFor(process.stdout, process.env), verbose }))
  }
  const unwritten = await writeReports(made, files)
  if (unwritten.length > 0) throw new UsageError(unwritten.join('\n'))
  return 0
}
