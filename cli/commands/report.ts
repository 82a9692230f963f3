import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { BundleRefused } from '../../kit/certificate/chain.ts'
import type { Report } from '../../kit/report/report.ts'
import { certificateBadge } from '../../reporters/badge.ts'
import { baselineReport, besideBaseline } from '../../reporters/baseline.ts'
import { htmlCertificate } from '../../reporters/html/certificate.ts'
import { certificateLines } from '../../reporters/views/certificate.ts'
import { typedIn } from '../../reporters/views/evidence/repeating.ts'
import { printable } from '../../reporters/views/printable.ts'
import { type Assembly, typedName } from '../assembly.ts'
import { isBundle, keyFrom, verified } from '../certificate/bundle-file.ts'
import { certificateOf } from '../certificate/certificate.ts'
import { reportOrLast } from '../run/kept/find.ts'
import { namedRun } from '../run/kept/named-run.ts'
import { type Format, STDOUT, takerOfStdout, type VoiceFlags } from '../run/output/destinations.ts'
import {
  assertDestination,
  assertWritable,
  type FileFlags,
  FORMATS,
  filesOf,
  writeReports,
  writeTo,
} from '../run/output/report-files.ts'
import { tell } from '../run/output/voice.ts'
import { UsageError } from '../usage-error.ts'

export interface ReportFlags extends Omit<FileFlags, 'json'>, VoiceFlags {
  /** Of a bundle: its outcome as a badge. */
  readonly badge?: string
  /** Of a bundle: PEM file of the public key that it has to be signed with. */
  readonly key?: string
  /** `baseline`: what failed, as known failures to begin with. */
  readonly format?: Format | 'baseline'
  readonly verbose?: boolean
}

/**
 * Makes other formats from a JSON report, to files or to the output; without one it prints the report as a run does.
 * @param word a file, or a run that is kept: its folder, its name or `last`; the last one when absent
 */
export async function report(
  word: string | undefined,
  {
    html,
    junit,
    markdown,
    ctrf,
    sarif,
    har,
    allure,
    docs,
    badge,
    key,
    format,
    reporter,
    quiet = false,
    verbose = false,
  }: ReportFlags,
  assembly: Assembly,
): Promise<number> {
  const path = word === undefined ? undefined : (await namedRun(word, assembly, process.cwd())).path
  const text = path === undefined ? '' : await readFile(path, 'utf8').catch(() => undefined)
  if (path !== undefined && text !== undefined && isBundle(text))
    return certificate(
      path,
      text,
      {
        html,
        badge,
        key,
        others: { junit, markdown, ctrf, sarif, har, allure, format, verbose: verbose || undefined },
      },
      assembly,
    )
  // What cannot be read is told as that.
  for (const [flag, value] of Object.entries({ badge, key }))
    if (value !== undefined && text !== undefined)
      throw new UsageError(
        `--${flag} ${value}: is for a bundle, as ${typedName(assembly)} run --certify writes it; ${path ?? 'the last run'} is none`,
      )
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
  const { report: found, path: source } = await reportOrLast(word, assembly, process.cwd())
  const made = retyped(found, assembly)
  for (const [flag, file] of Object.entries(files)) {
    if (file !== STDOUT && resolve(file) === resolve(source))
      throw new UsageError(`--${flag} ${file}: is the report itself; name another file`)
  }
  if (format !== undefined) process.stdout.write(format === 'baseline' ? baselineReport(made) : FORMATS[format](made))
  else if (Object.keys(files).length === 0) tell(made, process.stdout, { reporter, quiet, verbose })
  if (format === 'baseline') for (const each of besideBaseline(made)) process.stderr.write(`note: ${printable(each)}\n`)
  const unwritten = await writeReports(made, { ...files, ...(docs === undefined ? {} : { docs }) })
  if (unwritten.length > 0) throw new UsageError(unwritten.join('\n'))
  return 0
}

/** The report with its commands as they are typed here, which is not always where it was made. */
const retyped = (report: Report, assembly: Assembly): Report => {
  const command = typedName(assembly)
  return report.suite.command === undefined
    ? report
    : typedIn({ ...report, suite: { ...report.suite, command } }, command)
}

interface CertificateFlags {
  readonly html: string | undefined
  readonly badge: string | undefined
  readonly key: string | undefined
  /** What is made from reports alone. */
  readonly others: Readonly<Record<string, string | true | undefined>>
}

/** Makes the page and the badge of a bundle that holds; without either it says in words what they would show. */
async function certificate(
  path: string,
  text: string,
  { html, badge, key, others }: CertificateFlags,
  assembly: Assembly,
): Promise<number> {
  const odd = Object.entries(others).find(([, value]) => value !== undefined)
  if (odd !== undefined)
    throw new UsageError(
      `--${odd[0]}${odd[1] === true ? '' : ` ${odd[1]}`}: ${path} is a bundle, of which --html and --badge are made; run --json writes a report for the rest`,
    )
  const files = { html, badge }
  takerOfStdout(files, undefined)
  for (const [flag, file] of Object.entries(files)) {
    if (file === undefined) continue
    if (resolve(file) === resolve(path))
      throw new UsageError(`--${flag} ${file}: is the bundle itself; name another file`)
    assertDestination(flag, file)
  }
  const wanted = key === undefined ? undefined : await keyFrom('--key', key, 'public')
  const held = await verified(text, wanted, assembly, path).catch((error: unknown) => {
    if (!(error instanceof BundleRefused)) throw error
    throw new UsageError(`${path}: no certificate is made of it: ${error.message}`)
  })
  const made = certificateOf(held, path, assembly, key)
  if (html === undefined && badge === undefined)
    process.stdout.write(`${certificateLines(made).map(printable).join('\n')}\n`)
  for (const [flag, file, content] of [
    ['html', html, htmlCertificate],
    ['badge', badge, certificateBadge],
  ] as const) {
    if (file !== undefined) await writeTo(flag, file, content(made))
  }
  return 0
}
