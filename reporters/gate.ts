import type { Gate, GatedFailure, KnownState } from '../kit/gate.ts'
import type { Paint } from './paint.ts'
import { printable } from './printable.ts'

const WORDS: Readonly<Record<KnownState, string>> = {
  holds: 'known',
  stale: 'stale: it does not fail any more; take it out',
  expired: 'expired: repair it, or agree on another day',
  unmatched: 'unmatched: this run judges no such requirement; take it out',
  aside: 'not judged in this run',
}

/** What the baseline makes of a run, for a person at a terminal. */
export function gateText({ known, fresh, exitCode }: Gate, paint: Paint): string {
  const count = (state: KnownState): number => known.filter((each) => each.state === state).length
  const rotten = count('stale') + count('expired') + count('unmatched')
  const summary = [
    `${count('holds')} known`,
    `${fresh.length} not known`,
    ...(rotten === 0 ? [] : [`${rotten} ${rotten === 1 ? 'entry' : 'entries'} to be looked at`]),
  ].join(', ')
  const verdict = exitCode === 0 ? paint('green', 'gate open') : paint('red', 'gate closed')
  return [
    paint('bold', 'Baseline'),
    ...known.map((each) => `  ${each.requirement} (${entryText(each)})`),
    ...fresh.map((id) => `  ${paint('red', `${id} (not known)`)}`),
    `${verdict}: ${summary}`,
    '',
  ].join('\n')
}

const entryText = ({ state, reason, owner, expires }: GatedFailure): string =>
  printable(`${WORDS[state]}; ${owner}, until ${expires}: ${reason}`)
