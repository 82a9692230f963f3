import type { Recorder } from '../evidence/recorder.ts'
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
export const needsAttention = ({ state }: GatedFailure): boolean => state !== 'holds' && state !== 'aside'

/** @param today `2026-12-31`, in UTC */
export function heldAgainstBaseline(report: Report, known: readonly KnownFailure[], today: string): BaselineResult {
  const byId = new Map<string, ReportedRequirement>(report.requirements.map((each) => [each.id, each]))
  const gated = known.map((entry) => ({ ...entry, state: stateOf(entry, byId.get(entry.requirement), today) }))
  const covered = new Set(gated.filter(({ state }) => state === 'holds').map(({ requirement }) => requirement))
  const fresh = report.requirements
    .filter(({ id, verdict }) => verdict === 'fail' && !covered.has(id))
    .map(({ id }) => id)
  const { exitCode } = report.outcome
  // What kept a run from a verdict is no known failure.
  if (exitCode >= 3) return { known: gated, fresh, exitCode }
  return { known: gated, fresh, exitCode: gated.some(needsAttention) || fresh.length > 0 ? 1 : 0 }
}

/**
 * The same report with what a baseline makes of it.
 * @param record takes out what must not be kept: people write into a baseline what they have seen
 */
export function withBaseline(
  report: Report,
  { known, ...gate }: ReportedBaseline,
  { text, signed }: Pick<Recorder, 'text' | 'signed'>,
): Report {
  const ids: ReadonlySet<string> = new Set(report.requirements.map(({ id }) => id))
  const told = known.map((each) => ({
    ...each,
    requirement: ids.has(each.requirement) ? each.requirement : text(each.requirement),
    reason: text(each.reason),
    owner: signed(each.owner),
  }))
  return { ...report, gate: { ...gate, baseline: text(gate.baseline), known: told } }
}

function stateOf({ expires }: KnownFailure, found: ReportedRequirement | undefined, today: string): KnownState {
  if (found === undefined) return 'unmatched'
  if (expires < today) return 'expired'
  if (found.verdict === 'fail') return 'holds'
  const unknown = found.verdict === 'blocked' || found.verdict === 'broken'
  if (unknown || (found.verdict === 'unexercised' && (found.why === 'not selected' || found.why === 'not reached')))
    return 'aside'
  return found.verdict === 'unexercised' ? 'unmatched' : 'stale'
}
