import { type GatedFailure, type KnownState, needsAttention, type ReportedBaseline } from '../../kit/report/baseline.ts'
import type { Report } from '../../kit/report/report.ts'

/** States of an entry of a baseline in a word, and what is to be done about it. */
export const STATES: Readonly<Record<KnownState, { readonly word: string; readonly advice?: string }>> = {
  holds: { word: 'known' },
  stale: { word: 'stale', advice: 'it does not fail any more with this seed; take it out' },
  expired: { word: 'expired', advice: 'repair it, or agree on another day' },
  unmatched: { word: 'unmatched', advice: 'this run judges no such requirement; take it out' },
  aside: {
    word: 'left aside: whether it is repaired does not show in this run, which asked for a part of it, did not come to it or could not judge it',
  },
  warned: { word: 'warned of, which fails no run without --fail-on warn' },
}

/** `expired: repair it, or agree on another day`. */
export function stateText(state: KnownState): string {
  const { word, advice } = STATES[state]
  return advice === undefined ? word : `${word}: ${advice}`
}

export const isOpen = ({ exitCode }: ReportedBaseline): boolean => exitCode === 0

/** Failures that no entry speaks of. One whose entry has expired is told by that. */
export function notKnown({ known, fresh }: ReportedBaseline): readonly string[] {
  const entered = new Set(known.map(({ requirement }) => requirement))
  return fresh.filter((id) => !entered.has(id))
}

/** `1 known, 0 not known, 2 entries to be looked at`. */
export function gateSummary(gate: ReportedBaseline): string {
  const { known, exitCode, because = '', behind = [] } = gate
  const unsettled = known.filter(needsAttention).length
  const beside = known.some(({ state }) => state === 'holds') ? ' beside what is known' : ''
  return [
    `${known.filter(({ state }) => state === 'holds').length} known`,
    `${notKnown(gate).length} not known`,
    ...(behind.length === 0
      ? []
      : [`${behind.length} ${behind.length === 1 ? 'must' : 'musts'} blocked by what is known`]),
    ...(unsettled === 0 ? [] : [`${unsettled} ${unsettled === 1 ? 'entry' : 'entries'} to be looked at`]),
    ...(exitCode >= 3 ? [`the run came to no verdict${beside}${because === '' ? '' : `: ${because}`}`] : []),
  ].join(', ')
}

/** `gate closed: 0 known, 1 not known`: the same without the names. */
export const gateLine = (gate: ReportedBaseline): string =>
  `gate ${isOpen(gate) ? 'open' : 'closed'}: ${gateSummary(gate)}`

/** Entries that a line names. */
const NAMED = 5

/** `gate closed: 0 known, 0 not known, 1 entry to be looked at: lib.loan.days (stale)`: what the exit code follows, in a line. */
export function gateText(gate: ReportedBaseline): string {
  const looked = gate.known
    .filter(needsAttention)
    .map(({ requirement, state }) => `${requirement} (${STATES[state].word})`)
  const named = [...looked, ...notKnown(gate).map((id) => `${id} (not known)`)]
  const rest = named.length - NAMED
  const told = named.length === 0 ? '' : `: ${named.slice(0, NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
  return `${gateLine(gate)}${told}`
}

/** `, gate closed`: what stands beside an outcome whose exit code is not the gate's; empty where it is. */
export function gateBeside({ gate, outcome }: Pick<Report, 'gate' | 'outcome'>): string {
  if (gate === undefined || isOpen(gate) === (outcome.exitCode === 0)) return ''
  return `, gate ${isOpen(gate) ? 'open' : 'closed'}`
}

/** Failures that are known and still covered, by requirement. */
export function knownFailures({ gate }: Pick<Report, 'gate'>): ReadonlyMap<string, GatedFailure> {
  const holding = gate?.known.filter(({ state }) => state === 'holds') ?? []
  return new Map(holding.map((each) => [each.requirement, each]))
}

/** `known until 2026-12-31 (platform team): ticket 12`. */
export const knownText = ({ expires, owner, reason }: GatedFailure): string =>
  `known until ${expires} (${owner}): ${reason}`

/** `expired: repair it, or agree on another day; platform team, until 2026-12-31: ticket 12`. */
export const entryText = (entry: GatedFailure): string =>
  `${stateText(entry.state)}; ${entry.owner}, until ${lastDay(entry)}: ${entry.reason}`

/** `2026-12-31`, and that it is over where nothing else says so. */
export const lastDay = ({ expires, isOver }: GatedFailure): string =>
  isOver === true ? `${expires}, which is over` : expires
