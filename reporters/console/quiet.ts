import type { Report } from '../../kit/report/report.ts'
import { NOT_UNDONE } from '../../kit/run/owner.ts'
import { isOpen } from '../views/baseline-words.ts'
import { isKeyNotTaken } from '../views/causes/keys-not-taken.ts'
import { notesBeside } from '../views/causes/likely-causes.ts'
import { placeholders } from '../views/evidence/placeholders.ts'
import { offPlan } from '../views/plan/off-plan.ts'
import { printable } from '../views/printable.ts'
import { slowAnswers } from '../views/slow-answers.ts'
import { limitedLine } from '../views/unexercised/limited.ts'
import { gateLines } from './baseline-lines.ts'
import { briefs } from './briefly.ts'
import { causeLines } from './causes.ts'
import { BROKEN, verdictLine } from './console.ts'
import { Failures } from './failures.ts'
import { obstacleLines } from './obstacles.ts'
import type { Paint } from './text/paint.ts'

/** Blocked requirements that are named. */
const BLOCKED = 5

/**
 * What went wrong, what could not be judged, why it took long, and the verdict.
 * @param isKept whether `replay` finds the run
 */
export function quietReport(report: Report, paint: Paint, isKept = true): string {
  // What is known is told in a line each: nobody has to look into it now.
  const known = new Set(
    report.gate?.known.flatMap(({ requirement, state }) => (state === 'holds' ? [requirement] : [])),
  )
  const fresh = report.requirements.filter(({ id }) => !known.has(id))
  const failures = new Failures({ ...report, requirements: fresh }, paint, isKept)
  const excused = report.requirements.filter(({ id }) => known.has(id))
  const excusedBy = (verdict: 'fail' | 'warn'): readonly string[] =>
    briefs(
      excused.filter((each) => each.verdict === verdict),
      verdict,
      BROKEN.brief,
    )
  const isExcused = report.gate !== undefined && isOpen(report.gate)
  const wrong = [
    ...report.faults.map((fault) => `  ${printable(fault)}`),
    ...failures.explained('broken'),
    ...failures.told('fail', BROKEN),
    ...excusedBy('fail'),
    // Where warnings count as failures they are what is wrong.
    ...(report.run.failOn === 'warn' ? [...failures.told('warn', BROKEN), ...excusedBy('warn')] : []),
  ]
  const told = wrong.slice(wrong[0] === '' ? 1 : 0)
  const causes = isExcused ? [] : causeLines(report, paint)
  const legend =
    told.length + causes.length === 0
      ? []
      : placeholders(
          report,
          [...causes, ...told].join('\n'),
          report.run.failOn === 'warn' ? ['broken', 'fail', 'warn'] : ['broken', 'fail'],
        ).map((line) => `  ${printable(line)}`)
  // Why nothing could be said stands nowhere else, nor that one of several keys is not taken: the others do as well. What is
  // left changed at the target somebody has to put back.
  const isUndecided = report.outcome.exitCode === 3 && told.length === 0
  const notes = notesBeside(report)
    .filter((note) => isUndecided || isKeyNotTaken(note) || note.startsWith(NOT_UNDONE))
    .map((note) => paint('yellow', `note: ${printable(note)}`))
  const obstacles = obstacleLines(report, paint)
  const blocked = report.requirements.filter(({ verdict }) => verdict === 'blocked')
  const off = offPlan(report)
  const limited = limitedLine(report)
  const slow = slowAnswers(report)
  return [
    ...(causes.length === 0 ? [] : [...causes, '']),
    ...(told.length === 0 ? [] : [...told, '']),
    ...(legend.length === 0 ? [] : [...legend, '']),
    ...(obstacles.length === 0 ? [] : [paint('bold', 'In the way of a certificate'), ...obstacles, '']),
    ...(blocked.length === 0 ? [] : [paint('bold', 'Blocked'), ...briefs(blocked, 'blocked', BLOCKED), '']),
    ...notes,
    ...(off === undefined ? [] : [off]),
    ...(off === undefined || slow === undefined ? [] : [slow]),
    ...(limited === undefined ? [] : [limited]),
    verdictLine(report, paint),
    ...(report.gate === undefined ? [] : gateLines(report.gate, paint)),
    '',
  ].join('\n')
}
