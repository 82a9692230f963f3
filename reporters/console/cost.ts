import type { Report } from '../../kit/report/report.ts'
import { cellsLine } from '../views/cells.ts'
import { coverageLine } from '../views/coverage.ts'
import { totalOf } from '../views/plan/amounts.ts'
import { plannedLine } from '../views/plan/planned-costs.ts'
import { generatedOf, spendsOf, spendText } from '../views/plan/spends.ts'

/** The cost of a run for a person at a terminal: requests, budgets, time, what it leaves behind. */
export function costLines(report: Report): string[] {
  const { cost, plan, run, deliveries, coverage } = report
  const perKey = Object.entries(cost.requests).map(([key, many]) => `${key} ${many}`)
  const sent = Object.values(cost.requests).reduce((total, many) => total + many, 0)
  const used = [
    ...spendsOf(report).map(spendText),
    `requests with generated values ${generatedOf(report)}`,
    `unexpected 429 ${cost.unexpected429}`,
  ]
  const cells = cellsLine(report.requirements)
  const { total, working, waiting } = run.seconds
  return [
    `  requests ${sent}${perKey.length === 0 ? '' : ` (${perKey.join(', ')})`}, deliveries received ${deliveries.length}`,
    `  ${used.join(', ')}`,
    `  planned: ${plannedLine(plan)}`,
    `  ${seconds(total)}: ${seconds(working)} with requests under way, ${seconds(waiting)} without;` +
      ` longest wait for the limiter ${seconds(cost.longestWaitSeconds)}`,
    ...(isLonger(report) ? [`  longer than planned: ${whyLonger(report)}`] : []),
    ...(coverage.operations.length === 0 ? [] : [`  seen of the descriptions: ${coverageLine(coverage)}`]),
    ...(cells === undefined ? [] : [`  looked at: ${cells}`]),
    ...leftBehind(report),
  ]
}

/** Part by which a run may miss its plan, and seconds that nobody minds. */
const MISSED = 1.2
const UNMINDED = 5

const isLonger = ({ run, plan }: Report): boolean =>
  run.stopped === undefined &&
  run.seconds.total > plan.forecast.seconds * MISSED &&
  run.seconds.total > plan.forecast.seconds + UNMINDED

/** The plan is that of a lawful target, which answers fast and brings about what it is asked to. */
function whyLonger({ cost, plan, run, services }: Report): string {
  const sent = Object.values(cost.requests).reduce((total, many) => total + many, 0)
  const { usual } = totalOf(plan.requests)
  if (sent > usual * MISSED)
    return `${sent - usual} requests more than of a service that keeps its promises, at the rate that is kept`
  const over = run.seconds.total - plan.forecast.seconds
  // One request more than a window holds has all behind it wait for the next.
  if (cost.longestWaitSeconds > over / 2) {
    const more = spendsOf({ cost, plan }).find(({ budget, many }) => many > (plan.spends[budget]?.usual ?? 0) * MISSED)
    const made =
      more === undefined
        ? ''
        : `: ${more.many} ${more.budget}, and ${plan.spends[more.budget]?.usual ?? 0} of a service that keeps its promises`
    return `requests waited up to ${seconds(cost.longestWaitSeconds)} for the rate, which broken promises use up sooner${made}`
  }
  if (run.seconds.working > run.seconds.waiting) return 'answers took longer than is usual'
  if (services.some(({ reached }) => reached === 'served')) return 'the client under test took its time'
  return 'outcomes or events came late, or did not come'
}

function leftBehind(report: Report): string[] {
  const made = spendsOf(report).flatMap(({ budget, many }) => (many === 0 ? [] : [`${many} ${budget}`]))
  return made.length === 0
    ? []
    : [`  left behind: up to ${made.join(' and ')}, with ${report.run.id} in their references`]
}

const seconds = (value: number): string => `${value.toFixed(1)} s`
