import type { Report } from '../../../../kit/report/report.ts'
import { likenessName } from '../../../../kit/run/presence/likeness.ts'

type Sent = Report['exchanges'][number]

/** How long what a service has accepted may be under way behind its answer before it ends the service, ms. */
const BEHIND_MS = 2000

/**
 * What a service accepted shortly before it went away and had accepted nothing like until then, the last first: what it does
 * behind an answer (a webhook, a timer) may end it as well.
 * @param exchanges of that service
 * @param at when it went away; wall clock, ms since the epoch
 */
export function takenAnew(exchanges: readonly Sent[], at: number): readonly Sent[] {
  const known = new Set<string>()
  return exchanges
    .filter(({ response, request, endedAt }) => {
      const isTaken = response !== undefined && response.status >= 200 && response.status < 300
      return isTaken && request.method !== 'GET' && endedAt <= at
    })
    .toSorted((a, b) => a.endedAt - b.endedAt)
    .filter(({ operation, request }) => {
      const name = likenessName(operation, request.body)
      const isNew = !known.has(name)
      known.add(name)
      return isNew
    })
    .filter(({ endedAt }) => endedAt > at - BEHIND_MS)
    .toReversed()
}
