import { LET_NO_MORE_PASS } from '../../../kit/check/signals.ts'
import type { Report, ReportedRequirement } from '../../../kit/report/report.ts'
import { counted } from '../counted.ts'
import { spoken } from '../plan/amounts.ts'
import { ENOUGH } from '../statistics.ts'

const MINUTE = 60

type Limited = Pick<Report, 'run' | 'target' | 'cost' | 'requirements' | 'exchanges' | 'services'>

/** Whether a run goes as fast as the service lets it: a quick one on a target of one's own. */
export const isHasty = ({ run, target }: Pick<Report, 'run' | 'target'>): boolean =>
  run.depth === 'quick' && target.environment === 'local'

/** Statements that nothing is said of because a limiter answered in place of what was asked. */
function lostToLimiter({ requirements, exchanges }: Limited): readonly ReportedRequirement[] {
  const refused = new Set(
    exchanges.filter((each) => each.response?.status === 429 && each.expects429 !== true).map(({ id }) => id),
  )
  return requirements.filter(
    ({ verdict, judgements }) =>
      (verdict === 'blocked' || verdict === 'unexercised') &&
      judgements.some(
        (each) =>
          each.verdict === verdict && (each.reason === LET_NO_MORE_PASS || each.evidence.some((id) => refused.has(id))),
      ),
  )
}

/** Whether a limiter answered in place of what a statement that is blocked waits for. */
export const isBlockedByLimiter = (report: Limited): boolean =>
  lostToLimiter(report).some(({ verdict }) => verdict === 'blocked')

/** What answers of a limiter cost a run and what to do, in a line; undefined where they cost nothing. */
export function limitedLine(report: Limited): string | undefined {
  const lost = lostToLimiter(report).length
  if (report.cost.unexpected429 === 0 || lost === 0) return undefined
  const why =
    refusedWhole(report) ??
    (isHasty(report)
      ? hastyText(report)
      : `another client or a run of the ${minuteOf(report)} before used the same keys, or the limit is lower: rest that long, or name more keys where the target file takes several`)
  return `429 instead of an answer, so that ${counted(lost, 'statement')} ${lost === 1 ? 'was' : 'were'} not judged; ${why}`
}

/** That nothing but 429 came, without a key as well: no key has used up what it is allowed, and a rest helps nobody. */
export function refusedWhole({ exchanges, services }: Pick<Report, 'exchanges' | 'services'>): string | undefined {
  const answers = exchanges.filter(({ response }) => response !== undefined)
  const limited = services.flatMap(({ id }) => {
    const own = answers.filter(({ service }) => service === id)
    return own.some((each) => each.response?.status === 429 && each.expects429 !== true) ? [{ id, own }] : []
  })
  const isWhole = limited.every(
    ({ own }) =>
      own.every((each) => each.response?.status === 429) && own.filter(({ key }) => key === '').length >= ENOUGH,
  )
  if (limited.length === 0 || !isWhole) return undefined
  const names = limited.map(({ id }) => id).join(' and ')
  return `every answer of ${names} is 429, without a key as well, so that it is no matter of one key: a gateway, or a limit of all that this machine sends, may stand before what was asked`
}

/** A minute of the document, by the clock of the target. */
const minuteOf = ({ target }: Limited): string => spoken(MINUTE / target.timeScale)

/** A run that asks more with a key than the document allows it in a minute meets the limiter whenever it is made. */
function hastyText(report: Limited): string {
  const { exchanges, services, cost } = report
  const limited = new Set(
    exchanges
      .filter((each) => each.response?.status === 429 && each.expects429 !== true)
      .map(({ service, key }) => `${service}.${key}`),
  )
  const [own] = services.flatMap(({ id, pace }) =>
    [...limited].filter((key) => key.startsWith(`${id}.`) && (cost.requests[key] ?? 0) > pace.requests),
  )
  return own === undefined
    ? `a quick run does not wait, and another one within ${minuteOf(report)} shares what a key is allowed, or the limit is lower: rest that long, take --depth standard, which waits, or name more keys where the target file takes several`
    : `a quick run does not wait, and this one alone asks ${cost.requests[own]} times with ${own}: name more keys, or take --depth standard, which waits`
}
