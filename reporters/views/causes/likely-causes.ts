import type { ReportedExchange } from '../../../kit/evidence/recorder.ts'
import type { RawHeaders } from '../../../kit/http/exchange.ts'
import type { Report } from '../../../kit/report/report.ts'
import type { Service } from '../../../specs/index.ts'

/** Messages from which something is said of all of them. */
const ENOUGH = 4
/** Part of the answers that makes a rule of them. */
const NEARLY_ALL = 0.95
/** Part of the requests without an answer that is worth a word. */
const MANY = 0.3
/** Unexpected 429 that are no accident. */
const LIMITED = 5
/** A clock that is off by less is nobody's trouble, s; stamps may be those of a first attempt. */
const OFF = 60
const STAMP_OFF = 300

/** A path of each service, as its base URL is followed by. */
const PATHS: Readonly<Record<Service, string>> = {
  payment: '/api/v1/payments',
  messaging: '/v1/otp/resend',
}

/**
 * What may stand behind many failures at once, told before them as none of them names it. Guesses from what all answers
 * have in common: no verdict depends on them.
 */
export function likelyCauses(report: Report): string[] {
  const troubled = report.requirements.some(({ verdict }) => ['fail', 'blocked', 'warn'].includes(verdict))
  if (!troubled) return []
  const causes = report.services.flatMap((service) => ofService(report, service))
  // Webhooks of payments and messages that were never made are no riddle.
  return [
    ...causes,
    ...limited(report),
    ...(causes.length === 0 ? report.services.flatMap((service) => unreached(report, service)) : []),
  ]
}

function ofService(report: Report, service: Service): string[] {
  const own = report.exchanges.filter((each) => each.service === service)
  const keys = keysNotTaken(report, service)
  return [
    ...keys,
    ...unanswered(own, service),
    ...(keys.length === 0 ? uniform(report, own, service) : []),
    ...clock(report, own, service),
  ]
}

const NOT_TAKEN =
  /^claimed but absent: ((payment|messaging)\.\S+) is claimed.* answered (401\b[^.]*)\. The target does not take/

/** Whether a note is told as a likely cause. */
export const isKeyNotTaken = (note: string): boolean => NOT_TAKEN.test(note)

/** The run asks after the keys of the target file before anything else. */
function keysNotTaken({ notes }: Report, service: Service): string[] {
  const refused = notes.flatMap((note) => {
    const [, name = '', of, answer = ''] = NOT_TAKEN.exec(note) ?? []
    return of === service ? [{ name, answer }] : []
  })
  const [first] = refused
  if (first === undefined) return []
  const names = refused.map(({ name }) => name).join(', ')
  return [
    `the ${service} service answers ${first.answer} to a read with ${names}: what the target file holds is not valid at this deployment; correct it there, or have the service know it`,
  ]
}

function unanswered(exchanges: readonly ReportedExchange[], service: Service): string[] {
  // What was sent to meet the limiter is much of one kind.
  const own = exchanges.filter((each) => each.expects429 !== true)
  const without = own.filter(({ response }) => response === undefined)
  if (own.length < ENOUGH || without.length < own.length * MANY) return []
  const reason = commonest(without.map(({ fault }) => fault?.message ?? 'no reason is known'))?.value ?? ''
  const most = commonest(without.map(({ operation }) => operation))
  const where = most === undefined || most.value === '' ? '' : `, ${most.many} of them ${most.value}`
  return [
    `${without.length} of ${own.length} requests to the ${service} service were not answered${where} (${reason}): is it overloaded, restarting or stuck? timing.request of the target file is the time that an answer may take`,
  ]
}

/** A rule that nearly all answers follow, whatever was asked. */
function uniform({ target }: Report, own: readonly ReportedExchange[], service: Service): string[] {
  const answers = own.flatMap(({ response }) => (response === undefined ? [] : [response]))
  const status = rule(answers.map((answer) => answer.status))
  const place = `${service}.baseUrl (${target.baseUrls[service] ?? ''})`
  const all = `every answer of the ${service} service is`
  if (rule(answers.map(({ body }) => isHtml(body))) === true) {
    const title = /<title[^>]*>\s*([^<]{1,80}?)\s*</i.exec(answers[0]?.body ?? '')?.[1]
    const page = `${status === undefined ? '' : `${status} with `}an HTML page${title === undefined ? '' : ` ("${title}")`}`
    return [`${all} ${page}: ${place} leads to another server, or to a gateway before the service, not to its API`]
  }
  if (status === undefined) return []
  const how = `${all} ${status}, whatever was asked`
  if (status === 404)
    return [
      `${how}: ${place} is not where its paths begin; it is what stands before ${PATHS[service]}, and may need a prefix more or less`,
    ]
  if (status === 401 || status === 403) return [`${how}: a gateway before the service may want credentials of its own`]
  if (status >= 500) return [`${how}: it fails before it looks at a request; its log says why`]
  if (status >= 300 && status < 400) {
    const to = headerOf(answers[0]?.headers, 'location')
    const origin = URL.canParse(to) ? `, to ${new URL(to).origin}` : ''
    return [`${how}${origin}: name in ${place} where it leads to`]
  }
  return [`${how}: does ${place} lead to its API?`]
}

const isHtml = (body: string): boolean => /^\s*<(?:!doctype html|html)\b/i.test(body)

/** The value of nearly all; undefined where there is none. */
function rule<T>(values: readonly T[]): T | undefined {
  const found = commonest(values)
  return found !== undefined && values.length >= ENOUGH && found.many >= values.length * NEARLY_ALL
    ? found.value
    : undefined
}

function commonest<T>(values: readonly T[]): { readonly value: T; readonly many: number } | undefined {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const [first] = [...counts].toSorted((a, b) => b[1] - a[1])
  return first === undefined ? undefined : { value: first[0], many: first[1] }
}

/** By the header Date, which servers and gateways set by themselves, or by what webhooks are stamped with. */
function clock({ deliveries }: Report, own: readonly ReportedExchange[], service: Service): string[] {
  const dated = median(
    own.map(({ response, endedAt }) => (Date.parse(headerOf(response?.headers, 'date')) - endedAt) / 1000),
  )
  const stamped = median(
    deliveries.map(({ headers, arrivedAt }) => Number(headerOf(headers, 'x-pay-timestamp')) - arrivedAt / 1000),
  )
  const told = (seconds: number, by: string): string =>
    `the clock of the ${service} service is ${span(Math.abs(seconds))} ${seconds < 0 ? 'behind' : 'ahead of'} that of this machine, by ${by}: set the one that is wrong before looking at what has to do with times`
  if (Math.abs(dated) >= OFF) return [told(dated, 'the header Date of its answers')]
  if (service === 'payment' && Math.abs(stamped) >= STAMP_OFF && Math.abs(stamped) < LONGEST_OFF)
    return [told(stamped, 'the X-Pay-Timestamp of its webhooks')]
  return []
}

/** What is off by more is no clock but another unit. */
const LONGEST_OFF = 10 * 365 * 86_400

const headerOf = (headers: RawHeaders | undefined, name: string): string =>
  headers?.find(([each]) => each.toLowerCase() === name)?.[1] ?? 'none'

/** Of the numbers among them; 0 where there are too few. */
function median(values: readonly number[]): number {
  const known = values.filter(Number.isFinite).toSorted((a, b) => a - b)
  return known.length < ENOUGH ? 0 : (known[Math.floor(known.length / 2)] ?? 0)
}

function span(seconds: number): string {
  if (seconds < 180) return `${Math.round(seconds)} s`
  if (seconds < 3 * 3600) return `${Math.round(seconds / 60)} min`
  return `${Math.round(seconds / 3600)} h`
}

function limited({ cost }: Report): string[] {
  if (cost.unexpected429 < LIMITED) return []
  return [
    `${cost.unexpected429} requests were answered 429 although the run keeps to the documented rate: another client uses the same keys, or the limit is lower`,
  ]
}

/** Where webhooks of a service come, and by what a report tells that they were waited for. */
const WEBHOOKS = {
  payment: { inbox: /^(?:pay\/|merchant default)/, waited: /^pay\.(?:webhook|delivery)\./, claim: 'webhooks' },
  messaging: { inbox: /sms webhook$/, waited: /^msg\.(?:event|delivery)\./, claim: 'messaging.smsWebhook' },
} as const

/** Webhooks that none of several payments or messages brought. */
function unreached({ deliveries, target, cost, requirements }: Report, service: Service): string[] {
  const { inbox, waited, claim } = WEBHOOKS[service]
  const sent = service === 'payment' ? cost.payments : cost.messages
  const isMissed = requirements.some(
    ({ id, verdict }) => waited.test(id) && (verdict === 'fail' || verdict === 'blocked'),
  )
  if (sent === 0 || !isMissed || !target.claims.includes(claim)) return []
  if (deliveries.some((each) => inbox.test(each.inbox))) return []
  const what = service === 'payment' ? `webhook of ${sent} payments` : `callback of ${sent} messages`
  return [
    `not one ${what} arrived: the ${service} service sends none, or cannot reach the address that ${claim} of the target file gives it; its log may say where it tried`,
  ]
}
