import { type GatedFailure, needsAttention } from '../kit/report/baseline.ts'
import { judgementText } from '../kit/report/judgement-text.ts'
import type { Report, ReportedRequirement } from '../kit/report/report.ts'
import { entryText, knownFailures } from './views/baseline-words.ts'
import { likelyCauses } from './views/causes/likely-causes.ts'
import { clipped } from './views/clipped.ts'
import { printable } from './views/printable.ts'
import type { Matrix } from './views/runs/matrix.ts'
import { columnBecause, columnCode } from './views/runs/matrix-words.ts'

/** GitHub shows so many annotations of a kind per step and drops the rest without a word. */
const SHOWN = 10
const MOST = 1_000

/**
 * Workflow commands that annotate a run: broken promises, faults of the suite and entries of a baseline that hold no more
 * as errors, warnings among them where they fail the run; known failures and what else wants a look as warnings.
 */
export function githubAnnotations(report: Report): string {
  const { requirements, faults, gate, outcome } = report
  const code = gate?.exitCode ?? outcome.exitCode
  const known = knownFailures(report)
  const failed = report.run.failOn === 'warn' ? ['fail', 'warn'] : ['fail']
  const having = (...verdicts: readonly string[]) => requirements.filter((each) => verdicts.includes(each.verdict))
  const errors = [
    // A job that is red for no single statement says why all the same.
    ...(code === 3 || code === 5 ? [{ title: outcome.headline, message: whyText(report) }] : []),
    ...faults.map((fault) => ({ title: 'fault of the suite', message: fault })),
    ...(gate?.known.filter(needsAttention).map(entryAnnotation) ?? []),
    ...having('broken', ...failed)
      .filter(({ id }) => !known.has(id))
      .map(annotation),
  ]
  const warnings = [
    ...having(...failed).flatMap((each) => {
      const entry = known.get(each.id)
      return entry === undefined ? [] : [knownFailure(each, entry)]
    }),
    ...having('blocked', ...(failed.includes('warn') ? [] : ['warn'])).map(annotation),
  ]
  return [...commands('error', errors), ...commands('warning', warnings)].map((line) => `${line}\n`).join('')
}

/** Why a run came to no verdict, with what is likely behind it all: one refused key stands in the way of many statements. */
function whyText(report: Report): string {
  const [cause] = likelyCauses(report)
  const because = report.gate?.because ?? report.outcome.because
  return cause === undefined ? because : `${because}\nLikely cause: ${cause.split('\n')[0]}`
}

/** The workflow command for what ended the command before there was a report. */
export const githubError = (title: string, message: string): string =>
  commands('error', [{ title, message }])
    .map((line) => `${line}\n`)
    .join('')

/** Workflow commands that annotate several runs: one for each that did not end well. */
export function githubVerdicts({ columns, absent }: Matrix): string {
  // Each of them ends the job with its code, as it does alone.
  const told = columns
    .filter((column) => columnCode(column) !== 0)
    .map((column) => ({ title: column.label, message: `${column.outcome.headline}: ${columnBecause(column)}` }))
  const missing = absent.map(({ label, reason }) => ({ title: label, message: `not judged: ${reason}` }))
  const lines = commands('error', [...told, ...missing])
  return lines.map((line) => `${line}\n`).join('')
}

/**
 * Text in which GitHub looks for no commands: a target could write some into what the console report shows.
 * @param token not to be guessed, or the text could end its own quotation
 */
export const withoutCommands = (text: string, token: string): string =>
  `::stop-commands::${token}\n${text.endsWith('\n') ? text : `${text}\n`}::${token}::\n`

interface Annotation {
  readonly title: string
  readonly message: string
}

function annotation({ id, level, at, verdict, judgements }: ReportedRequirement): Annotation {
  const decisive = judgements.find((each) => each.verdict === verdict)
  const message = decisive === undefined ? at : judgementText(decisive, at)
  return { title: `${id} (${level}): ${verdict}`, message }
}

function knownFailure(requirement: ReportedRequirement, entry: GatedFailure): Annotation {
  const { id, level } = requirement
  const message = `${entry.owner}: ${entry.reason}\n${annotation(requirement).message}`
  return { title: `${id} (${level}): known until ${entry.expires}`, message }
}

const entryAnnotation = (entry: GatedFailure): Annotation => ({
  title: `baseline: ${entry.requirement}`,
  message: entryText(entry),
})

function commands(kind: 'error' | 'warning', all: readonly Annotation[]): string[] {
  const shown = all.length > SHOWN ? all.slice(0, SHOWN - 1) : all
  const rest = all.length - shown.length
  const last =
    rest > 0 ? [{ title: `${rest} more`, message: 'They are in the summary of the job and in the reports.' }] : []
  return [...shown, ...last].map(
    ({ title, message }) => `::${kind} title=${property(title)}::${data(clipped(message, MOST))}`,
  )
}

/** As the runner decodes them. Lines of a message stay lines; other control characters would reach its log. */
const data = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => printable(line).replaceAll('%', '%25'))
    .join('%0A')

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
