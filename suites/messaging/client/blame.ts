import type { Exchange } from '../../../kit/http/exchange.ts'
import { type Matcher, valueAt } from '../../../kit/match/index.ts'
import type { CheckContext, RequirementId } from '../define.ts'
import { bodyOf, isRecord, isSuccess, statusOf } from './answers.ts'

/** The members that a refusal blames. */
export function blamed(exchange: Exchange): ReadonlySet<string> {
  const body = bodyOf(exchange)
  const [detail, details, errors] = ['/detail', '/error/details', '/errors'].map((pointer) => valueAt(body, pointer))
  const found: unknown[] = []
  if (Array.isArray(detail)) for (const item of detail) found.push(...(Array.isArray(item?.loc) ? item.loc : []))
  if (isRecord(details)) found.push(...Object.keys(details))
  if (Array.isArray(errors)) for (const item of errors) found.push(...String(item?.field ?? '').split('.'))
  return new Set(found.filter((each): each is string => typeof each === 'string'))
}

/** One member that is wrong, and what is said of it. */
export interface Fault {
  readonly covers: RequirementId
  readonly member: string
  /** What answers it, where that is more than answers the others. */
  readonly expected?: Matcher<Exchange>
}

/**
 * Judges faults of several members by one request that has them all: a refusal that names a member is bound to it, and
 * what is taken with several faults is taken with each. The others are sent again alone.
 *
 * @param isControlled whether the same request with the member right was taken.
 */
export async function judgeTogether<T extends Fault>(
  t: CheckContext,
  faults: readonly T[],
  expected: Matcher<Exchange>,
  send: (faults: readonly T[], label: string) => Promise<Exchange>,
  isControlled: (fault: T) => boolean,
): Promise<void> {
  const together = await send(faults, `${faults.map(({ member }) => member).join(', ')}: wrong`)
  const named = blamed(together)
  for (const fault of faults) {
    const { covers, member } = fault
    const own = fault.expected ?? expected
    const isNamed = statusOf(together) < 500 && named.has(member)
    if (isNamed || faults.length === 1 || (isSuccess(together) && fault.expected === undefined)) {
      t.judge(covers, together, own)
      continue
    }
    const alone = await send([fault], `${member} alone wrong`)
    if (!isSuccess(alone) && !isControlled(fault))
      t.markBlocked(covers, `no request with a right ${member} is taken`, [alone])
    else t.judge(covers, alone, own)
  }
}

/** Requests that `judgeTogether` sends at most. */
export const mostSent = (faults: readonly unknown[]): number => (faults.length === 1 ? 1 : 1 + faults.length)
