import type { Report } from '../../kit/report/report.ts'
import { linesForUsedUp } from '../../kit/report/steps/used-up.ts'
import { likelyCauses } from '../views/causes/likely-causes.ts'
import { cellsLine } from '../views/cells.ts'
import { coverageLine } from '../views/coverage.ts'
import { beyondUsual } from '../views/plan/beyond-usual.ts'
import { leftBehind } from '../views/plan/left-behind.ts'
import { offPlan } from '../views/plan/off-plan.ts'
import { plannedLine } from '../views/plan/planned-costs.ts'
import { generatedOf, spendsOf, spendText } from '../views/plan/spends.ts'
import { slowAnswers } from '../views/slow-answers.ts'
import { limitedLine } from '../views/unexercised/limited.ts'

/** The cost of a run for a person at a terminal: requests, budgets, time, what it leaves behind. */
export function costLines(report: Report): string[] {
  const { cost, plan, run, deliveries, coverage } = report
  const perKey = Object.entries(cost.requests).map(
    ([key, many]) => `${key === 'none' ? 'without a valid key' : key} ${many}`,
  )
  const sent = Object.values(cost.requests).reduce((total, many) => total + many, 0)
  const used = [
    ...spendsOf(report).map(spendText),
    `requests with generated values ${generatedOf(report)}`,
    `unexpected 429 ${cost.unexpected429}`,
  ]
  const cells = cellsLine(report.requirements)
  const { total, working, waiting } = run.seconds
  const off = offPlan(report)
  const beyond = beyondUsual(report)
  const limited = limitedLine(report)
  const slow = slowAnswers(report)
  const isToldAbove = limited !== undefined && likelyCauses(report).includes(limited)
  return [
    `  requests ${sent}${perKey.length === 0 ? '' : ` (${perKey.join(', ')})`}${presenceText(report)}, deliveries received ${deliveries.length}`,
    `  ${used.join(', ')}`,
    ...(limited === undefined || isToldAbove ? [] : [`  ${limited}`]),
    ...usedUp(report),
    `  planned: ${plannedLine(plan)}`,
    ...(beyond === undefined ? [] : [`  ${beyond}`]),
    `  ${seconds(total)}${run.merged === undefined ? '' : ' in which at least one shard ran'}: ${seconds(working)} with requests under way, ${seconds(waiting)} without;` +
      ` longest wait to keep to the rate of requests ${seconds(cost.longestWaitSeconds)}`,
    ...(slow === undefined ? [] : [`  ${slow}`]),
    ...(off === undefined ? [] : [`  ${off}`]),
    ...(coverage.operations.length === 0 ? [] : [`  seen of the descriptions: ${coverageLine(coverage)}`]),
    ...(cells === undefined ? [] : [`  looked at: ${cells}`]),
    ...leftBehind(report).map((line) => `  ${line}`),
  ]
}

/** What is asked before everything else and while nothing else is: counted by nobody but whoever meters the path. */
const presenceText = ({ cost: { presence = 0 } }: Report): string =>
  presence === 0
    ? ''
    : `, and ${presence} that only ${presence === 1 ? 'asks' : 'ask'}, without a key, whether it is there`

/** A budget that was used up: what would have caused more was not sent, and stands among what was not met. */
function usedUp(report: Report): string[] {
  const reasons = report.requirements.flatMap(({ reason, judgements }) => [
    reason,
    ...judgements.map((each) => each.reason),
  ])
  return linesForUsedUp(report).flatMap((line) => {
    const name = line.replace(/:.*/, '')
    // One that was just enough kept nothing back.
    if (!reasons.some((each) => each?.includes(`(${name})`) === true)) return []
    return [
      `  used up: ${name}; what would have caused more was not sent, and ${line.replace(/ +#.*/, '')} would let it`,
    ]
  })
}

const seconds = (value: number): string => `${value.toFixed(1)} s`
