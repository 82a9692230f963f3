import type { Exchange } from '../../../kit/http/exchange.ts'
import type { FixtureContext } from '../define.ts'

/**
 * Pauses after which a reading is asked again, ms. A read may lag behind a change for a moment, as that of a replica does:
 * nothing promises that the next one shows it. What it shows after them it stays with.
 */
export const LATER_MS: readonly number[] = [1000, 2000]

/** The first reading that shows what is waited for, else the last one. */
export async function untilShown(
  t: Pick<FixtureContext, 'pause'>,
  read: (label: string) => Promise<Exchange>,
  label: string,
  shows: (answer: Exchange) => boolean,
  pauses: readonly number[] = LATER_MS,
): Promise<Exchange> {
  let answer = await read(label)
  for (const pauseMs of pauses) {
    if (shows(answer)) break
    await t.pause(pauseMs)
    answer = await read(`${label}, a moment later`)
  }
  return answer
}

/**
 * Readings of one thing that several changes are made to. A quick run waits once for one that never comes: where what is
 * read stood still all the while, no lag explains it, and the next ones are taken as they are.
 * @param seen what a change would change of a reading
 */
export function readingsOf(
  t: Pick<FixtureContext, 'depth' | 'pause'>,
  read: (label: string) => Promise<Exchange>,
  seen: (answer: Exchange) => unknown,
): (label: string, shows: (answer: Exchange) => boolean) => Promise<Exchange> {
  let standsStill = false
  return async (label, shows) => {
    const values = new Set<unknown>()
    const reading = async (each: string): Promise<Exchange> => {
      const answer = await read(each)
      values.add(seen(answer))
      return answer
    }
    const last = await untilShown(t, reading, label, shows, standsStill ? [] : LATER_MS)
    standsStill ||= t.depth === 'quick' && values.size === 1 && !shows(last)
    return last
  }
}
