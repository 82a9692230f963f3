import type { Report } from '../../../kit/report/report.ts'
import { CLEAN_UP } from '../../../kit/run/owner.ts'
import { absencesIn } from '../causes/crashes/came-back.ts'
import { isHasty } from '../unexercised/limited.ts'
import { spoken } from './amounts.ts'

/** Part by which a run may miss its plan, and seconds that nobody minds. */
const MISSED = 0.2
const UNMINDED = 5
/** Who asks for what the target file claims. */
const CLAIMS = 'claims'
/** Part of a difference that a reason has to explain. */
const EXPLAINED = 1 / 2

type Judged = Pick<Report, 'run' | 'plan' | 'checks' | 'cost' | 'services' | 'exchanges' | 'target'>

/** Checks that are named where many took a little longer, and seconds from which one is. */
const NAMED = 3
const NAMED_SECONDS = 1

/** When a check was under way, in seconds from any moment. */
interface Span {
  readonly id: string
  readonly begins: number
  readonly ends: number
}

/** `longer than planned: …`, where a run was much longer or shorter and it can be told why. */
export function offPlan(report: Judged): string | undefined {
  const { run, plan } = report
  const over = run.seconds.total - plan.forecast.seconds
  if (run.stopped !== undefined || run.merged !== undefined) return undefined
  if (Math.abs(over) < UNMINDED || Math.abs(over) <= plan.forecast.seconds * MISSED) return undefined
  const why =
    over > 0
      ? (beforeText(report, over) ?? rateText(report, over) ?? undoingText(report, over) ?? longerText(report, over))
      : shorterText(report, -over)
  return why === undefined ? undefined : `${over > 0 ? 'longer' : 'shorter'} than planned: ${why}`
}

/** Before any check what the target file claims is asked for: a limiter that others have used up is waited for there. */
function beforeText({ run, exchanges, cost }: Judged, over: number): string | undefined {
  const sent = exchanges.filter(({ check }) => check !== CLAIMS && check !== CLEAN_UP).map(({ sentAt }) => sentAt)
  const after = sent.length === 0 ? 0 : (Math.min(...sent) - Date.parse(run.startedAt)) / 1000
  if (after < UNMINDED || after < over * EXPLAINED) return undefined
  const limited =
    cost.longestWaitSeconds >= after * EXPLAINED ? ', most of which it waited to keep to the rate of requests' : ''
  return `the first check sent nothing before ${spoken(after)} were over: what the target file claims is asked for before that${limited}`
}

/** Requests that keep to a rate take their time whatever is done beside them: where that alone is longer than the plan. */
function rateText({ run, plan, cost, services, exchanges, target }: Judged, over: number): string | undefined {
  // A quick run on a target of one's own keeps to no rate.
  if (isHasty({ run, target })) return undefined
  const keys = services.flatMap(({ id, pace }) =>
    Object.entries(cost.requests).flatMap(([key, sent]) => {
      if (!key.startsWith(`${id}.`)) return []
      const unpaced = exchanges.filter((each) => each.expects429 === true && `${each.service}.${each.key}` === key)
      const paced = sent - unpaced.length
      return [{ key, paced, seconds: (Math.max(0, Math.ceil(paced / pace.requests) - 1) * pace.windowMs) / 1000 }]
    }),
  )
  const [busiest] = keys.toSorted((a, b) => b.seconds - a.seconds)
  const { seconds, limiterSeconds } = plan.forecast
  if (busiest === undefined || busiest.seconds - seconds < over * EXPLAINED) return undefined
  const planned = limiterSeconds < 1 ? 'none was planned' : `${spoken(limiterSeconds)} were planned`
  return `${busiest.paced} requests with ${busiest.key} take ${spoken(busiest.seconds)} at the rate that is kept; ${planned} for it`
}

/** What was changed is put back when all else is over, and waits for the limiter for it. */
function undoingText({ checks, exchanges }: Judged, over: number): string | undefined {
  const undone = exchanges.filter(({ check }) => check === CLEAN_UP).map(({ endedAt }) => endedAt)
  const judged = checks.map(({ startedAt, ms }) => startedAt + ms)
  const after = undone.length === 0 ? 0 : (Math.max(...undone) - Math.max(...judged)) / 1000
  return after < over * EXPLAINED ? undefined : `putting back what the run had changed took ${spoken(after)}`
}

/** What the end of the run waited for. */
function longerText(report: Judged, over: number): string | undefined {
  const { checks, plan } = report
  const planned = plan.forecast.checks ?? {}
  const plannedOf = (id: string): number => (planned[id]?.ends ?? 0) - (planned[id]?.begins ?? 0)
  const spans = checks.map(({ id, startedAt, ms }) => ({ id, begins: startedAt / 1000, ends: (startedAt + ms) / 1000 }))
  const way = wayOf(spans)
    .map((each) => ({ ...each, more: each.ends - each.begins - plannedOf(each.id) }))
    .toSorted((a, b) => b.more - a.more)
  const [first, second] = way
  if (plan.forecast.checks === undefined || first === undefined) return undefined
  const both = second === undefined || first.more >= over * EXPLAINED ? [first] : [first, second]
  if (both.reduce((sum, { more }) => sum + more, 0) < over * EXPLAINED)
    return idleText(report, spans, over) ?? spreadText(way, over)
  const told = both.map(({ id, begins, ends, more }) => {
    const answers = answerSeconds(report, id)
    const slow = answers < more * EXPLAINED ? '' : `, ${spoken(answers)} of it until requests were answered or given up`
    return `${tookText(id, ends - begins, plannedOf(id))}${slow}`
  })
  // How long each stood in line is not recorded: a wait for the limiter ends with a request, no other does surely.
  const mayWait =
    report.cost.longestWaitSeconds >= over * EXPLAINED &&
    both.some(({ id, begins, more }) => longestPause(report, id, begins) >= more * EXPLAINED)
  const inLine = mayWait ? '; a wait for the rate of a key may be in it' : ''
  return `${told.join('; ')}${inLine}`
}

/** The longest time in which no check and no request was under way: what several look at is waited for before them. */
function idleText({ exchanges, checks, services }: Judged, spans: readonly Span[], over: number): string | undefined {
  const sent = exchanges.map((each) => ({ begins: each.sentAt / 1000, ends: each.endedAt / 1000 }))
  const ordered = [...spans, ...sent].toSorted((a, b) => a.begins - b.begins)
  let until = ordered[0]?.begins ?? 0
  let [longest, end] = [0, 0]
  for (const { begins, ends } of ordered) {
    if (begins - until > longest) [longest, end] = [begins - until, begins]
    until = Math.max(until, ends)
  }
  if (longest < over * EXPLAINED) return undefined
  const away = services.find(({ id }) =>
    absencesIn(exchanges.filter(({ service }) => service === id)).some(
      ({ from, to }) => Math.min(to / 1000, end) - Math.max(from / 1000, end - longest) >= longest * EXPLAINED,
    ),
  )
  if (away !== undefined) return `for ${spoken(longest)} it waited for the ${away.id} service, which had gone away`
  // What was not asked for has its moment there as well.
  const exercised = new Set(checks.filter(({ verdict }) => verdict !== 'unexercised').map(({ id }) => id))
  const next = spans
    .filter(({ id, begins }) => begins >= end && exercised.has(id))
    .toSorted((a, b) => a.begins - b.begins)[0]
  const before = next === undefined ? '' : `, before ${next.id}`
  return `for ${spoken(longest)} it waited for what did not come, or came late, such as an event (webhooks.deliveryWithin) or an outcome (timing.settle)${before}`
}

/** Where no check alone accounts for it, those that took the most beyond their plan. */
function spreadText(way: readonly { readonly id: string; readonly more: number }[], over: number): string {
  const named = way.filter(({ more }) => more >= NAMED_SECONDS).slice(0, NAMED)
  const most =
    named.length === 0 ? '' : `, the most by ${named.map(({ id, more }) => `${id} (${spoken(more)} more)`).join(', ')}`
  return `${spoken(over)} in all, spread over many checks${most}`
}

/** What the end of the plan waited for, and the run did not. */
function shorterText({ checks, plan }: Judged, under: number): string | undefined {
  const planned = plan.forecast.checks ?? {}
  const spans = Object.entries(planned).map(([id, { begins, ends }]) => ({ id, begins, ends }))
  const own = new Map(checks.map((each) => [each.id, each]))
  const [least] = wayOf(spans)
    .map((each) => ({ ...each, took: (own.get(each.id)?.ms ?? 0) / 1000 }))
    .toSorted((a, b) => b.ends - b.begins - b.took - (a.ends - a.begins - a.took))
  if (least === undefined || least.ends - least.begins - least.took < under * EXPLAINED) return undefined
  const verdict = own.get(least.id)?.verdict
  const so = verdict === 'blocked' || verdict === 'unexercised' ? `, ${verdict}` : ''
  return `${tookText(least.id, least.took, least.ends - least.begins)}${so}`
}

const tookText = (id: string, took: number, planned: number): string =>
  `${id} took ${roughly(took)}, where ${roughly(planned)} ${planned < 2 ? 'was' : 'were'} planned`

const roughly = (seconds: number): string => (seconds < 1 ? 'under 1 s' : spoken(seconds))

/** The check that ends last, before it the one that ended last when it began, and so on. */
function wayOf(spans: readonly Span[]): readonly Span[] {
  const left = new Set(spans)
  const way: Span[] = []
  for (let until = Number.POSITIVE_INFINITY; ; ) {
    const over = [...left].filter(({ ends }) => ends <= until)
    // Of those that end together the longest had the others wait.
    const [last] = over.toSorted((a, b) => b.ends - a.ends || a.begins - b.begins)
    if (last === undefined) return way
    way.push(last)
    left.delete(last)
    until = last.begins
  }
}

/** The longest time, in seconds, for which nothing of a check was under way before a request of it was sent. */
function longestPause({ exchanges }: Judged, id: string, begins: number): number {
  let longest = 0
  let until = begins * 1000
  for (const each of exchanges.filter(({ check }) => check === id).toSorted((a, b) => a.sentAt - b.sentAt)) {
    longest = Math.max(longest, each.sentAt - until)
    until = Math.max(until, each.endedAt)
  }
  return longest / 1000
}

/** Seconds for which at least one request of a check was under way. */
function answerSeconds({ exchanges }: Judged, id: string): number {
  let ms = 0
  let until = 0
  for (const each of exchanges.filter(({ check }) => check === id).toSorted((a, b) => a.sentAt - b.sentAt)) {
    ms += Math.max(0, each.endedAt - Math.max(each.sentAt, until))
    until = Math.max(until, each.endedAt)
  }
  return ms / 1000
}
