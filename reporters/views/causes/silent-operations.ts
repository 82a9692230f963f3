import type { ReportedExchange } from '../../../kit/evidence/recorder.ts'
import { ABANDONED } from '../../../kit/http/exchange.ts'
import type { Report, ReportedService } from '../../../kit/report/report.ts'
import { counted } from '../counted.ts'
import { grouped } from '../grouping.ts'
import { BEFORE_ROUTER } from './missing-operations.ts'
import { withIt } from './with-it.ts'

/** Fewer may be an accident. */
const ENOUGH = 2

/** Part of the answers that took long beside what was given up, where that may have come late as well. */
const LATE = 0.2

/**
 * That a service answered so late what it answered that what was given up may have been late as well; no operation and no
 * kind of request is named then, as which of them waits longest is chance.
 */
function late(own: readonly ReportedExchange[], service: string): string[] {
  const took = ({ sentAt, endedAt }: ReportedExchange): number => endedAt - sentAt
  const silent = own.filter(({ fault }) => fault?.kind === 'timeout')
  const times = own.filter(({ response }) => response !== undefined).map(took)
  // Half of the longest wait, in tenths of a second, as it is told.
  const bound = Math.ceil(Math.max(0, ...silent.map(took)) / 200) / 10
  const many = times.filter((ms) => ms >= bound * 1000).length
  if (silent.length < ENOUGH || many < ENOUGH || many < times.length * LATE) return []
  return [
    `${silent.length} of ${own.length} requests to the ${service} service were given up (${timesText(silent)}), and ${many} of the ${counted(times.length, 'answer')} that came took ${bound} s or more: does it handle one request after another, more slowly than the run asks?`,
  ]
}

/**
 * Operations that never answered in time, whatever was sent to them that they did not refuse, while others did, and those
 * that answered some requests and not others. A line for each, and under it the requirements that were not kept or could
 * not be judged for it.
 */
export function silentOperations(
  report: Report,
  own: readonly ReportedExchange[],
  { id: service }: ReportedService,
): string[] {
  const isLate = late(own, service)
  if (isLate.length > 0) return isLate
  const operationOf = operationsIn(own)
  const byOperation = grouped(
    own.filter((each) => operationOf(each) !== '' && each.expects429 !== true),
    operationOf,
  )
  const isAnswered = ({ response }: ReportedExchange): boolean =>
    response !== undefined && !BEFORE_ROUTER.includes(response.status)
  if (![...byOperation.values()].flat().some(isAnswered)) return []
  return [...byOperation].flatMap(([operation, each]) => {
    const silent = each.filter(({ fault }) => fault?.kind === 'timeout')
    const isOther = each.some(
      (one) => (isAnswered(one) && !isRefused(one)) || (one.fault !== undefined && !isBrokenOff(one)),
    )
    if (silent.length < ENOUGH) return []
    if (isOther) return silentInPart(report, operation, each, silent)
    const refused = each.filter((one) => isAnswered(one) && isRefused(one))
    const but = refused.length === 0 ? '' : ` but where it refuses what is sent (${counted(refused.length, 'request')})`
    const hasAnswer = each.some((one) => one.response !== undefined && !isAnswered(one))
      ? ', those that it refuses at once for their key aside,'
      : ''
    const cause = `${operation} gives no answer${but}, while others of the ${service} service do: ${counted(silent.length, 'request')} to it${hasAnswer} were given up (${timesText(silent)})`
    return [withIt(cause, report, new Set(silent.map(({ id }) => id)))]
  })
}

/** What requests are of: what a look before the checks, or one of a form of its own, does not say, its path does. */
function operationsIn(own: readonly ReportedExchange[]): (exchange: ReportedExchange) => string {
  const operations = new Set(own.flatMap(({ operation }) => (operation === '' ? [] : [operation])))
  const paths = [...operations].map((operation) => {
    const [method = '', path = ''] = operation.split(' ')
    const parts = path.split(/\{[^}]*\}/).map((each) => each.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    return { operation, method, path: new RegExp(`${parts.join('[^/]+')}/?$`) }
  })
  return ({ operation, request }) => {
    if (operation !== '' || !URL.canParse(request.url)) return operation
    const { pathname } = new URL(request.url)
    return paths.find(({ method, path }) => method === request.method && path.test(pathname))?.operation ?? ''
  }
}

/** Requests that are named of an operation that answers others. */
const NAMED = 4

/** An operation that leaves some requests without an answer, as one kind of body: what these are shows what they share. */
function silentInPart(
  report: Report,
  operation: string,
  all: readonly ReportedExchange[],
  silent: readonly ReportedExchange[],
): string[] {
  // One that closes connections as well goes away, or is about to.
  if (all.some((one) => one.fault !== undefined && !isBrokenOff(one))) return []
  const labels = [...new Set(silent.map(({ label }) => label).filter((each) => each !== ''))]
  const rest = labels.length - NAMED
  const named = `${labels.slice(0, NAMED).join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`
  const cause = `${operation} gives no answer to some requests and answers others: ${silent.length} of ${all.length} were given up (${timesText(silent)})${named === '' ? '' : `: ${named}`}`
  return [withIt(cause, report, new Set(silent.map(({ id }) => id)))]
}

/** How long was waited; for what comes behind one that was silent that is less. */
function timesText(silent: readonly ReportedExchange[]): string {
  const times = [...grouped(silent, ({ fault }) => fault?.message.split('; ')[0] ?? '')]
  return times.map(([time, each]) => (times.length === 1 ? time : `${each.length}: ${time}`)).join('; ')
}

/** A refusal, which a service may give without a look at what it would have to do. */
const isRefused = ({ response }: ReportedExchange): boolean =>
  response !== undefined && response.status >= 400 && response.status < 500

/** Silence, or what the run broke off itself. */
const isBrokenOff = ({ fault }: ReportedExchange): boolean =>
  fault?.kind === 'timeout' || fault?.kind === 'stopped' || fault?.message === ABANDONED
