import { accessSync, constants, existsSync, type Stats, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Report } from '../../../kit/report/report.ts'
import { writeAllure } from '../../../reporters/allure/allure.ts'
import { ctrfReport } from '../../../reporters/ctrf.ts'
import { harReport } from '../../../reporters/har.ts'
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
  /** An archive of the requests and their answers. */
  readonly har?: string
  readonly html?: string
  readonly junit?: string
  readonly markdown?: string
  readonly ctrf?: string
  readonly sarif?: string
  /** Where the pages of the documentation are, for links of the HTML page. */
  readonly docs?: string
}

export const FORMATS = {
  json: jsonReport,
  html: htmlReport,
  junit: junitReport,
  markdown: markdownReport,
  ctrf: ctrfReport,
  sarif: sarifReport,
  har: harReport,
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

/** The smallest first: where room runs out, the most is kept. */
const SMALLEST_FIRST: readonly Format[] = ['junit', 'sarif', 'ctrf', 'markdown', 'json', 'html', 'har']

/**
 * Writes each file whole, one after another, and the results for Allure.
 * @returns what could not be written, each with its flag and the reason
 */
export async function writeReports(report: Report, flags: FileFlags): Promise<string[]> {
  const asked = named(flags).toSorted(([a], [b]) => SMALLEST_FIRST.indexOf(a) - SMALLEST_FIRST.indexOf(b))
  const works: (readonly [flag: string, write: () => Promise<void>])[] = asked.map(([format, path]) => [
    `--${format} ${path}`,
    async () => {
      const text = format === 'html' ? htmlReport(report, { docs: flags.docs }) : FORMATS[format](report)
      if (path === STDOUT) process.stdout.write(text)
      else await writeWhole(path, text)
    },
  ])
  const { allure } = flags
  if (allure !== undefined) works.push([`--allure ${allure}`, () => writeAllure(report, allure)])
  const failed: string[] = []
  for (const [flag, write] of works) {
    try {
      await write()
    } catch (error) {
      failed.push(`${flag} could not be written: ${reasonOf(error)}`)
    }
  }
  return failed
}

/** Why a file could not be written. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') return 'no space is left on the device'
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return `writing there is not permitted (${code})`
  return message
}

const named = (flags: FileFlags): [Format, string][] =>
  FORMAT_NAMES.flatMap((format) => {
    const path = flags[format]
    return path === undefined ? [] : [[format, path] as [Format, string]]
  })

/**
 * A folder that is not there is made once the file is written.
 *
 * @throws UsageError for a file that cannot be written.
 */
export function assertFile(flag: string, path: string): void {
  const known = stateOf(path)
  // Of a path the end is resolved away, and of a flag it is not.
  if (known === undefined && /[/\\]$/.test(flag))
    throw new UsageError(`${flag}: names a folder, which is not there; name a file, and its folder is made`)
  if (known?.isDirectory() === true) throw new UsageError(`${flag}: is a folder; name a file in it`)
  const folder = nearest(dirname(path))
  if (stateOf(folder)?.isDirectory() !== true)
    throw new UsageError(`${flag}: ${folder} is a file; name a file in a folder`)
  try {
    accessSync(known !== undefined && !known.isFile() ? path : folder, constants.W_OK)
  } catch {
    throw new UsageError(`${flag}: the folder ${folder} cannot be written to; name a file in one that can`)
  }
}

/** The first that is there of a folder and those that it is in. */
function nearest(folder: string): string {
  const above = dirname(folder)
  return existsSync(folder) || above === folder ? folder : nearest(above)
}

/** The same of what a flag names, which may be the standard output. */
export function assertDestination(flag: string, path: string): void {
  if (path !== STDOUT) assertFile(`--${flag} ${path}`, resolve(path))
}

/**
 * Writes what a flag asks for, whole, to its file or to the standard output.
 * @throws UsageError where it cannot be written
 */
export async function writeTo(flag: string, path: string, text: string): Promise<void> {
  if (path === STDOUT) {
    process.stdout.write(text)
    return
  }
  await writeWhole(path, text).catch((error: unknown) => {
    throw new UsageError(`--${flag} ${path} could not be written: ${reasonOf(error)}`)
  })
}

/** Undefined for what is not there, a file in the place of a folder before it included. */
function stateOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** @throws UsageError where there is a file instead. */
function assertFolder(flag: string, path: string): void {
  const known = stateOf(path)
  if (known !== undefined && !known.isDirectory()) throw new UsageError(`${flag}: is a file; name a folder`)
}
