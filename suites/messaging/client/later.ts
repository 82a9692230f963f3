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
): Promise<Exchange> {
  let answer = await read(label)
  for (const pauseMs of LATER_MS) {
    if (shows(answer)) break
    await t.pause(pauseMs)
    answer = await read(`${label}, a moment later`)
  }
  return answer
}
