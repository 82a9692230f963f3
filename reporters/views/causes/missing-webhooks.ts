import { WAITED_NO_LONGER } from '../../../kit/plan/haste.ts'
import { saysAstray } from '../../../kit/report/astray.ts'
import type { Report, ReportedRequirement, ReportedService } from '../../../kit/report/report.ts'
import { headerOf } from './headers.ts'
import { deliveriesTo, waitsFor } from './service-webhooks.ts'

/** The webhooks of a service, although the run caused some and gave it an address; undefined where one arrived. */
function silent({ deliveries, target, cost, exchanges }: Report, { id: service, webhooks }: ReportedService) {
  if (webhooks === undefined) return undefined
  const { reachedBy, caused } = webhooks
  // Of what was refused nothing is to be told, and nothing of what asks about one that is there.
  const all = exchanges.filter(
    ({ service: of, operation, response }) =>
      of === service && /^POST [^{]*$/.test(operation) && Math.floor((response?.status ?? 0) / 100) === 2,
  )
  // Several with one key are retries of one, which may have made but one.
  const keys = all.map(({ id, request }) => headerOf(request.headers, 'idempotency-key', id))
  const taken = new Set(keys).size
  const isSilent = taken > 0 && deliveriesTo(webhooks, deliveries).length === 0
  const booked = cost.spends[caused.budget] ?? 0
  if (booked === 0 || !isSilent || !target.claims.includes(reachedBy)) return undefined
  // What was booked may have been refused, and a request that was taken may be for several.
  const many = taken < booked ? `at least ${taken}` : booked
  return { webhooks, none: `not one ${caused.webhook} of ${many} ${caused.budget} arrived` }
}

/** Tells requirements apart that are in trouble by a request that was refused: for their webhooks nobody waited. */
function refusedIn({ exchanges }: Report): (requirement: ReportedRequirement) => boolean {
  const refused = new Set(exchanges.filter(({ response }) => (response?.status ?? 0) >= 400).map(({ id }) => id))
  return ({ verdict, judgements }) => {
    const decisive = judgements.filter((each) => each.verdict === verdict)
    return decisive.length > 0 && decisive.every(({ evidence }) => evidence.some((id) => refused.has(id)))
  }
}

/** Part of what is broken or blocked that it has to explain: less leads away from what explains the rest. */
const PART = 0.1

/** Webhooks of a service that were waited for in vain, although the run caused some. */
export function missingWebhooks(report: Report, service: ReportedService): string[] {
  const found = silent(report, service)
  const troubled = report.requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'blocked')
  const isRefused = refusedIn(report)
  const missed =
    found === undefined ? [] : troubled.filter((each) => waitsFor(found.webhooks, each.id) && !isRefused(each))
  if (found === undefined || missed.length < Math.max(1, troubled.length * PART)) return []
  const why = report.notes.some(saysAstray)
    ? ' at a URL that this run gave, while others reached its listener at other paths, as a note says'
    : `: the ${service.id} service sends none, or cannot reach the address that ${found.webhooks.reachedBy} of the target file gives it; its log may say where it tried`
  return [
    `${found.none}${why}. It explains ${missed.length} of ${troubled.length} that are broken or blocked; webhooks.deliveryWithin says how long each is waited for`,
  ]
}

const wasLeft = ({ verdict, judgements }: ReportedRequirement): boolean =>
  verdict === 'unexercised' && judgements.some(({ reason }) => reason?.includes(WAITED_NO_LONGER) === true)

/** Requirements that are named of those whose webhooks were not waited for. */
const NAMED = 3

const JUDGED = 'with --depth standard each is waited for as long as webhooks.deliveryWithin says, and judged'

/** Webhooks that a run which waits for nobody did not see: what it says of them, nothing speaking against the service. */
export function awaitedWebhooks(report: Report, service: ReportedService): string[] {
  const { webhooks } = service
  const left =
    webhooks === undefined ? [] : report.requirements.filter((each) => wasLeft(each) && waitsFor(webhooks, each.id))
  if (left.length === 0) return []
  const found = silent(report, service)
  if (found === undefined) {
    const named = left.slice(0, NAMED).map(({ id }) => id)
    const more = left.length > NAMED ? `, ${left.length - NAMED} more` : ''
    return [
      `some webhooks did not arrive in the moment that a quick run waits for one (${named.join(', ')}${more}): ${JUDGED}`,
    ]
  }
  const where = report.notes.some(saysAstray) ? ' at a URL that this run gave' : ''
  return [
    `${found.none}${where} in the moment that a quick run waits for one, so that statements on them were left out, and others had none to look at: ${JUDGED}`,
  ]
}
