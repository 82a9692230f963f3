import { type Assembly, sectionsOf, typedName } from '../../assembly.ts'
import { flagsText } from '../../options/flags-text.ts'
import type { RunFlags } from './run-flags.ts'
import { targetFlagsOf } from './target.ts'

/** Characters of a command that stands in a line with other things. */
const MOST = 160

/** The command that plans what a run with these flags asks for, as people type it. */
export function planCommand(flags: Partial<RunFlags>, assembly: Assembly): string {
  const { only, skip, depth, runs, certify, lastFailed, shard, ownKeys, seed } = flags
  const asked = { only, skip, depth, runs, certify, lastFailed, shard, ownKeys, ...(shard !== undefined && { seed }) }
  const given = Object.entries(asked).filter(([, value]) => value !== undefined && value !== false)
  const text = `${typedName(assembly)} plan${flagsText({ ...targetFlagsOf(flags, sectionsOf(assembly)), ...Object.fromEntries(given) })}`
  return text.length > MOST ? `${typedName(assembly)} plan with the flags of this run` : text
}
