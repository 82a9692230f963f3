import type { Check, Fixture } from '../../kit/check/check.ts'
import { phaseNamed } from '../../kit/check/order/phases.ts'
import { meant } from '../../kit/plan/selection.ts'

/** Whether a check sends nothing, nor has anything sent for it: it looks at what others send. */
const isOnlooker = ({ phase, uses }: Check): boolean => !phaseNamed(phase).sends && !uses.some(isSender)

/** Whether making a fixture sends anything. */
const isSender = ({ cost = {}, uses }: Fixture): boolean =>
  Object.keys({ ...cost.requests, ...cost.spends }).length > 0 || uses.some(isSender)

/** Whether all of them look at what others send, but for those with generated values, which most runs leave out. */
export function areOnlookers(checks: readonly Check[]): boolean {
  const usual = checks.filter(({ generated }) => generated === undefined)
  return usual.length > 0 && usual.every(isOnlooker)
}

/** What selects a requirement with something to see: those beside it, where checks for them send; undefined where none do. */
export function areaWithTraffic(requirement: string, checks: readonly Check[]): string | undefined {
  const area = areaPattern(requirement)
  const isAsking = (check: Check): boolean => !isOnlooker(check) && check.generated === undefined && meant(check, area)
  return checks.some(isAsking) ? area : undefined
}

/** The flags that have a requirement judged: whoever only looks at what others send has them send it. */
export function flagsFor(requirement: string, own: readonly Check[], all: readonly Check[]): string {
  const named = [requirement, ...own.map(({ id }) => id)]
  const isSentFor = all.some(({ sendsFor = [] }) => sendsFor.some((each) => named.includes(each)))
  if (isSentFor || !areOnlookers(own)) return ` --only ${requirement}`
  const area = areaWithTraffic(requirement, all)
  return area === undefined ? '' : ` --only "${area}"`
}

/** Whether a requirement that is selected alone is judged by what others send, too, and those may send nothing then. */
export const looksOn = (requirement: string, own: readonly Check[], all: readonly Check[]): boolean =>
  flagsFor(requirement, own, all) !== '' && own.some(isOnlooker)

/** What selects a requirement and those beside it: `loans.due.*` for `loans.due.date`. */
const areaPattern = (requirement: string): string => requirement.replace(/\.[^.]*$/, '.*')
