import type { Depth } from '../check/depth.ts'
import type { ServiceDefinition } from '../contract/service.ts'
import { type Pace, paceFor } from '../rate/pace.ts'
import type { Target } from '../target/target.ts'
import type { Shard } from './shards.ts'

interface Asked {
  readonly target: Target
  readonly depth: Depth
  readonly services: readonly ServiceDefinition[]
  /** Others may spend the rate of the same keys meanwhile, each as much. */
  readonly shard?: Shard | undefined
}

/** Seconds within which an outcome is there, or a hasty run goes on without it. */
export const HASTY_SECONDS = 2.5
/** The same of an event, which follows its outcome: both together are less than five. */
export const HASTY_EVENT_SECONDS = 1.5
/** A check that waits longer than so many seconds is none for a quick run. */
export const QUICK_WAIT_SECONDS = 3
/** Ends the reason of what a hasty run leaves out because an event did not come. */
export const WAITED_NO_LONGER = 'a quick run waits no longer'
/** Seconds after which a request of a hasty run counts as unanswered, which speaks against nobody: several may hang. */
const HASTY_ANSWER_SECONDS = 10

/**
 * Whether a run waits for nobody: a quick one on a target of one's own. It goes as fast as the service lets it, and leaves
 * out what a limiter then refuses.
 */
export const isHasty = ({ target, depth }: Pick<Asked, 'target' | 'depth'>): boolean =>
  depth === 'quick' && target.environment === 'local'

/** How fast a run goes on a key: `library.members[0]`. */
export function paceOf(key: string, { services, target, shard, ...asked }: Asked): Pace {
  const service = services.find(({ contract }) => key.startsWith(`${contract.id}.`))
  const pace = paceFor(service?.contract.rate, target.timeScale)
  if (isHasty({ target, ...asked })) return { ...pace, requests: Number.MAX_SAFE_INTEGER }
  if (shard === undefined || shard.ownKeys) return pace
  return { ...pace, requests: Math.max(1, Math.floor(pace.requests / shard.of)) }
}

/** The target as a run of some depth waits for it. */
export function hastened(target: Target, depth: Depth): Target {
  if (!isHasty({ target, depth })) return target
  const { timing, webhooks } = target
  return {
    ...target,
    timing: {
      ...timing,
      request: Math.min(timing.request, HASTY_ANSWER_SECONDS),
      settle: Math.min(timing.settle, HASTY_SECONDS),
    },
    ...(webhooks && {
      webhooks: { ...webhooks, deliveryWithin: Math.min(webhooks.deliveryWithin, HASTY_EVENT_SECONDS) },
    }),
  }
}
