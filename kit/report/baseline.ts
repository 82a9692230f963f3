import { DEPTHS, type Depth } from '../check/depth.ts'
import { WAITS } from '../check/signals.ts'
import type { Verdict } from '../check/verdicts/verdict.ts'
import type { Recorder } from '../evidence/recorder.ts'
import { outcomeOf } from './outcome.ts'
import type { BaselineResult, GatedFailure, KnownFailure, KnownState, ReportedBaseline } from './schema/baseline.ts'
import type { Report, ReportedRequirement } from './schema/report.ts'

export {
  type BaselineResult,
  type GatedFailure,
  KNOWN_STATES,
  type KnownFailure,
  type KnownState,
  type ReportedBaseline,
} from './schema/baseline.ts'

/** Whether an entry closes the gate by itself: it has to be taken out or agreed on anew. */
export const needsAttention = (entry: GatedFailure): boolean => entry.state !== 'holds' && !isLeftAside(entry)

/** Whether a run says nothing of an entry that is to be taken out. */
export const isLeftAside = ({ state }: GatedFailure): boolean => state === 'aside' || state === 'warned'

/**
 * @param today `2026-12-31`, in UTC
 * @param depth of the run that it was made of; not known, when absent
 */
export function heldAgainstBaseline(
  report: Report,
  known: readonly KnownFailure[],
  today: string,
  depth?: Depth,
): BaselineResult {
  const byId = new Map<string, ReportedRequirement>(report.requirements.map((each) => [each.id, each]))
  const counted: readonly Verdict[] = report.run.failOn === 'warn' ? ['fail', 'warn'] : ['fail']
  const terms = { today, counted, isPart: isPart(report) || isShallower(report, depth) }
  const gated = known.map((entry) => {
    const told = { ...entry, state: stateOf(entry, byId.get(entry.requirement), terms) }
    return isOver(entry, today) && isLeftAside(told) ? { ...told, isOver: true } : told
  })
  const covered = new Set(gated.filter(({ state }) => state === 'holds').map(({ requirement }) => requirement))
  const fresh = report.requirements
    .filter(({ id, verdict }) => counted.includes(verdict) && !covered.has(id))
    .map(({ id }) => id)
  const behind = blockedBehind(report, covered)
  const aside = new Set([...covered, ...behind])
  // What else kept a run from a verdict is no known failure, and none that is known may hide it.
  const rest = outcomeOf({ ...report, requirements: report.requirements.map((each) => withoutKnown(each, aside)) })
  const result = { known: gated, fresh, ...(behind.length === 0 ? {} : { behind }) }
  const isClosed = gated.some(needsAttention) || fresh.length > 0
  // As without a baseline what is surely wrong comes before what could not be judged, and no further run mends an entry.
  const exitCode = rest.exitCode === 3 && isClosed ? 1 : rest.exitCode
  if (rest.exitCode >= 3) return { ...result, exitCode, because: rest.because }
  return { ...result, exitCode: isClosed ? 1 : 0 }
}

/** Musts in whose way stands nothing but a message that failures of these requirements are about. */
export function blockedBehind(
  { requirements }: Pick<Report, 'requirements'>,
  known: ReadonlySet<string>,
): readonly string[] {
  const failing = new Set(
    requirements
      .filter(({ id, verdict }) => known.has(id) && (verdict === 'fail' || verdict === 'warn'))
      .flatMap(({ judgements, verdict }) => judgements.filter((each) => each.verdict === verdict))
      .flatMap(({ evidence: [first] }) => first ?? []),
  )
  const isBehind = ({ judgements }: ReportedRequirement): boolean => {
    const inTheWay = judgements.filter((each) => each.verdict === 'blocked')
    return inTheWay.length > 0 && inTheWay.every(({ evidence: [first] }) => first !== undefined && failing.has(first))
  }
  return requirements
    .filter((each) => each.verdict === 'blocked' && each.level === 'must' && isBehind(each))
    .map(({ id }) => id)
}

/** A requirement as if what is known of it were kept: it was exercised all the same. */
const withoutKnown = (each: ReportedRequirement, covered: ReadonlySet<string>): ReportedRequirement =>
  covered.has(each.id) ? { ...each, verdict: 'pass' } : each

/**
 * The same report with what a baseline makes of it.
 * @param record takes out what must not be kept: people write into a baseline what they have seen
 */
export function withBaseline(
  report: Report,
  { known, because, ...gate }: ReportedBaseline,
  { text, signed }: Pick<Recorder, 'text' | 'signed'>,
): Report {
  const ids: ReadonlySet<string> = new Set(report.requirements.map(({ id }) => id))
  const told = known.map((each) => ({
    ...each,
    requirement: ids.has(each.requirement) ? each.requirement : text(each.requirement),
    reason: text(each.reason),
    owner: signed(each.owner),
  }))
  const why = because === undefined ? {} : { because: text(because) }
  return { ...report, gate: { ...gate, ...why, baseline: text(gate.baseline), known: told } }
}

/** What an entry is held against: the day, in UTC, and the verdicts that close a gate. */
interface Terms {
  readonly today: string
  readonly counted: readonly Verdict[]
  readonly isPart: boolean
}

/** What a run of a part, or one that ended before its time, has found kept may fail in what it did not send. */
const isPart = ({ run }: Report): boolean =>
  run.only.length > 0 || run.skip.length > 0 || run.shard !== undefined || run.stopped !== undefined

/** Whether a run is of less depth than the one that a baseline was made of: it asks less of what failed there. */
const isShallower = ({ run }: Report, depth: Depth = run.depth): boolean =>
  DEPTHS.indexOf(run.depth) < DEPTHS.indexOf(depth)

const KEPT: readonly Verdict[] = ['pass', 'noted', 'inapplicable']

const isOver = ({ expires }: KnownFailure, today: string): boolean => expires < today

function stateOf(entry: KnownFailure, found: ReportedRequirement | undefined, terms: Terms): KnownState {
  if (found === undefined) return 'unmatched'
  const { verdict, why } = found
  const hasExpired = isOver(entry, terms.today)
  if (terms.counted.includes(verdict)) return hasExpired ? 'expired' : 'holds'
  // What does not fail any more, or what this run did not come to, needs no other day.
  if (KEPT.includes(verdict)) return terms.isPart || isLeftInPart(found) ? 'aside' : 'stale'
  if (verdict === 'unexercised' && (terms.isPart || why === 'not selected' || why === 'not reached')) return 'aside'
  if (hasExpired) return 'expired'
  // What is only warned of is no failure of this run, and one of a run that counts warnings.
  if (verdict === 'warn') return 'warned'
  return verdict === 'unexercised' ? 'unmatched' : 'aside'
}

/** Whether a quick run has left out a part of what a statement is judged by: it may have failed by that. */
const isLeftInPart = ({ judgements }: ReportedRequirement): boolean =>
  judgements.some(({ verdict, reason }) => verdict === 'unexercised' && reason === WAITS)
