import type { Report } from '../../kit/report/report.ts'
import { knownFailures } from '../views/baseline-words.ts'
import { alikeRequirements } from '../views/causes/alike.ts'
import { notesBeside } from '../views/causes/likely-causes.ts'
import { placeholders } from '../views/evidence/placeholders.ts'
import { exercisedText, stoppedText } from '../views/exercised.ts'
import { grouped } from '../views/grouping.ts'
import { printable } from '../views/printable.ts'
import { askedBehind } from '../views/runs/asked.ts'
import { NEXT_STEPS } from '../views/unexercised/next-step-words.ts'
import { selectsSome } from '../views/unexercised/none-selected.ts'
import { SIGNS, TROUBLES } from '../views/verdict-words.ts'
import { gateLines } from './baseline-lines.ts'
import { causeBriefly, causeLines } from './causes.ts'
import { costLines } from './cost.ts'
import { Failures } from './failures.ts'
import { inapplicableLines } from './inapplicable.ts'
import { obstacleLines } from './obstacles.ts'
import type { Paint } from './text/paint.ts'
import { paintedText } from './text/painted-text.ts'
import { nextStepLines, unexercised } from './unexercised.ts'
import { verdictTable } from './verdict-table.ts'

export interface ConsoleOptions {
  readonly paint: Paint
  /** Lists what is otherwise only counted. */
  readonly verbose: boolean
  /** Lines that a target file needs before those that would come next: there is none yet. */
  readonly said?: readonly string[] | undefined
  /** False where nothing is kept of the run, so that `replay` and `open` would take another one. */
  readonly isKept?: boolean
  /** Id or file of the run of which this repeats a part: it is not kept itself. */
  readonly replayOf?: string | undefined
  /** Flags that name its target, behind a blank, where the run does not. */
  readonly replayWith?: string | undefined
}

/** What of much trouble is told whole, and in a line: all of it is in the page, in the JSON report, and with `--verbose`. */
export const BROKEN = { whole: 3, brief: 6 }
const WARNED = { whole: 2, brief: 6 }
const BLOCKED = 2
/** Beside broken promises, which come first. */
const WARNED_BESIDE = { whole: 0, brief: 4 }

/** The report for a person at a terminal; ends with the verdict, and behind it with the gate where there is one. */
export function consoleReport(
  report: Report,
  { paint, verbose, said, isKept = true, replayOf, replayWith }: ConsoleOptions,
): string {
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : ['', paint('bold', title), ...lines.filter((line, index) => index > 0 || line !== '')]
  const failures = new Failures(report, paint, isKept, verbose, replayOf, replayWith)
  const causes = causeLines(report, paint)
  const isBroken = report.requirements.some(({ verdict }) => verdict === 'fail')
  const wrong = [
    ...section('Faults of the suite', [
      ...report.faults.map((fault) => `  ${printable(fault)}`),
      ...failures.explained('broken'),
    ]),
    ...section('Broken promises', verbose ? failures.explained('fail') : failures.told('fail', BROKEN)),
    ...section(
      'Warnings',
      verbose ? failures.explained('warn') : failures.told('warn', isBroken ? WARNED_BESIDE : WARNED),
    ),
    ...section('Blocked', failures.blockages(verbose ? undefined : isBroken ? 1 : BLOCKED)),
  ]
  const lines = [
    ...head(report, paint),
    ...(causes.length === 0 ? [] : ['', ...causes]),
    '',
    ...verdictTable(report, paint, verbose),
    ...wrong,
    ...section('To repeat it', repeating(report, [...causes, ...wrong].join('\n'), { verbose, isKept, replayOf })),
    ...section('Inapplicable here', inapplicableLines(report.requirements, paint)),
    ...section('Not exercised', unexercised(report, verbose, paint)),
    ...section(NEXT_STEPS, nextStepLines(report, verbose, paint, { said })),
    ...section('In the way of a certificate', obstacleLines(report, paint)),
    ...section('Observed where the documents leave it open', observed(report, verbose, isBroken ? 3 : OBSERVATIONS)),
    ...section('Cost', costLines(report)),
    '',
    ...causeBriefly(report, paint),
    ...named(report, paint),
    verdictLine(report, paint),
    ...(report.gate === undefined ? [] : ['', ...gateLines(report.gate, paint)]),
    '',
  ]
  return paintedText(lines.join('\n'), paint)
}

function head(report: Report, paint: Paint): string[] {
  const { target, services, run, suite } = report
  const bases = services.map(({ id }) => `${id} ${target.baseUrls[id] ?? ''}`).join(', ')
  const scale = target.timeScale === 1 ? '' : `, clocks ${target.timeScale} times as fast`
  return [
    `${paint('bold', target.name)} (${target.environment}${scale})`,
    `  ${bases}`,
    // What is blocked below is told by its own silence: why all of it is stands first.
    ...(run.stopped === undefined || run.because === undefined
      ? []
      : [paint('yellow', `  ended early: ${printable(run.because)}`)]),
    `  run ${run.id}, seed ${run.seed}${printable(askedBehind(run))}, assay ${suite.version}, catalogue ${suite.catalogue.sha256.slice(0, 12)}`,
    ...notesBeside(report).map((note) => paint('yellow', `  note: ${printable(note)}`)),
  ]
}

/** Words on the commands above, once for all of them. */
function repeating(
  report: Report,
  above: string,
  { verbose, isKept, replayOf }: Pick<ConsoleOptions, 'verbose' | 'isKept' | 'replayOf'>,
): string[] {
  const failed = report.requirements.some(({ verdict }) => TROUBLES.includes(verdict))
  const { command } = report.suite
  return [
    ...placeholders(report, above).map((line) => `  ${printable(line)}`),
    ...(command === undefined || !failed
      ? []
      : [
          replayOf !== undefined
            ? `  nothing is kept of this replay: what asks again takes the run that it repeats`
            : isKept
              ? `  ${command} replay <check>, with no run before it, takes the last run kept here that has judged the check`
              : `  nothing is kept of this run: ${command} replay <report> <check> takes what --json has written of it`,
          ...(verbose
            ? []
            : [
                `  all that is told in a line or counted: ${isKept === true && replayOf === undefined ? `${command} open (the page), ` : ''}${command} explain <id>, --verbose`,
              ]),
        ]),
  ]
}

/** Broken promises that are named once more at the end, where a terminal stands. */
const NAMED = 3
/** So many more are named by id. */
const BY_ID = 12

function named(report: Report, paint: Paint): string[] {
  const known = knownFailures(report)
  const broken = alikeRequirements(report.requirements, 'fail').flatMap(({ members }) => members)
  // What a baseline has agreed on is no news.
  const fresh = broken.filter(({ id }) => !known.has(id))
  const told = fresh.slice(0, NAMED)
  const others = fresh.slice(NAMED).map(({ id }) => printable(id))
  const [rest, old] = [others.length, broken.length - fresh.length]
  const which = rest > BY_ID ? '' : `: ${others.join(', ')}`
  return [
    ...told.map(({ id, text }) => `${paint('red', SIGNS.fail)} ${id}: ${text}`),
    ...(rest > 0 ? [`  and ${rest} more, above${which}`] : []),
    ...(old > 0
      ? [`  ${rest > 0 || told.length > 0 ? 'and ' : ''}${old} that ${old === 1 ? 'is' : 'are'} known, above`]
      : []),
  ]
}

const OBSERVATIONS = 12

function observed({ observations }: Report, verbose: boolean, most: number): string[] {
  const seen = [...grouped(observations, ({ id }) => id)].map(([id, own]) => {
    const values = [...new Set(own.map((each) => printable(each.value)))]
    const more = values.length > 3 ? `; ${values.length - 3} more` : ''
    return `  ${id}: ${values.slice(0, 3).join('; ')}${more}`
  })
  if (verbose || seen.length <= most) return seen
  return [...seen.slice(0, most), `  ${seen.length - most} more; --verbose lists them`]
}

/** What the run came to, in one line. */
export function verdictLine(report: Report, paint: Paint): string {
  const { outcome } = report
  const colour = {
    conformant: 'green',
    'nothing broken': 'green',
    'not conformant': 'red',
    inconclusive: 'yellow',
    'no target': 'yellow',
    'suite fault': 'magenta',
  } as const
  const because = outcome.because === '' ? '' : `: ${outcome.because}`
  // What is asked for a few statements is a part of what may show them broken.
  const isPart = outcome.headline === 'nothing broken' && report.run.only.length > 0
  const rest = isPart ? '; what a whole run sends beside these may show more' : selectsSome(report)
  return `${paint(colour[outcome.headline], outcome.headline)}${because}${stoppedText(report)}; ${exercisedText(report)}${rest}`
}
