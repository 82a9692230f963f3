import type { ReportedExchange } from '../../../kit/evidence/recorder.ts'
import { ABANDONED, isOfOtherLength } from '../../../kit/http/exchange.ts'
import type { Report, ReportedService } from '../../../kit/report/report.ts'
import { grouped } from '../grouping.ts'
import { commonest, ENOUGH, rule } from '../statistics.ts'
import { expectsToFind } from './expected-there.ts'
import { headerOf } from './headers.ts'
import { BEFORE_ROUTER } from './missing-operations.ts'

/** Part of the requests without an answer that is worth a word. */
const MANY = 0.3

/** Reasons that are told apart. */
const REASONS = 3

/** Many requests of a service that it did not answer. */
export function unanswered(exchanges: readonly ReportedExchange[], { id }: ReportedService): string[] {
  // What was sent to meet the limiter is much of one kind, and what the run broke off itself is nobody's silence.
  const own = exchanges.filter(
    ({ expects429, fault }) => expects429 !== true && fault?.kind !== 'stopped' && fault?.message !== ABANDONED,
  )
  const without = own.filter(({ response }) => response === undefined)
  if (own.length < ENOUGH || without.length < own.length * MANY) return []
  const most = commonest(without.map(({ operation }) => operation))
  const where = most === undefined || most.value === '' ? '' : `, ${most.many} of them ${most.value}`
  const reasons = [...grouped(without, ({ fault }) => fault?.message ?? 'no reason is known')]
    .map(([reason, each]) => ({ reason, many: each.length }))
    .toSorted((a, b) => b.many - a.many)
  const told = reasons
    .slice(0, REASONS)
    .map(({ reason, many }) => (reasons.length === 1 ? reason : `${many}: ${reason}`))
  const more = reasons.length > REASONS ? '; others for other reasons' : ''
  const isLate = without.filter(({ fault }) => fault?.kind === 'timeout').length > without.length / 2
  const isShort = without.filter(({ fault }) => isOfOtherLength(fault)).length > without.length / 2
  const question = isShort
    ? 'does it send a Content-Length that is not that of the body, or close the connection before the body is out?'
    : isLate
      ? 'is it overloaded, restarting or stuck? timing.request of the target file is the time that an answer may take'
      : 'does it crash, restart, or close connections before it has answered?'
  const keyed = own.filter((each) => !isKeyless(each))
  const isByKey =
    without.length < own.length && keyed.length > 0 && keyed.every(({ response }) => response === undefined)
  const byKey = isByKey ? `; of those with a key none was (${keyed.length})` : ''
  return [
    `${without.length} of ${own.length} requests to the ${id} service were not answered${where} (${told.join('; ')}${more})${byKey}: ${question}`,
  ]
}

const isKeyless = ({ key }: ReportedExchange): boolean => key === '' || key === 'none'

/** A rule that nearly all answers of a service follow, whatever was asked. */
export function uniform(report: Report, own: readonly ReportedExchange[], service: ReportedService): string[] {
  const { target, requirements } = report
  const answers = own.flatMap(({ response }) => (response === undefined ? [] : [response]))
  const always = rule(answers.map((answer) => answer.status))
  // Who looks at the key first says 401 wherever it is asked: what is behind that is told by the others.
  const behindKeys = answers.map((answer) => answer.status).filter((each) => !BEFORE_ROUTER.includes(each))
  const limited = answers.filter((answer) => answer.status === 429).length
  // One answer of another kind was given by a service that is there, and so are those of its limiter.
  const isNowhere = behindKeys.length > limited && behindKeys.every((each) => each === 404)
  const status = always === 404 || always === undefined ? (isNowhere ? 404 : undefined) : always
  const takesEvents = service.reached === 'by events'
  const place = `its ${takesEvents ? 'URL' : 'base URL'} (${target.baseUrls[service.id] ?? ''})`
  const of = `answer of the ${service.id} service${always === undefined && !takesEvents ? ' to a key that it takes' : ''} is`
  if (rule(answers.map(({ body }) => isHtml(body))) === true) {
    const all = `${everyOr(answers.every(({ body }) => isHtml(body)))} ${of}`
    const title = /<title[^>]*>\s*([^<]{1,80}?)\s*</i.exec(answers[0]?.body ?? '')?.[1]
    const page = `${status === undefined ? '' : `${status} with `}an HTML page${title === undefined ? '' : ` ("${title}")`}`
    return [
      `${all} ${page}: does ${place} lead to another server, or to a gateway before the service, or are its own errors pages?`,
    ]
  }
  // What a limiter refuses is told by itself.
  if (status === undefined || status === 429) return []
  const isWhole = always === undefined || answers.every((answer) => answer.status === always)
  const how = `${everyOr(isWhole)} ${of} ${status}, whatever was asked`
  const lost = own.filter(({ response }) => response?.status === 404)
  if (status === 404 && !takesEvents && !expectsToFind(report, lost)) return []
  if (status === 404 && takesEvents)
    return [`${how}: ${place} is not where it takes events; the path, its prefix and its slashes count`]
  if (status === 404)
    return [
      `${how}: ${place} is not where its paths begin; it is what stands before ${service.examplePath}${prefixWord(target.baseUrls[service.id] ?? '', service.examplePath ?? '')}`,
    ]
  // Without a key that is as it should be, and so it may be where the others got no answer.
  const isOwed = own.every((each) => isKeyless(each) || each.response === undefined)
  if (status === 401 && (isOwed || unanswered(own, service).length > 0)) return []
  if (status === 401 || status === 403) return [`${how}: a gateway before the service may want credentials of its own`]
  if (status >= 500) return [`${how}: does it fail before it looks at a request? Its log may say why`]
  if (status >= 300 && status < 400) {
    const to = headerOf(answers[0]?.headers, 'location')
    const origin = URL.canParse(to) ? `, to ${new URL(to).origin}` : ''
    return [`${how}${origin}: ${place} is to be where it leads to`]
  }
  const isFailing = requirements.some(({ verdict }) => verdict === 'fail')
  // A run of a few checks may have asked for nothing that is refused.
  const isNarrow = report.run.only.length > 0
  if (!takesEvents) return status < 300 && (!isFailing || isNarrow) ? [] : [`${how}: does ${place} lead to its API?`]
  const takesForged = requirements.some(({ id, verdict }) => /signature/.test(id) && FOUND.includes(verdict))
  return status < 300 && takesForged
    ? [`${how}, forged events among it: its answers do not depend on the signature`]
    : []
}

/** A rule is one of nearly all. */
const everyOr = (isWhole: boolean): string => (isWhole ? 'every' : 'nearly every')

/** What is to be said of a base URL that ends in what the paths of the document begin with, and of any other. */
function prefixWord(baseUrl: string, path: string): string {
  const segments = path.split('/').slice(1)
  const leading = segments.map((_, index) => `/${segments.slice(0, segments.length - index).join('/')}`)
  const part = leading.find((each) => baseUrl.endsWith(each))
  return part === undefined
    ? ', and may need a prefix more or less'
    : `, so that requests went to ${baseUrl}${path}: without its ${part} it is ${baseUrl.slice(0, -part.length)}`
}

const FOUND: readonly string[] = ['fail', 'warn']

const isHtml = (body: string): boolean => /^\s*<(?:!doctype html|html)\b/i.test(body)
