import type { Verdict } from '../../../kit/check/verdicts/verdict.ts'
import { clipped } from '../../views/clipped.ts'
import { printable } from '../../views/printable.ts'
import { beganText, type Course, standingOf } from '../../views/runs/courses.ts'
import { endWord } from '../../views/runs/ended.ts'
import { everSeenLine } from '../../views/runs/ever-seen.ts'
import type { History, HistoryRun } from '../../views/runs/history.ts'
import { minuteOf } from '../../views/runs/minute.ts'
import { type Paint, VERDICT_COLOURS } from '../text/paint.ts'

const COLUMNS: readonly Verdict[] = ['pass', 'warn', 'fail', 'blocked', 'broken']
/** Ids and statements that are named of each kind. */
const NAMED = 3
const STILL = 10
/** Characters of what a run was asked for. */
const ASKED = 17
/** The same where that does not suffice. */
const ASKED_WHOLE = 200

/**
 * The history of a target for a person at a terminal.
 * @param command as people type it, where its runs are kept and can be named to it
 */
export function historyText(history: History, paint: Paint, command?: string): string {
  const { target, runs, courses } = history
  const columns = COLUMNS.filter((verdict, index) => index < 3 || runs.some(({ counts }) => counts[verdict] > 0))
  const asked = Math.min(ASKED, Math.max(9, ...runs.map((run) => run.asked.length)))
  const still = courses.filter(({ since }) => since !== undefined)
  const of = (standing: ReturnType<typeof standingOf>) =>
    still.filter((each) => each.elsewhere === undefined && standingOf(each) === standing)
  const there = still.filter(({ elsewhere }) => elsewhere !== undefined)
  const [judged, before, kept] = [of('now'), of('before'), of('kept')]
  const now = [
    ['Broken now', judged.filter(({ warns }) => !warns)],
    ['Warned now', judged.filter(({ warns }) => warns)],
    ['Broken when judged last, and not asked again by the last run', before.filter(({ warns }) => !warns)],
    ['Warned when judged last, and not asked again by the last run', before.filter(({ warns }) => warns)],
    [
      'Kept when asked again by runs of fewer checks: one of all says whether it is fixed',
      kept.filter((each) => each.isKeptAgain),
    ],
    [
      'Kept when judged last, though not all that was held against the target before was sent again',
      kept.filter((each) => !each.isKeptAgain),
    ],
    [
      'Kept where it was judged last; in trouble at another address, and not all that it was in trouble by there was sent again since',
      there,
    ],
  ] as const
  const seen = everSeenLine(history)
  return [
    `${paint('bold', printable(target))}: ${runs.length} run${runs.length === 1 ? '' : 's'}`,
    '',
    paint(
      'dim',
      `  ${'begun'.padEnd(16)}  ${'asked for'.padEnd(asked)}  ${'outcome'.padEnd(14)}${columns.map(head).join('')}`,
    ),
    ...runs.flatMap((run) => rowsOf(run, columns, asked, paint)),
    ...(still.length === 0
      ? ['', 'nothing of what was judged last is broken']
      : now.flatMap(([title, own]) => (own.length === 0 ? [] : stillLines(title, own, paint, command)))),
    ...(seen === undefined ? [] : ['', seen]),
    '',
  ].join('\n')
}

function stillLines(title: string, own: readonly Course[], paint: Paint, command: string | undefined): string[] {
  return [
    '',
    paint('bold', `${title} (${own.length})`),
    ...own.slice(0, STILL).flatMap((each) => {
      const { id, text, elsewhere } = each
      const isOpen = elsewhere === undefined && standingOf(each) === 'kept' && !each.isKeptAgain
      const again = isOpen ? [`      ${againText(each, command)}`] : []
      const at = elsewhere === undefined ? '' : `, at ${printable(elsewhere)}`
      return [`  since ${beganText(each)}${at}  ${id}: ${text}`, ...again]
    }),
    ...(own.length > STILL ? [`  and ${own.length - STILL} more`] : []),
  ]
}

/** What asks again for what another seed need not ask for: that of the run that it failed in, and as deep. */
function againText({ id, seed, last }: Course, command: string | undefined): string {
  if (command === undefined || last?.isReplayed !== true)
    return `it failed in a run with --seed ${seed} --depth ${last?.depth}, which asks for the same again`
  return `${command} replay ${printable(last.id)} ${id} asks again, with the seed that it failed with`
}

const width = (verdict: Verdict): number => verdict.length + 2
const head = (verdict: Verdict): string => verdict.padStart(width(verdict))

function rowsOf(run: HistoryRun, columns: readonly Verdict[], asked: number, paint: Paint): string[] {
  const { startedAt, headline, isStopped, counts } = run
  const cells = columns.map((verdict) => {
    const text = (counts[verdict] === 0 ? '·' : String(counts[verdict])).padStart(width(verdict))
    return paint(counts[verdict] === 0 ? 'dim' : VERDICT_COLOURS[verdict], text)
  })
  const what = clipped(run.asked, asked).padEnd(asked)
  const word = endWord(headline, isStopped)
  const changes = [
    ['red', 'broken', run.broken],
    ['yellow', 'warned', run.warned],
    ['green', 'fixed', run.fixed],
    ['green', 'kept when asked again', run.keptAgain],
    ['yellow', 'kept, but not all that was held against the target was sent again', run.notAskedAgain],
  ] as const
  return [
    `  ${minuteOf(startedAt)}  ${printable(what)}  ${word.padEnd(14)}${cells.join('')}  ${paint('dim', printable(run.id))}`,
    // What tells it from another run may stand behind the cut.
    ...(run.asked.length <= asked ? [] : [`      asked for ${printable(clipped(run.asked, ASKED_WHOLE))}`]),
    ...(isStopped && word === headline && headline !== 'no target' ? ['      ended before its end'] : []),
    ...(run.gate === undefined ? [] : [`      ${printable(run.gate)}`]),
    ...(run.at === undefined ? [] : [`      ${paint('yellow', 'at another address')}: ${printable(run.at)}`]),
    ...(run.keys === undefined
      ? []
      : [`      ${paint('yellow', 'perhaps by keys of the target file')}: ${printable(run.keys)}`]),
    ...changes
      .filter(([, , ids]) => ids.length > 0)
      .map(([colour, name, ids]) => `      ${paint(colour, `${name} ${ids.length}`)}: ${named(ids)}`),
  ]
}

const named = (ids: readonly string[]): string =>
  `${ids.slice(0, NAMED).join(', ')}${ids.length > NAMED ? ` and ${ids.length - NAMED} more` : ''}`
