import type { Plan } from '../../kit/plan/plan.ts'
import { grouped } from '../views/grouping.ts'
import { printable } from '../views/printable.ts'
import type { Paint } from './paint.ts'

/** The whole plan for a person at a terminal. */
export function planText(plan: Plan, paint: Paint): string {
  const { target, runs, left, depth } = plan
  const out = left.reduce((sum, { checks }) => sum + checks.length, 0)
  const scale = target.timeScale === 1 ? '' : `, clocks ${target.timeScale} times as fast`
  return [
    `${paint('bold', printable(target.name))} (${target.environment}${scale})`,
    ...Object.entries(target.baseUrls).map(([service, url]) => `  ${service} ${printable(url)}`),
    '',
    paint('bold', `Checks that run at the ${depth} depth (${runs.length})`),
    ...byBehaviour(runs.map(({ id }) => id)),
    '',
    paint('bold', `Checks that do not run (${out})`),
    ...left.flatMap(({ why, reason, line, checks }) => [
      `  ${why}: ${printable(reason)}`,
      ...line.split('\n').map((each) => paint('cyan', `    ${printable(each)}`)),
      ...byBehaviour(checks).map((each) => paint('dim', `    ${each}`)),
    ]),
    '',
    paint('bold', 'Cost'),
    ...costOf(plan).map((line) => `  ${line}`),
    '',
    `${paint('bold', durationOf(plan))}. Nothing was sent.`,
    '',
  ].join('\n')
}

/** What a run shows before it starts. */
export function shortPlan(plan: Plan): string {
  const out = plan.left.reduce((sum, { checks }) => sum + checks.length, 0)
  const rest = out === 0 ? '' : `, ${out} left out (assay plan says why)`
  return [
    `Plan: ${plan.runs.length} checks${rest}; ${durationOf(plan)}`,
    ...costOf(plan).map((line) => `  ${line}`),
    '',
  ].join('\n')
}

function costOf({ requests, liveKeys, payments, messages, generated, largestAmount, profileWrites }: Plan): string[] {
  const sum = (kind: 'usual' | 'most'): number => Object.values(requests).reduce((total, each) => total + each[kind], 0)
  const perKey = Object.entries(requests).map(([key, { usual }]) => {
    if (key === 'none') return `without a key ${usual}`
    return key === 'live' && liveKeys > 1 ? `live ${usual} over ${liveKeys} keys` : `${key} ${usual}`
  })
  const largest = largestAmount && `${largestAmount.amount} ${largestAmount.currency ?? ''}`.trim()
  return [
    `requests ${amount({ usual: sum('usual'), most: sum('most') })}${perKey.length === 0 ? '' : `: ${perKey.join(', ')}`}`,
    `payments ${amount(payments)}, messages ${amount(messages)}`,
    ...(generated === 0 ? [] : [`requests with generated values at most ${generated}`]),
    ...(largestAmount === undefined ? [] : [`largest amount ${largest} (${largestAmount.from})`]),
    ...(profileWrites ? ['the merchant profile is changed, and restored at the end'] : []),
  ]
}

/** `18, at most 24`. */
export const amount = ({ usual, most }: { readonly usual: number; readonly most: number }): string =>
  usual === most ? String(most) : `${usual}, at most ${most}`

function durationOf({ forecast: { seconds, limiterSeconds } }: Plan): string {
  const limiter = limiterSeconds === 0 ? '' : `, at least ${spoken(limiterSeconds)} of it for the rate limit`
  return `about ${spoken(seconds)}${limiter}`
}

/** `8 s`, `2 min 10 s`. */
export function spoken(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds))
  if (whole < 90) return `${whole} s`
  const rest = whole % 60
  return `${Math.floor(whole / 60)} min${rest === 0 ? '' : ` ${rest} s`}`
}

/** `pay/amount: at-minimum, …`: one line for each behaviour. */
function byBehaviour(ids: readonly string[]): string[] {
  return [...grouped(ids, (id) => id.split('/').slice(0, 2).join('/'))].map(([behaviour, own]) => {
    const names = own.map((id) => id.split('/').slice(2).join('/'))
    return `  ${behaviour}: ${names.join(', ')}`
  })
}
