import type { Check } from '../../../kit/check/check.ts'
import { DEPTHS, type Depth } from '../../../kit/check/depth.ts'
import type { Report } from '../../../kit/report/report.ts'
import { placeOf } from '../../../kit/target/section.ts'
import type { Target } from '../../../kit/target/target.ts'
import type { Assembly } from '../../assembly.ts'
import { type AskedAgain, type LastFailed, lastFailed } from './last-failed.ts'

interface Asked extends AskedAgain {
  readonly seed?: number
  readonly depth?: Depth
}

/**
 * The flags of a run that asks again for what failed, with what to say of it. A seed and a depth that are given go before
 * those of the failures.
 * @throws UsageError where no run of the target is kept, NothingFailed where all is well
 */
export async function onlyFailed<Flags extends Asked>(
  flags: Flags,
  target: Pick<Report['target'], 'name' | 'baseUrls'>,
  checks: readonly Check[],
  assembly: Pick<Assembly, 'name' | 'typed'>,
  cwd: string,
): Promise<{ readonly asked: Flags & Pick<LastFailed, 'only' | 'seed'>; readonly notes: readonly string[] }> {
  const { only, asked, ...failed } = await lastFailed(target, flags, checks, assembly, cwd)
  const { seed = failed.seed, depth = asked } = flags
  const again = { ...flags, only, seed, ...(depth === undefined ? {} : { depth }) }
  return { asked: again, notes: notesOn(flags.depth, failed.depth) }
}

/** A target as reports name it, and say where it is. */
export const placed = ({ name, services }: Target): Parameters<typeof onlyFailed>[1] => ({
  name,
  baseUrls: Object.fromEntries(Object.entries(services).map(([id, section]) => [id, placeOf(section)])),
})

function notesOn(given: Depth | undefined, failed: Depth): readonly string[] {
  if (given === undefined)
    return [`--last-failed: depth ${failed}, the least that asks all of it; --depth takes another`]
  if (DEPTHS.indexOf(given) >= DEPTHS.indexOf(failed)) return []
  return [
    `--last-failed: some of it failed at depth ${failed} and at none of less; what --depth ${given} does not ask is left out`,
  ]
}
