import { resolve } from 'node:path'
import { consoleReport } from '../../reporters/console/console.ts'
import { paintFor } from '../../reporters/console/paint.ts'
import { assertWritable, type FileFlags, FORMATS, type Format, writeReports } from '../run/output/report-files.ts'
import { readReport } from '../run/read-report.ts'
import { UsageError } from '../usage-error.ts'

export interface ReportFlags extends Omit<FileFlags, 'json'> {
  readonly format?: Format
  readonly verbose?: boolean
}

/** Makes other formats from a JSON report, to files or to the output; without one it prints the report as a run does. */
export async function report(
  path: string,
  { html, junit, markdown, allure, format, verbose = false }: ReportFlags,
): Promise<number> {
  const files: FileFlags = {
    ...(html === undefined ? {} : { html }),
    ...(junit === undefined ? {} : { junit }),
    ...(markdown === undefined ? {} : { markdown }),
    ...(allure === undefined ? {} : { allure }),
  }
  assertWritable(files)
  for (const [flag, file] of Object.entries(files)) {
    if (resolve(file) === resolve(path))
      throw new UsageError(`--${flag} ${file}: is the report itself; name another file`)
  }
  const made = await readReport(path)
  if (format !== undefined) process.stdout.write(FORMATS[format](made))
  else if (Object.keys(files).length === 0) {
    process.stdout.write(consoleReport(made, { paint: paintFor(process.stdout, process.env), verbose }))
  }
  const unwritten = await writeReports(made, files)
  if (unwritten.length > 0) throw new UsageError(unwritten.join('\n'))
  return 0
}
