import type { Exchange } from '../../../kit/http/exchange.ts'
import { type Credentials, read } from '../client/api.ts'
import { MOST_READS, readNamed } from '../client/rereading.ts'
import type { FixtureContext } from '../define.ts'

const LABEL = 'is it a payment?'

/** What it takes at most, beside a read of each. */
export const READS = MOST_READS

const isAbsent = (answer: Exchange): boolean => answer.response?.status === 404

/**
 * Of ids that answers have named, those that may be payments: reads show them, or say nothing of them. An id that an answer
 * makes up is no payment. Where reads show none of them, nothing is known of any.
 */
export async function paymentsThere(t: FixtureContext, as: Credentials, ids: readonly string[]): Promise<string[]> {
  const first = await Promise.all(ids.map(async (id) => ({ id, answer: await read(t, as, id, LABEL) })))
  const [absent, ...more] = first.filter(({ answer }) => isAbsent(answer))
  if (absent === undefined || more.length + 1 === ids.length) return [...ids]
  // One for all: where it turns up late, so may the others.
  const later = await readNamed(t, as, absent.id, LABEL)
  return isAbsent(later) ? first.filter(({ answer }) => !isAbsent(answer)).map(({ id }) => id) : [...ids]
}
