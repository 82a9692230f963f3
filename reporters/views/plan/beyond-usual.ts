import type { Report } from '../../../kit/report/report.ts'
import { PLACING } from '../../../kit/run/preflight/misplaced-by-key.ts'
import { TROUBLES } from '../verdict-words.ts'
import { totalOf } from './amounts.ts'
import { spendsOf } from './spends.ts'

const TAKEN =
  'what should have been refused and was taken counts, if there was any, and so does a repetition that is answered as if it made one more'
const BROKEN = 'what breaks a promise may be asked about further'
const TROUBLED = 'what fails for a moment, or is answered otherwise than usual, may be asked again'
const LIMIT = 'how many requests it takes to go over a rate limit is not the same each time'
const AWAITED = 'what is waited for is asked after until it is there'
const BY_ANSWERS = 'what a check asks hangs on what it is answered'

/** Whether one request was sent more than once in the same words, as reads are until they show what is waited for. */
function isAskedAgain(exchanges: Report['exchanges']): boolean {
  const asked = exchanges.map(({ check, label, request }) =>
    JSON.stringify([check, label, request.method, request.url]),
  )
  return new Set(asked).size < asked.length
}

/** Estimates are no better: one more in twenty has no reason worth telling. */
const TOLERANCE = 1.05

const UP_TO = 'every request counts whose answer does not show that it made none, so it may be fewer'

/**
 * `more than usual: loans 6, planned 3: …`, where a run asked more of its target than one that keeps its promises is
 * usually asked. Undefined where it did not.
 */
export function beyondUsual(report: Pick<Report, 'plan' | 'cost' | 'requirements' | 'exchanges'>): string | undefined {
  const { plan, cost, requirements, exchanges } = report
  const sent = Object.values(cost.requests).reduce((sum, each) => sum + each, 0)
  const all = [
    { what: 'requests', used: sent, usual: totalOf(plan.requests).usual },
    ...spendsOf(report).map(({ budget, many }) => ({
      what: budget,
      used: many,
      usual: plan.spends[budget]?.usual ?? 0,
    })),
  ]
  const more = all.filter(({ used, usual }) => used > TOLERANCE * usual)
  if (more.length === 0) return undefined
  const told = more.map(({ what, used, usual }) => `${what} ${used}, planned ${usual}`).join('; ')
  const has = (verdicts: readonly string[]): boolean => requirements.some(({ verdict }) => verdicts.includes(verdict))
  const isAskedMore = more.some(({ what }) => what === 'requests')
  const isSpent = more.some(({ what }) => what !== 'requests')
  const hasMetLimit = exchanges.some(({ expects429, response }) => expects429 === true || response?.status === 429)
  const hasFailed = exchanges.some(({ response }) => response !== undefined && response.status >= 500)
  const many = exchanges.filter(({ label }) => label === PLACING).length
  const placing = many === 0 ? [] : [`${many} asked whether the base URL is right, which no plan counts`]
  const again = [
    ...placing,
    ...(has(['fail']) ? [BROKEN] : has(TROUBLES) || hasFailed ? [TROUBLED] : []),
    ...(hasMetLimit ? [LIMIT] : []),
  ]
  const why = [
    ...(isSpent && has(['fail', 'warn']) ? [TAKEN] : []),
    ...(isAskedMore ? (again.length > 0 ? again : [isAskedAgain(exchanges) ? AWAITED : BY_ANSWERS]) : []),
    ...(isSpent ? [UP_TO] : []),
  ]
  return [`more than usual: ${told}`, ...why].join('; ')
}
