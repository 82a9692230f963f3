import type { Absent } from '../../kit/check/verdicts/tally.ts'
import type { Exchange } from '../../kit/http/exchange.ts'

/** Where something would be seen, and what is true of a deployment that never shows it. */
export interface Absence {
  /** Answers of which one would show it, did the deployment have it. */
  readonly among: (exchange: Exchange) => boolean
  /** How many of them there have to be before its absence is believed; one when absent. */
  readonly least?: number
  /**
   * The observation, of so many, which says what they are: a reader counts in the report whatever it does not leave out.
   * `none of the 3 readings of a conversation by checks shows shape B`, where a preflight read one, too.
   */
  readonly observation: (many: number) => string
}

/** What a rule closes with that met nothing of a kind: that the deployment has none, where that was seen; else `nothing`. */
export function closing(
  { among, least = 1, observation }: Absence,
  exchanges: readonly Exchange[],
  nothing: string,
): Absent | string {
  const evidence = exchanges.filter(among)
  return evidence.length < least ? nothing : { observation: observation(evidence.length), evidence }
}
