import type { Report } from '../../../../kit/report/report.ts'
import { messageName } from '../../evidence/messages.ts'
import { grouped } from '../../grouping.ts'

/** How long before a service went an answer counts as its last, and how many of them are named. */
const MOMENT_MS = 100
export const ANSWERED = 3

type Sent = Report['exchanges'][number]

/**
 * What a service answered last, in the same moment in which it broke off others: a failure behind an answer ends it as well.
 * Goes on after a list of those others; empty where there was nothing.
 * @param cuts what it broke off, each time that it went
 */
export function answeredLast(exchanges: readonly Sent[], cuts: readonly (readonly Sent[])[]): string {
  const all = lastAnswers(exchanges, cuts).map(messageName)
  const rest = all.length - ANSWERED
  const names = `${all.slice(0, ANSWERED).join('; ')}${rest > 0 ? `; and ${rest} more in the ${MOMENT_MS} ms before` : ''}`
  return all.length === 0 ? '' : `, or what it had answered just before, and went on with: ${names}`
}

/** The same requests, one of each name, the last before each time first. */
export function lastAnswers(exchanges: readonly Sent[], cuts: readonly (readonly Sent[])[]): readonly Sent[] {
  const last = cuts.flatMap((cut) => {
    const [{ service = '' } = {}] = cut
    const cutAt = Math.min(...cut.map(({ endedAt }) => endedAt))
    return exchanges
      .filter((each) => each.service === service && each.response !== undefined && !cut.includes(each))
      .filter(({ endedAt }) => endedAt <= cutAt && endedAt > cutAt - MOMENT_MS)
      .toSorted((a, b) => b.endedAt - a.endedAt)
  })
  return [...grouped(last, messageName).values()].flatMap(([first]) => first ?? [])
}
