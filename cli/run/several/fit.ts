import { type Assembly, sectionsOf } from '../../assembly.ts'
import { UsageError } from '../../usage-error.ts'
import type { RunFlags } from '../terms/run-flags.ts'
import { targetFlagsOf } from '../terms/target.ts'

const ONE = 'several targets are judged; it is for one: leave it out'

/**
 * What goes with one target alone.
 * @throws UsageError
 */
export function assertForSeveral(flags: Omit<RunFlags, 'config'>, assembly: Assembly): void {
  const { watch, repeat, lastFailed, reporter } = flags
  if (watch !== undefined) throw new UsageError(`--watch ${watch[0]}: ${ONE}`)
  if (repeat !== undefined) throw new UsageError(`--repeat ${repeat}: ${ONE}`)
  if (lastFailed === true) throw new UsageError(`--last-failed: ${ONE}`)
  if (reporter === 'json')
    throw new UsageError('--reporter json: several targets are judged, one report each; --json <folder>/ writes them')
  const named = targetFlagsOf(flags, sectionsOf(assembly))
  const url = sectionsOf(assembly).find(({ id }) => named[id] !== undefined)
  if (url !== undefined)
    throw new UsageError(`--${url.id} ${named[url.id]}: names one target, and --config several; leave one of them out`)
}
