import type { Delivery } from './delivery.ts'
import { NEVER_READ } from './receiver.ts'

/**
 * How late the answer to a delivery was for reasons of our own, ms. One that nobody read says so of a sender that reads
 * the others; a sender that hardly reads any has its own way, which excuses nothing.
 * @param answeredLate as a receiver knows it
 * @param deliveries all of the run
 */
export function answerDelay(
  id: string,
  answeredLate: ReadonlyMap<string, number>,
  deliveries: readonly Pick<Delivery, 'answer'>[],
): number {
  const ms = answeredLate.get(id) ?? 0
  if (ms !== NEVER_READ) return ms
  const unread = [...answeredLate.values()].filter((each) => each === NEVER_READ).length
  const answered = deliveries.filter(({ answer }) => answer.kind === 'status').length
  return unread * 2 > answered ? 0 : ms
}
