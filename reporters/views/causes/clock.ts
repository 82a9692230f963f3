import type { ReportedDelivery, ReportedExchange } from '../../../kit/evidence/recorder.ts'
import type { ReportedService } from '../../../kit/report/report.ts'
import { ENOUGH, median } from '../statistics.ts'
import { headerOf } from './headers.ts'
import { deliveriesTo } from './service-webhooks.ts'

/** A clock that is off by less is nobody's trouble, s; stamps may be those of a first attempt. */
const OFF = 60
const STAMP_OFF = 300
/** A stamp that is off by more is no clock but another unit, s. */
const LONGEST_OFF = 10 * 365 * 86_400

/** A clock of the service that is off: by the header Date, which servers and gateways set by themselves, or by the stamps of webhooks. */
export function clockOff(
  exchanges: readonly ReportedExchange[],
  deliveries: readonly ReportedDelivery[],
  service: ReportedService,
): string[] {
  const cause = (seconds: number, by: string): string =>
    `the clock of the ${service.id} service is ${offBy(seconds)} that of this machine, by ${by}: set the one that is wrong before looking at what has to do with times`
  const dates = exchanges
    .map(({ response, endedAt }) => (Date.parse(headerOf(response?.headers, 'date')) - endedAt) / 1000)
    .filter(Number.isFinite)
  const dated = median(dates)
  if (Math.abs(dated) >= OFF) return [cause(dated, 'the header Date of its answers')]
  const { webhooks } = service
  if (webhooks?.timestampHeader === undefined) return []
  const { timestampHeader } = webhooks
  const stamped = median(
    deliveriesTo(webhooks, deliveries).map(
      ({ headers, arrivedAt }) => Number(headerOf(headers, timestampHeader)) - arrivedAt / 1000,
    ),
  )
  if (Math.abs(stamped) < STAMP_OFF || Math.abs(stamped) >= LONGEST_OFF) return []
  if (dates.length < ENOUGH) return [cause(stamped, `the ${timestampHeader} of its webhooks`)]
  return [
    `the ${timestampHeader} of the ${service.id} service's webhooks is ${offBy(stamped)} the clock of this machine, and the header Date of its answers is not: look at how the stamp is made (a time zone?), and at the clock of the service itself where a gateway sets that header`,
  ]
}

const offBy = (seconds: number): string => `${span(Math.abs(seconds))} ${seconds < 0 ? 'behind' : 'ahead of'}`

function span(seconds: number): string {
  if (seconds < 180) return `${Math.round(seconds)} s`
  if (seconds < 3 * 3600) return `${Math.round(seconds / 60)} min`
  return `${Math.round(seconds / 3600)} h`
}
