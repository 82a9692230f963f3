import type { ReportedExchange } from '../../../kit/evidence/recorder.ts'
import type { Report, ReportedService } from '../../../kit/report/report.ts'
import { timeOf } from '../../../kit/run/presence/suspects.ts'
import { counted } from '../counted.ts'
import { messageName } from '../evidence/messages.ts'
import { grouped } from '../grouping.ts'
import { withIt } from './with-it.ts'

/** Requests in one silence, and operations among them, that are not each silent by themselves. */
const MANY = 4
const OPERATIONS = 2
/** How long a request may have been on its way when the last answer before the silence came, ms. */
const UNDER_WAY_MS = 1000

/** A time in which a service answered nothing, and what was given up in it. */
export interface Standstill {
  readonly given: readonly ReportedExchange[]
  /** When the last answer before it came, and the first one behind it; wall clock, ms since the epoch. */
  readonly from: number
  readonly to: number
}

/** Times between two answers in which requests of several operations were sent and given up. */
export function standstillsIn(own: readonly ReportedExchange[]): readonly Standstill[] {
  const answers = own.flatMap(({ response, endedAt }) => (response === undefined ? [] : [endedAt]))
  const silent = own.filter(({ fault, expects429 }) => fault?.kind === 'timeout' && expects429 !== true)
  const before = ({ endedAt }: ReportedExchange): number => Math.max(...answers.filter((each) => each < endedAt))
  const within = silent.filter((each) => before(each) - each.sentAt <= UNDER_WAY_MS)
  return [...grouped(within, (each) => String(before(each)))].flatMap(([last, given]) => {
    const from = Number(last)
    const to = Math.min(...answers.filter((each) => each > from))
    const operations = new Set(given.map(({ operation }) => operation).filter((each) => each !== ''))
    const isWhole = Number.isFinite(from) && Number.isFinite(to)
    return isWhole && given.length >= MANY && operations.size >= OPERATIONS ? [{ from, to, given }] : []
  })
}

/** That a service answered nothing for a time: what was given up in it has no more in common. */
export const stoodStill = (
  report: Report,
  standstills: readonly Standstill[],
  { id }: ReportedService,
): readonly string[] =>
  standstills.map(({ given, from, to }) => {
    const [first] = given.toSorted((a, b) => a.sentAt - b.sentAt)
    const name =
      first === undefined ? '' : ` (the first that was sent is ${messageName(first)}, ${first.id} of the report)`
    const cause = `the ${id} service answered nothing between ${timeOf(from)} and ${timeOf(to)} UTC, and ${counted(given.length, 'request')} of several operations were given up${name}: it stood still or was out of reach, or one of them held it up`
    return withIt(cause, report, new Set(given.map((each) => each.id)))
  })
