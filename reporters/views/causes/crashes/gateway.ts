import type { ReportedExchange } from '../../../../kit/evidence/recorder.ts'
import type { ReportedService } from '../../../../kit/report/report.ts'
import { unlikelihoodAmong } from '../../../../kit/run/presence/likeness.ts'
import { timeOf } from '../../../../kit/run/presence/suspects.ts'
import { counted } from '../../counted.ts'
import { messageName } from '../../evidence/messages.ts'

/** Answers of a gateway from which something is said of them all. */
const MANY = 5
/** Part of the answers of that time that may be of another kind. */
const FEW = 0.2
/** Requests that are named as what the service may have gone by. */
const TOLD = 3

/** What a gateway answers whose service is away. */
const OUT: readonly number[] = [502, 503, 504]

/** Without JSON: one with it may be the service's own word. */
export const isGateway = ({ response }: ReportedExchange): boolean =>
  response !== undefined && OUT.includes(response.status) && !/^\s*[{[]/.test(response.body)

/**
 * A service that was away for a time behind a gateway that stayed: when, and what it may have gone by. What was sent before
 * the first answer of the gateway came may have ended it, the first of them that is unlike all that was answered.
 */
export function behindGateway(own: readonly ReportedExchange[], { id }: ReportedService): string[] {
  const out = own.filter(isGateway).toSorted((a, b) => a.endedAt - b.endedAt)
  const [first, last] = [out[0], out.at(-1)]
  if (first === undefined || last === undefined || out.length < MANY) return []
  // A service that answers others meanwhile is there.
  const meanwhile = own.filter(
    (each) => each.response !== undefined && each.sentAt > first.endedAt && each.endedAt < last.endedAt,
  )
  if (meanwhile.filter((each) => !isGateway(each)).length > meanwhile.length * FEW) return []
  const asked = ({ operation, key, request }: ReportedExchange) => ({ operation, key, body: request.body, request })
  const unlikelihood = unlikelihoodAmong(
    own.filter((each) => each.response !== undefined && !isGateway(each)).map(asked),
  )
  const suspects = out
    .filter(({ sentAt }) => sentAt <= first.endedAt)
    .toSorted((a, b) => unlikelihood(asked(a)) - unlikelihood(asked(b)) || a.sentAt - b.sentAt)
  const named = suspects.slice(0, TOLD).map((each) => `${messageName(each)} (${each.id} of the report)`)
  const more = suspects.length > TOLD ? ` and ${suspects.length - TOLD} more` : ''
  const [from, to] = [timeOf(first.endedAt), timeOf(last.endedAt)]
  const statuses = [...new Set(out.map(({ response }) => response?.status))].toSorted().join(' and ')
  return [
    `${counted(out.length, 'request')} to the ${id} service got ${statuses} without JSON, ${from === to ? `at ${from}` : `from ${from} to ${to}`} UTC, as a gateway answers whose service is away or restarts: its log says by what it went, perhaps by one of those that were under way when the first came, the likeliest first: ${named.join(', ')}${more}`,
  ]
}
