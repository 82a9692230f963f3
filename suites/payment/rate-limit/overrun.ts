import type { Key } from '../../../kit/check/context.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { READ } from '../client/api.ts'
import type { CheckContext } from '../define.ts'
import { type Allowance, rested, spend } from './allowance.ts'
import { isLimited, PER_MINUTE, round } from './probes.ts'

/** What a limit that is counted wrongly lets through beyond the allowance. More than that is told by a burst alone. */
const MOST = 3

/** With the burst no key comes to more than twice the allowance, save in a deep run. */
const MOST_USED = 58
const MOST_USED_DEEP = 120

/**
 * A key shows the count itself when it was let through a few times too often, with what it was used for before. The allowance
 * itself is what a window gives that began meanwhile.
 */
export const seemsToSlip = ({ served, before, evidence }: Pick<Allowance, 'served' | 'before' | 'evidence'>): boolean =>
  evidence.some(isLimited) && served !== PER_MINUTE && isSlip(served + before - PER_MINUTE)

const isSlip = (beyond: number): boolean => beyond >= 1 && beyond <= MOST

/**
 * Limits: 60 requests a minute. What a bucket refills during a burst looks like a limit of 61, and so does the edge of
 * a window; but a bucket refills more in a longer time, and two keys that have rested do not both meet an edge.
 */
export async function judgeSlip(t: CheckContext, windowMs: number, limited: Key): Promise<void> {
  const keys = rested(t, limited, t.depth === 'deep' ? MOST_USED_DEEP : MOST_USED).slice(0, 2)
  if (keys.length < 2) return
  const lastUsed = Math.max(...t.exchanges().flatMap((each) => (keys.some(isKeyOf(each)) ? [each.endedAt] : [])))
  await t.pause(Math.max(0, lastUsed + 1.05 * windowMs - t.clock.now()))
  const found: { readonly beyond: number; readonly evidence: readonly Exchange[] }[] = []
  for (const key of keys) {
    const { served, evidence } = await spend(t, key, windowMs)
    const beyond = served - PER_MINUTE
    if (!evidence.some(isLimited) || !isSlip(beyond) || beyond !== (found[0]?.beyond ?? beyond)) return
    await t.pause(((beyond + 2) * windowMs) / PER_MINUTE)
    const later = await round(t, key, 'has a bucket refilled?')
    if (!later.every(isLimited)) return
    found.push({ beyond, evidence: [...evidence, ...later.slice(0, 1)] })
  }
  t.conclude('pay.rate.limited', {
    ok: false,
    subject: `${READ} (bursts with keys that had rested)`,
    expected: `429 after ${PER_MINUTE} requests`,
    actual: `${found.map(({ beyond }) => PER_MINUTE + beyond).join(' and ')} requests answered without one, and none refilled since`,
    evidence: found.flatMap(({ evidence }) => evidence),
  })
}

const isKeyOf =
  (exchange: Exchange) =>
  ({ name }: Key): boolean =>
    exchange.key === name
