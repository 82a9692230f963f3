import type { ReportedExchange } from '../../../kit/evidence/recorder.ts'
import type { Report, ReportedService } from '../../../kit/report/report.ts'
import { timeOf } from '../../../kit/run/presence/suspects.ts'
import { failingAcross, idsIn, type Parting } from './across.ts'

/** Fewer may be gone for reasons of their own. */
const FEWEST = 2

/** When something was there, by its id and the key that it was seen with; wall clock, ms since the epoch. */
interface Seen {
  readonly there: number[]
  readonly gone: number[]
}

const isTaken = ({ response }: ReportedExchange): boolean => response !== undefined && response.status < 300

/** What creations were answered with and reads asked after, in their order. */
function sightings(own: readonly ReportedExchange[]): ReadonlyMap<string, Seen> {
  const seen = new Map<string, Seen>()
  for (const each of own.toSorted((a, b) => a.sentAt - b.sentAt)) {
    const isRead = each.request.method === 'GET'
    const text = isRead ? new URL(each.request.url).pathname : (each.response?.body ?? '')
    if (!isRead && !isTaken(each)) continue
    for (const id of new Set(idsIn(text))) {
      const name = `${each.key} ${id}`
      const known = seen.get(name)
      // A read of what nobody made tells nothing.
      if (known === undefined && isRead) continue
      const { there, gone } = known ?? { there: [], gone: [] }
      if (isTaken(each)) there.push(each.endedAt)
      else if (each.response?.status === 404) gone.push(each.sentAt)
      seen.set(name, { there, gone })
    }
  }
  return seen
}

/** The moment before which everything was there that is gone behind it, where there is one. */
export function partingIn(own: readonly ReportedExchange[]): (Parting & { readonly many: number }) | undefined {
  const seen = [...sightings(own).values()]
  const lost = seen.filter(({ there, gone }) => gone.length > 0 && Math.max(...there) < Math.min(...gone))
  if (lost.length < FEWEST) return undefined
  const from = Math.max(...lost.flatMap(({ there }) => there))
  const to = Math.min(...lost.flatMap(({ gone }) => gone))
  // What outlives that moment was kept: then the others are gone for another reason.
  const outlives = seen.some(({ there }) => Math.min(...there) <= from && Math.max(...there) >= to)
  return from < to && !outlives ? { from, to, many: lost.length } : undefined
}

/** A service that knows nothing any more of what it had taken before some moment, as one that was restarted and keeps all in memory. */
export function forgot(report: Report, own: readonly ReportedExchange[], { id }: ReportedService): string[] {
  const parting = partingIn(own)
  if (parting === undefined) return []
  const across = failingAcross(report, [parting])
  const may = across.length === 0 ? '' : '. These fail by messages from before and after, and may come of it:'
  const told = `the ${id} service answers 404 from ${timeOf(parting.to)} UTC on to all that it was asked after of what it had shown before ${timeOf(parting.from)} UTC (${parting.many} ids), as one that was restarted and forgot${may}`
  return [across.length === 0 ? told : `${told}\n${across.join(', ')}`]
}
