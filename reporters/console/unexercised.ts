import { DEEP_ONLY, LET_NO_MORE_PASS, WAITS } from '../../kit/check/signals.ts'
import { WAITED_NO_LONGER } from '../../kit/plan/haste.ts'
import type { Report } from '../../kit/report/report.ts'
import { printable } from '../views/printable.ts'
import { firstSteps, pastedStep, type StepWords } from '../views/unexercised/next-step-words.ts'
import { type Gap, gapsOf } from '../views/unexercised/words.ts'
import type { Paint } from './text/paint.ts'
import { folded, wrapped } from './text/wrapped.ts'

const WIDTH = 78
/** Things that a driver does not do, those first that the most requirements wait for. */
const UNDRIVEN = 5

/**
 * The lines of the target file that would have more exercised, what brings the most first.
 * @param options `said`: lines of a file of their own
 */
export function nextStepLines(
  report: Pick<Report, 'nextSteps'>,
  verbose: boolean,
  paint: Paint,
  { said = [], ...words }: StepWords & { readonly said?: readonly string[] | undefined } = {},
): string[] {
  const { first, rest } = firstSteps(report, words)
  const shown = verbose ? (report.nextSteps ?? []) : first
  const lines = shown.flatMap((step, index) =>
    pastedStep(step, index === 0, words).map((line, at) => paint(at < step.lines.length ? 'cyan' : 'dim', line)),
  )
  const isKeyless = shown.some(({ lines: proposed }) => proposed.some((line) => /^\w+\.keys\./.test(line)))
  const before = lines.length === 0 ? [] : saidLines(said, isKeyless, paint)
  return [...before, ...lines, ...(verbose || rest === undefined ? [] : [`  ${rest}; --verbose lists them`])]
}

/** Lines that a file of their own needs, as flags said them so far. */
const saidLines = (said: readonly string[], isKeyless: boolean, paint: Paint): string[] =>
  said.length === 0
    ? []
    : [
        ...said.map((line) => paint('cyan', printable(line))),
        paint('dim', '      # said by flags so far; a file says it itself, or its run has the flags beside --config'),
        // Some ask for a key before they look at the path: nothing shows there whether the base URL is right.
        ...(isKeyless
          ? [paint('dim', '      # tried without a key alone: whether its paths are there, a run with one shows')]
          : []),
      ]

/** How many requirements were not exercised, by reason; with each of them and its line where all is to be listed. */
export function unexercised({ requirements }: Pick<Report, 'requirements'>, verbose: boolean, paint: Paint): string[] {
  const gaps = gapsOf(requirements)
  if (!verbose) {
    const short = folded(gaps.flatMap(shortly).join(', '), WIDTH)
    return [...short.map((line) => `  ${line}`), ...unawaited(requirements), ...undriven(gaps), ...unmet(gaps)]
  }
  return gaps.flatMap(({ heading, many, causes }) => [
    `  ${heading} (${many})`,
    ...causes.flatMap(({ cause, members }) => [
      ...cause.split('\n').map((line) => `    ${printable(line)}`),
      ...wrapped(
        members.map(({ id }) => id),
        WIDTH - 8,
      ).map((line) => paint('dim', `        ${line}`)),
    ]),
  ])
}

/** Whether it was not judged because a quick run does not wait: before it was asked, or for what came of it. */
const isLeftByQuick = (cause: string): boolean =>
  cause === WAITS || cause === LET_NO_MORE_PASS || cause.endsWith(WAITED_NO_LONGER)

/** What was left out by the terms of a run, which nobody chose check by check. */
const BY_TERMS: readonly (readonly [isOf: (cause: string) => boolean, short: string])[] = [
  [isLeftByQuick, 'left to --depth standard by a quick run, as far as the target file has what they need'],
  [(cause) => cause === DEEP_ONLY, 'asked with --depth deep alone'],
  [(cause) => cause === '--own-keys', 'that no shard asks without --own-keys'],
]

/** How many there are; those that the terms of the run left out apart from what nobody asked for. */
function shortly({ why, short, many, causes }: Gap): string[] {
  if (why !== 'not selected') return [`${many} ${short}`]
  const parts = BY_TERMS.map(([isOf, words]) => ({
    words,
    own: causes.filter(({ cause }) => isOf(cause)).reduce((sum, { members }) => sum + members.length, 0),
  }))
  const rest = many - parts.reduce((sum, { own }) => sum + own, 0)
  return [...parts, { words: short, own: rest }].filter(({ own }) => own > 0).map(({ words, own }) => `${own} ${words}`)
}

/** Ids that a line names. */
const NAMED = 4
/** Causes why something was not met that are told one by one. */
const UNMET = 4

/** What never came while a quick run waited: it may be late, or a promise that nobody keeps. */
function unawaited(requirements: Report['requirements']): string[] {
  const own = requirements.filter(
    ({ verdict, reason = '' }) => verdict === 'unexercised' && reason.endsWith(WAITED_NO_LONGER),
  )
  // What came of the others is judged, and they wait for more.
  const partly = requirements.filter(
    ({ verdict, judgements }) =>
      ['pass', 'noted', 'warn'].includes(verdict) &&
      judgements.some((each) => each.verdict === 'unexercised' && each.reason?.endsWith(WAITED_NO_LONGER) === true),
  )
  const named = (all: Report['requirements']): string => {
    const ids = all.slice(0, NAMED).map(({ id }) => id)
    return `${ids.join(', ')}${all.length > NAMED ? ` and ${all.length - NAMED} more` : ''}`
  }
  const longer = 'a quick run waits no longer, --depth standard does'
  const texts = [
    ...(own.length === 0
      ? []
      : [
          `${own.length} of them waited for an event themselves and were given up, and others may have had none to look at; ${longer}: ${named(own)}`,
        ]),
    ...(partly.length === 0
      ? []
      : [
          `${partly.length} were judged by what came, and wait for events that never came as well; ${longer}: ${named(partly)}`,
        ]),
  ]
  return texts.flatMap((text) => folded(text, WIDTH - 4).map((line) => `    ${printable(line)}`))
}

/** Why few things were not met, which may be a mistake of the target file: many are the matter of a fuller list. */
function unmet(gaps: readonly Gap[]): string[] {
  const causes = gaps
    .flatMap((gap) => (gap.why === 'not met' ? gap.causes : []))
    // What a quick run did not wait for is told already.
    .filter(({ cause }) => !cause.endsWith(WAITED_NO_LONGER))
  if (causes.length > UNMET) return []
  return causes.flatMap(({ cause, members: [first, ...others] }) => {
    const more = others.length === 0 ? '' : ` and ${others.length} more`
    return folded(`${first?.id}${more}: ${cause}`, WIDTH - 4).map((line) => `    ${printable(line)}`)
  })
}

/** What to have a driver do: no line of the target file brings it. */
function undriven(gaps: readonly Gap[]): string[] {
  const causes = gaps
    .flatMap((gap) => (gap.why === 'not driven' ? gap.causes : []))
    .toSorted((a, b) => b.members.length - a.members.length)
  const rest = causes.length - UNDRIVEN
  return [
    ...causes.slice(0, UNDRIVEN).map(({ cause, members }) => `    ${printable(cause)} (${members.length})`),
    ...(rest > 0 ? [`    and ${rest} more; --verbose lists them`] : []),
  ]
}
