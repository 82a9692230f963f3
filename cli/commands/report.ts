import { resolve } from 'node:path'
import type { Assembly } from '../assembly.ts'
import { reportOrLast } from '../run/kept/find.ts'
import { type Format, STDOUT, takerOfStdout, type VoiceFlags } from '../run/output/destinations.ts'
import { assertWritable, type FileFlags, FORMATS, filesOf, writeReports } from '../run/output/report-files.ts'
import { tell } from '../run/output/voice.ts'
import { UsageError } from '../usage-error.ts'

export interface ReportFlags extends Omit<FileFlags, 'json'>, VoiceFlags {
  readonly format?: Format
  readonly verbose?: boolean
}

/**
 * Makes other formats from a JSON report, to files or to the output; without one it prints the report as a run does.
 * @param path the last run that is kept when absent
 */
export async function report(
  path: string | undefined,
  { html, junit, markdown, ctrf, sarif, har, allure, format, reporter, quiet = false, verbose = false }: ReportFlags,
  assembly: Assembly,
): Promise<number> {
  const files: FileFlags = {
    ...(html === undefined ? {} : { html }),
    ...(junit === undefined ? {} : { junit }),
    ...(markdown === undefined ? {} : { markdown }),
    ...(ctrf === undefined ? {} : { ctrf }),
    ...(sarif === undefined ? {} : { sarif }),
    ...(har === undefined ? {} : { har }),
    ...(allure === undefined ? {} : { allure }),
  }
  const taker = takerOfStdout(filesOf(files), reporter)
  if (format !== undefined && taker !== undefined)
    throw new UsageError(`--format ${format}: ${taker} takes the standard output already; leave one of them out`)
  assertWritable(files)
  const { report: made, path: source } = await reportOrLast(path, assembly, process.cwd())
  for (const [flag, file] of Object.entries(files)) {
    if (file !== STDOUT && resolve(file) === resolve(source))
      throw new UsageError(`--${flag} ${file}: is the report itself; name another file`)
  }
  if (format !== undefined) process.stdout.write(FORMATS[format](made))
  else if (Object.keys(files).length === 0) tell(made, process.stdout, { reporter, quiet, verbose })
  const unwritten = await writeReports(made, files)
  if (unwritten.length > 0) throw new UsageError(unwritten.join('\n'))
  return 0
}
