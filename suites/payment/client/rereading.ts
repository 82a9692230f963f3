import type { Exchange } from '../../../kit/http/exchange.ts'
import { status } from '../../../kit/match/index.ts'
import type { Target } from '../../../kit/target/target.ts'
import type { FixtureContext } from '../define.ts'
import { type Credentials, read, readAgain } from './api.ts'

/** However long events take, reads that lag further behind than this are told apart from a change, ms. */
const LONGEST_MS = 10_000
/** However soon events come, or are waited for no longer, reads may lag so far behind, ms. */
const SHORTEST_MS = 3_000
const FIRST_PAUSE_MS = 500

/**
 * How far a read may lag behind what an event, another answer or the creation has told, ms on the clock of the wall:
 * nothing promises that whoever answers a read has heard of it yet.
 */
export const lagMs = (target: Target): number =>
  Math.min(Math.max((target.webhooks?.deliveryWithin ?? 30) * 1000, SHORTEST_MS), LONGEST_MS)

/** Reads that come to pass within the longest lag. */
export const MOST_READS = 6

/** Reads a payment until the answer agrees, or until no lag explains it any more. Gives back the last answer. */
export async function readUntil(
  t: FixtureContext,
  as: Credentials,
  id: string,
  label: string,
  agrees: (answer: Exchange) => boolean,
): Promise<Exchange> {
  const until = t.clock.now() + lagMs(t.target)
  let answer = await read(t, as, id, label)
  for (let pauseMs = FIRST_PAUSE_MS; !agrees(answer) && t.clock.now() < until && !t.signal.aborted; pauseMs *= 2) {
    await t.pause(Math.min(pauseMs, until - t.clock.now()))
    answer = await readAgain(t, as, id, label)
  }
  return answer
}

/** Reads a payment that was made a moment ago: who answers may not have heard of it yet. */
export const readThere = (t: FixtureContext, as: Credentials, id: string, label: string): Promise<Exchange> =>
  readUntil(t, as, id, label, (answer) => answer.response?.status !== 404)

/** Reads a payment that an answer has named: it is there, unless no read comes to show it. */
export const readNamed = (t: FixtureContext, as: Credentials, id: string, label: string): Promise<Exchange> =>
  readUntil(t, as, id, label, (answer) => status('2xx').test(answer).ok)
