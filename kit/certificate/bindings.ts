import type { ReportedDelivery, ReportedExchange, ReportedMessage } from '../evidence/recorder.ts'
import type { Report } from '../report/report.ts'
import type { Target } from '../target/target.ts'
import { attemptsOf } from '../webhooks/attempts.ts'
import { BundleRefused } from './chain.ts'
import { deliveriesFrom } from './replay/evidence.ts'
import type { ReplayLog } from './replay/replay-log.ts'
import type { Bundle } from './seal.ts'

/** How long before the first thing that it recorded, and after the last, a run may begin and end, ms. */
const EARLY = 60_000
const LATE = 300_000

/** Says what a record should be that is not so. */
type Complaint = (place: string, problem: string) => never

const refuse: Complaint = (place, problem) => {
  throw new BundleRefused(`${place}: ${problem}`)
}

/**
 * Holds target, log, evidence and dates against each other.
 * @throws BundleRefused naming the first that does not fit the others
 */
export function assertBound({ report, log }: Pick<Bundle, 'report' | 'log'>): void {
  certified(report)
  judgedServices(report, log)
  for (const each of report.exchanges) exchangeOf(each, report, log)
  numbered(report.exchanges.map(({ id }) => id))
  deliveriesOf(report, log)
  madeIn(report, log)
  dated(report, log)
}

/** A run that was no certification, or was cut off, is none afterwards. */
function certified({ run, gate, faults }: Report): void {
  if (!run.certify) refuse('report.run.certify', 'this run was not made to certify: run --certify seals one that is')
  if (run.shard !== undefined || run.merged !== undefined)
    refuse('report.run', 'a run in shards is no certification: one run seals all of its evidence')
  if (run.stopped !== undefined || run.because !== undefined)
    refuse('report.run.stopped', 'a run that was cut off is no certification')
  if (gate !== undefined) refuse('report.gate', 'a certificate knows no known failures')
  if (faults.length > 0) refuse('report.faults', 'the suite failed in this run')
}

/** A service that is left out cannot fail. */
function judgedServices({ services, target: { baseUrls } }: Report, log: ReplayLog): void {
  const held = Object.keys((log.target as Target).services)
  const ids = services.map(({ id }) => id)
  const left = held.find((id) => !ids.includes(id))
  if (left !== undefined) refuse('report.services', `the target has the section ${left}, which was not judged`)
  if (ids.some((id) => !held.includes(id)) || new Set(ids).size < ids.length)
    refuse('report.services', 'they are not those that the target has')
  const named = Object.keys(baseUrls)
  if (named.join() !== held.join()) refuse('report.target.baseUrls', 'they are not those of the target')
}

function exchangeOf(exchange: ReportedExchange, { run }: Report, log: ReplayLog): void {
  const { id, service, request, response, fault, sentAt, endedAt } = exchange
  const baseUrl = (log.target as Target).services[service]?.baseUrl
  if (baseUrl === undefined) {
    refuse(`exchange ${id}`, `its service ${service} is none of the target`)
    return
  }
  if (originOf(request.url) !== originOf(baseUrl)) refuse(`exchange ${id}`, `its URL is not at ${baseUrl}`)
  if ((response === undefined) === (fault === undefined)) refuse(`exchange ${id}`, 'it has either an answer or a fault')
  if (sentAt > endedAt) refuse(`exchange ${id}`, 'it ends before it begins')
  within(`exchange ${id}`, [sentAt, endedAt], run)
  measured(`exchange ${id}: its request`, request)
  if (response !== undefined) measured(`exchange ${id}: its answer`, response)
}

const originOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).origin : undefined)

/** What holds no tag is as long as it was. */
function measured(
  place: string,
  { body, bytes, truncated }: Pick<ReportedMessage, 'body' | 'bytes' | 'truncated'>,
): void {
  if (truncated === true || /[[\uFFFD*]/.test(body)) return
  if (Buffer.byteLength(body) !== bytes) refuse(place, `it has ${Buffer.byteLength(body)} bytes, and says ${bytes}`)
}

/** A store numbers what it keeps, and gives nothing away. */
function numbered(ids: readonly string[]): void {
  const odd = ids.findIndex((id, index) => id !== `x${index + 1}`)
  if (odd >= 0) refuse(`exchange ${ids[odd]}`, `it stands where x${odd + 1} belongs`)
}

function deliveriesOf(report: Report, log: ReplayLog): void {
  const { deliveries, run } = report
  const ids = new Set(deliveries.map(({ id }) => id))
  if (ids.size < deliveries.length) refuse('report.deliveries', 'two of them have one id')
  const stray = Object.keys(log.arrivals).find((id) => !ids.has(id))
  if (stray !== undefined) refuse('log.arrivals', `${stray} is no delivery of this bundle`)
  const [, late] = log.late?.find(([, id]) => !ids.has(id)) ?? []
  if (late !== undefined) refuse('log.late', `${late} is no delivery of this bundle`)
  const words = (log.late ?? []).map(([owner, id, , from]) => `${owner} ${id} ${from}`)
  if (new Set(words).size < words.length) refuse('log.late', 'two words for one question of one asker on one delivery')
  let before: ReportedDelivery | undefined
  for (const each of deliveries) {
    const place = `delivery ${each.id}`
    const [completedAt] = log.arrivals[each.id] ?? refuse(place, 'nothing says when it was complete')
    if (each.inbox !== '' && (log.inboxes?.[each.inbox] ?? log.stages?.[each.inbox]) === undefined)
      refuse(place, `there is no inbox ${each.inbox}`)
    if (completedAt < each.arrivedAt) refuse(place, 'it is complete before it arrives')
    if (before !== undefined && numberOf(before) >= numberOf(each)) refuse(place, `it stands behind ${before.id}`)
    within(place, [each.arrivedAt, completedAt], run)
    measured(place, { ...each, truncated: each.truncated ? true : undefined } as ReportedMessage)
    before = each
  }
  const places = attemptsOf(deliveriesFrom(report, log))
  for (const [{ id }, { event, identity, attempt, afterMs }] of places) {
    const told = deliveries.find((each) => each.id === id)
    const same = told?.event === event && told.attempt === attempt && told.afterMs === afterMs
    if (!same || told.identity !== identity)
      refuse(`delivery ${id}`, 'it is another attempt than its body and its time say')
  }
}

const numberOf = ({ id }: { readonly id: string }): number => Number(id.replace(/^\D+/, ''))

/** What a run makes up carries its id. */
function madeIn({ run }: Report, { made }: ReplayLog): void {
  const odd = made.find(([, text]) => !/^\d+$/.test(text.split(`-${run.id}-`)[1] ?? ''))
  if (odd !== undefined) refuse('log.made', `${odd[1]} does not carry the id of the run, ${run.id}`)
}

function dated(
  { run, checks, steps, exchanges, deliveries }: Report,
  { starts, stalls = [], waits = {} }: ReplayLog,
): void {
  for (const { check, recipe, startedAt, endedAt } of steps) {
    if (startedAt > endedAt) refuse(`step ${recipe} of ${check}`, 'it ends before it begins')
    within(`step ${recipe} of ${check}`, [startedAt, endedAt], run)
  }
  for (const [id, startedAt] of Object.entries(starts)) {
    if (!checks.some((each) => each.id === id)) refuse('log.starts', `${id} is no check of this run`)
    within(`log.starts.${id}`, [startedAt], run)
  }
  if (stalls.some(([from, until]) => from > until)) refuse('log.stalls', 'one ends before it begins')
  for (const [owner, ends] of Object.entries(waits)) {
    if (ends.some(([due, ended]) => ended < due)) refuse(`log.waits.${owner}`, 'one ends before its time')
    for (const [, ended] of ends) within(`log.waits.${owner}`, [ended], run)
  }
  const [from, until] = [Date.parse(run.startedAt), Date.parse(run.endedAt)]
  const seen = [
    ...exchanges.flatMap(({ sentAt, endedAt }) => [sentAt, endedAt]),
    ...deliveries.map(({ arrivedAt }) => arrivedAt),
    ...Object.values(starts),
    ...steps.map(({ endedAt }) => endedAt),
  ]
  if (seen.length === 0) return
  const [first, last] = [Math.min(...seen), Math.max(...seen)]
  if (first - from > EARLY) refuse('report.run.startedAt', 'nothing was recorded in the first minute after it')
  if (until - last > LATE) refuse('report.run.endedAt', 'nothing was recorded in the last minutes before it')
}

function within(place: string, times: readonly number[], { startedAt, endedAt }: Report['run']): void {
  const [from, until] = [Date.parse(startedAt), Date.parse(endedAt)]
  if (times.some((time) => time < from || time > until)) refuse(place, 'it is not within the time of the run')
}
