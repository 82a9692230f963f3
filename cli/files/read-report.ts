import { readFile } from 'node:fs/promises'
import type { ErrorObject } from 'ajv/dist/2020.js'
import { BundleRefused } from '../../kit/certificate/chain.ts'
import { unseal } from '../../kit/certificate/seal.ts'
import { REPORT_FORMAT, type Report, reportSchema } from '../../kit/report/schema/report.ts'
import { isTooDeep, MOST_LEVELS } from '../../kit/schema/nesting.ts'
import { validatorFor } from '../../kit/schema/validator.ts'
import { decoded } from '../../kit/target/file/decoded.ts'
import { isBundle, isReport } from '../certificate/bundle-file.ts'
import { UsageError } from '../usage-error.ts'
import { fileKind } from './file-kind.ts'

/** Problems that a message names. */
const NAMED = 3

const REASONS: Readonly<Record<string, string>> = { ENOENT: 'does not exist', EISDIR: 'is a folder without a report' }

/** How anybody comes by a report. */
const NEEDED =
  'a report is needed here, as run --json report.json writes it; each run that found its target is kept in .assay as well, and the last one is meant where no file is named'

/**
 * A report from its file, checked against the published schema; of a bundle, the one that it seals.
 * @throws UsageError where there is no such file, or it holds no whole report of this format.
 */
export async function readReport(path: string): Promise<Report> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    const reason = REASONS[error.code ?? ''] ?? error.message
    throw new UsageError(
      `${path}: ${reason}; name a file that run --json has written, or a run in .assay/runs, where the newest of a target are kept and older ones are not, or last`,
    )
  })
  const text = decoded(bytes)
  if (isBundle(text)) return sealedIn(path, text)
  const value = parsed(path, text)
  const format = typeof value === 'object' && value !== null ? (value as { format?: unknown }).format : undefined
  if (format !== REPORT_FORMAT) {
    const kind = format === undefined ? fileKind(text) : undefined
    if (kind !== undefined) throw new UsageError(`${path}: is ${kind}; ${NEEDED}`)
    const found = typeof format === 'string' ? `is of the format ${JSON.stringify(format)}` : 'names no format'
    throw new UsageError(`${path}: ${found}; expected ${REPORT_FORMAT}, as run --json writes it`)
  }
  const problems = reportProblems(value)
  if (problems !== undefined) {
    const hint = 'where another version of assay has written it, write it again with run --json'
    throw new UsageError(`${path}: is no whole report: ${problems}; ${hint}`)
  }
  return value as Report
}

/** What of a value does not follow the schema of reports; undefined where it is one. */
export function reportProblems(value: unknown): string | undefined {
  if (isTooDeep(value)) return `it is nested deeper than ${MOST_LEVELS} levels`
  const validate = validatorFor(reportSchema)
  if (validate(value)) return undefined
  const problems = (validate.errors ?? []).map(problem)
  const rest = problems.length - NAMED
  return `${problems.slice(0, NAMED).join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`
}

/** What a bundle seals, as long as it is whole: whose it is, and whether it holds, is for verify to say. */
function sealedIn(path: string, text: string): Report {
  try {
    return unseal(text).report
  } catch (error) {
    if (!(error instanceof BundleRefused)) throw error
    throw new UsageError(`${path}: is a bundle that does not hold: ${error.message}`)
  }
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const kind = fileKind(text)
    // One that begins as a report does is what is needed, and not all of it is there.
    if (kind !== undefined && !isReport(text)) throw new UsageError(`${path}: is ${kind}; ${NEEDED}`)
    throw new UsageError(`${path}: is no JSON, perhaps cut short: ${(error as Error).message}`)
  }
}

const problem = ({ instancePath, message = '', params }: ErrorObject): string => {
  const extra = 'additionalProperty' in params ? ` (${String(params.additionalProperty)})` : ''
  return `${instancePath === '' ? 'the report' : instancePath} ${message}${extra}`
}
