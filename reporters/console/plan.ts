import type { Exclusion } from '../../kit/plan/choice.ts'
import type { Plan } from '../../kit/plan/plan.ts'
import type { Quicker } from '../../kit/plan/quicker.ts'
import type { NextStep } from '../../kit/report/schema/report.ts'
import type { PlannedGaps } from '../../kit/report/steps/planned-steps.ts'
import { counted } from '../views/counted.ts'
import { grouped } from '../views/grouping.ts'
import { amount, spoken, totalOf } from '../views/plan/amounts.ts'
import { printable } from '../views/printable.ts'
import { NEXT_STEPS } from '../views/unexercised/next-step-words.ts'
import type { Paint } from './text/paint.ts'
import { nextStepLines } from './unexercised.ts'

interface PlanTextOptions {
  /** What would have more of it run. */
  readonly nextSteps?: readonly NextStep[]
  /** What of that the run may come to judge without. */
  readonly seenPerhaps?: ReadonlySet<string>
  /** Claims that a run may turn out to need, each with when; none, when absent. */
  readonly mayNeed?: PlannedGaps['mayNeed']
  readonly verbose?: boolean
  /** Lines that a target file needs before them: there is none yet. */
  readonly said?: readonly string[] | undefined
  /** Patterns that it was narrowed to. */
  readonly only?: readonly string[]
}

/**
 * The whole plan for a person at a terminal. A line of the target file that several things wait for is told once.
 */
export function planText(
  plan: Plan,
  paint: Paint,
  { nextSteps = [], seenPerhaps, mayNeed = new Map(), verbose = false, only = [], said }: PlanTextOptions = {},
): string {
  const { target, selected, excluded, depth } = plan
  const told = new Set<string>()
  const isNew = (line: string): boolean => {
    const before = told.size
    return told.add(line).size > before
  }
  const out = excluded.reduce((sum, { checks }) => sum + checks.length, 0)
  const scale = target.timeScale === 1 ? '' : `, clocks ${target.timeScale} times as fast`
  return [
    `${paint('bold', printable(target.name))} (${target.environment}${scale})`,
    ...Object.entries(target.baseUrls).map(([service, url]) => `  ${service} ${printable(url)}`),
    '',
    paint(
      'bold',
      `Checks that run ${only.length === 0 ? `at the ${depth} depth` : `for ${only.join(', ')}`} (${selected.length})`,
    ),
    ...byBehaviour(selected.map(({ id }) => id)),
    '',
    paint('bold', `Checks that do not run (${out})`),
    ...excluded.flatMap(({ why, reason, line, checks }) => [
      `  ${why}: ${printable(reason)}`,
      ...line
        .split('\n')
        .filter(isNew)
        .map((each) => paint('cyan', `    ${printable(each)}`)),
      ...checksOf({ line, checks }, verbose).map((each) => paint('dim', `    ${each}`)),
    ]),
    ...(nextSteps.length === 0
      ? []
      : ['', paint('bold', NEXT_STEPS), ...nextStepLines({ nextSteps }, verbose, paint, { said, seenPerhaps })]),
    ...(mayNeed.size === 0
      ? []
      : [
          '',
          `What a run finds out decides whether it waits for these as well, and it names their lines: ${needed(mayNeed)}`,
        ]),
    '',
    paint('bold', 'Cost'),
    ...costOf(plan).map((line) => `  ${line}`),
    '',
    `${paint('bold', durationOf(plan))}. Nothing was sent.`,
    '',
  ].join('\n')
}

/**
 * The plan in a few lines, before a run starts.
 * @param command what plans the same at length, as people type it
 */
export function shortPlan(plan: Plan, command: string, runs = 1): string {
  const out = plan.excluded.reduce((sum, { checks }) => sum + checks.length, 0)
  const rest = out === 0 ? '' : `, ${out} left out (${command} says why)`
  return [
    `${runs > 1 ? `Plan of each of ${runs} runs` : 'Plan'}: ${counted(plan.selected.length, 'check')}${rest}; ${durationOf(plan)}`,
    ...costOf(plan).map((line) => `  ${line}`),
    '',
  ].join('\n')
}

/**
 * What musts of a certification wait for, before anything is sent; nothing where they wait for nothing. How many it lacks in
 * the end only the run finds out.
 * @param isScarce whether a note tells of a budget that does not last
 */
export function certificateGaps({ steps, seenPerhaps, mayNeed }: PlannedGaps, paint: Paint, isScarce = false): string {
  const may = mayNeed.size === 0 ? '' : ` (${needed(mayNeed)})`
  if (steps.length === 0)
    return `No must is known beforehand to wait for a line of the target file${isScarce ? ', but for the budget of which a note tells' : ''}. A certificate needs every must, and what a run finds out decides: some may turn out to wait${may}, and the run names their lines.\n`
  const all = new Set(steps.flatMap(({ requirements }) => requirements))
  const sure = [...all].filter((id) => !seenPerhaps.has(id)).length
  const perhaps = all.size - sure
  const waiting =
    sure === 0
      ? 'A certificate needs every must.'
      : `Lines of the target file are lacking for ${counted(sure, 'must')}, and a certificate needs every must.`
  const seen =
    perhaps === 0
      ? ''
      : ` ${counted(perhaps, 'must')}${sure === 0 ? '' : ' more'} ${perhaps === 1 ? 'is' : 'are'} judged by what the run comes to see: without such lines that may suffice, or not.`
  return [
    `${waiting}${seen} What a run finds out decides: some may prove inapplicable, and others may turn out to wait as well${may}. The lines that bring them:`,
    ...nextStepLines({ nextSteps: steps }, true, paint, { noun: 'must', seenPerhaps }),
    '',
  ].join('\n')
}

const needed = (mayNeed: PlannedGaps['mayNeed']): string =>
  [...mayNeed].map(([claim, when]) => `${claim}, ${when}`).join('; ')

/** Two numbers for one thing want a word: a plan that names the first alone would look broken by a target that is. */
const MORE =
  'the first numbers are estimates for a target that keeps its promises, and what it answers may leave a part of them unsent: what it takes in place of refusing it, and what it is asked further, come on top, up to the most'

function costOf({ requests, keys, spends, generated, largestAmount, permissions, beyondRate = [] }: Plan): string[] {
  const perKey = Object.entries(requests).map(([key, { usual }]) => {
    if (key === 'none') return `without a valid key ${usual}`
    const many = keys[key] ?? 1
    return many > 1 ? `${key} ${usual} over ${many} keys` : `${key} ${usual}`
  })
  const budgets = Object.entries(spends).map(([budget, estimate]) => `${budget} ${amount(estimate)}`)
  const largest = largestAmount && `${largestAmount.amount} ${largestAmount.currency ?? ''}`.trim()
  return [
    `requests ${amount(totalOf(requests))}${perKey.length === 0 ? '' : `: ${perKey.join(', ')}`}`,
    ...beyondRate.map(
      ({ key, requests: many, allowed, seconds }) =>
        `about ${many} with one key (${key}), of which the document allows ${allowed} in ${seconds} s of its clock: where the service limits them, a quick run leaves out what comes after, and putting back waits; more keys, or --depth standard`,
    ),
    ...(budgets.length === 0 ? [] : [budgets.join('; ')]),
    ...([totalOf(requests), ...Object.values(spends)].some(({ usual, most }) => usual < most) ? [MORE] : []),
    ...(generated === 0 ? [] : [`requests with generated values at most ${generated}`]),
    ...(largestAmount === undefined ? [] : [`largest amount ${largest} (${largestAmount.from})`]),
    ...permissions.map(({ notice }) => notice),
  ]
}

/** Seconds of a window that nobody minds waiting. */
const SHORT = 5

function durationOf({ forecast: { seconds, limiterSeconds }, mayWait, window, sealingSeconds }: Plan): string {
  const limiter =
    limiterSeconds === 0 ? '' : `, at least ${spoken(limiterSeconds)} of it to keep to the rate of requests`
  const more =
    mayWait === undefined
      ? ''
      : `, longer where outcomes, events or events sent again do not come (waited for up to ${spoken(mayWait)} at a time)`
  // What is broken is asked about further, and the requests wait for their turn.
  const broken =
    window === undefined || window.seconds < SHORT
      ? ''
      : `, ${spoken(window.seconds)} more for each ${window.requests} requests that broken promises take`
  const sealing =
    sealingSeconds === undefined
      ? ''
      : `; then about ${spoken(sealingSeconds)} to judge its evidence again and seal it, longer on a busy machine`
  return `about ${spoken(seconds)}${limiter}${more}${broken}${sealing}`
}

/** Flags that leave out all but a few checks: which ones these are is known from what they name. */
const NARROWING = ['--only', '--last-failed']

function checksOf({ line, checks }: Pick<Exclusion, 'line' | 'checks'>, verbose: boolean): readonly string[] {
  if (verbose || !NARROWING.includes(line)) return byBehaviour(checks)
  return [`  ${counted(checks.length, 'check')}; --verbose lists them`]
}

/** How much sooner a quick run of what was asked for would be over. */
export function quickerText({ seconds, leavesOut }: Quicker, { selected, forecast }: Plan): string {
  const out = leavesOut === 0 ? '' : `, without ${leavesOut} of the ${counted(selected.length, 'check')}`
  return `--depth quick takes about ${spoken(seconds)} in place of about ${spoken(forecast.seconds)}${out}`
}

/** A line for each behaviour: `lib/loan: at-limit, …`. */
function byBehaviour(ids: readonly string[]): string[] {
  return [...grouped(ids, (id) => id.split('/').slice(0, 2).join('/'))].map(([behaviour, own]) => {
    const names = own.map((id) => id.split('/').slice(2).join('/'))
    return `  ${behaviour}: ${names.join(', ')}`
  })
}
