import { accessSync, constants, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Report } from '../../../kit/report/report.ts'
import { writeAllure } from '../../../reporters/allure/allure.ts'
import { ctrfReport } from '../../../reporters/ctrf.ts'
import { htmlReport } from '../../../reporters/html/page.ts'
import { jsonReport } from '../../../reporters/json.ts'
import { junitReport } from '../../../reporters/junit/junit.ts'
import { markdownReport } from '../../../reporters/markdown/markdown.ts'
import { sarifReport } from '../../../reporters/sarif.ts'
import { writeWhole } from '../../../reporters/whole-file.ts'
import { UsageError } from '../../usage-error.ts'
import { FORMAT_NAMES, type Format, STDOUT, takerOfStdout, type VoiceFlags } from './destinations.ts'

/** Files that a report goes to, by flag; `-` for the standard output. */
export interface FileFlags {
  /** Folder for the results that Allure makes its report from. */
  readonly allure?: string
  readonly json?: string
  readonly html?: string
  readonly junit?: string
  readonly markdown?: string
  readonly ctrf?: string
  readonly sarif?: string
}

export const FORMATS = {
  json: jsonReport,
  html: htmlReport,
  junit: junitReport,
  markdown: markdownReport,
  ctrf: ctrfReport,
  sarif: sarifReport,
} as const satisfies Readonly<Record<Format, (report: Report) => string>>

/**
 * Finds out before the work, not after it.
 * @throws UsageError for a file or folder that cannot be written, or is named twice.
 */
export function assertWritable(flags: FileFlags & Pick<VoiceFlags, 'reporter'>): void {
  takerOfStdout(filesOf(flags), flags.reporter)
  const taken = new Map<string, string>()
  for (const [format, path] of named(flags)) {
    if (path === STDOUT) continue
    const whole = resolve(path)
    const other = taken.get(whole)
    if (other !== undefined) throw new UsageError(`--${format} ${path}: --${other} names the same file; name two`)
    taken.set(whole, format)
    assertFile(`--${format} ${path}`, whole)
  }
  if (flags.allure !== undefined) assertFolder(`--allure ${flags.allure}`, resolve(flags.allure))
}

/** The paths of what is written, by flag. */
export const filesOf = ({ allure, ...flags }: FileFlags): Readonly<Record<string, string | undefined>> => ({
  ...Object.fromEntries(named(flags)),
  allure,
})

/** Writes each file whole, and the results for Allure. Throws the first error once all were tried. */
export async function writeReports(report: Report, flags: FileFlags): Promise<void> {
  const tried = await Promise.allSettled([
    ...named(flags).map(async ([format, path]) => {
      if (path === STDOUT) process.stdout.write(FORMATS[format](report))
      else await writeWhole(path, FORMATS[format](report))
    }),
    ...(flags.allure === undefined ? [] : [writeAllure(report, flags.allure)]),
  ])
  for (const each of tried) if (each.status === 'rejected') throw each.reason
}

const named = (flags: FileFlags): [Format, string][] =>
  FORMAT_NAMES.flatMap((format) => {
    const path = flags[format]
    return path === undefined ? [] : [[format, path] as [Format, string]]
  })

/** @throws UsageError for a file that cannot be written. */
export function assertFile(flag: string, path: string): void {
  const known = statSync(path, { throwIfNoEntry: false })
  if (known?.isDirectory() === true) throw new UsageError(`${flag}: is a folder; name a file in it`)
  const folder = dirname(path)
  try {
    accessSync(known !== undefined && !known.isFile() ? path : folder, constants.W_OK)
  } catch {
    throw new UsageError(`${flag}: the folder ${folder} cannot be written to; name a file in one that exists`)
  }
}

/** @throws UsageError where there is a file instead. */
function assertFolder(flag: string, path: string): void {
  const known = statSync(path, { throwIfNoEntry: false })
  if (known !== undefined && !known.isDirectory()) throw new UsageError(`${flag}: is a file; name a folder`)
}
