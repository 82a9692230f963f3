import type { Check } from './check.ts'
import { PHASES, type Phase } from './phases.ts'

/** The checks of one phase that begin together, or follow each other. */
export interface Batch {
  readonly phase: Phase
  readonly concurrency: 'together' | 'one by one'
  readonly checks: readonly Check[]
}

/** Batches that follow each other, beside those of the other services. */
export interface Sequence {
  /** What the ids of its checks begin with, as `pay` of `pay/rate-limit/burst`; undefined for the checks of every service. */
  readonly service: string | undefined
  readonly batches: readonly Batch[]
}

/** Sequences that begin together. A stage begins when the one before is over. */
export type Stage = readonly Sequence[]

const serviceOf = ({ id }: Check): string => id.split('/')[0] ?? ''

/** As they are given, save that a check comes behind those that it runs after. */
function inOrder(checks: readonly Check[]): readonly Check[] {
  const met = new Set<Check>()
  const placed: Check[] = []
  const place = (check: Check): void => {
    if (met.has(check)) return
    met.add(check)
    for (const id of check.runsAfter ?? []) {
      const before = checks.find((each) => each.id === id)
      if (before !== undefined) place(before)
    }
    placed.push(check)
  }
  for (const check of checks) place(check)
  return placed
}

/** The order in which checks run: the phases one after the other, each service at its own pace as far as they allow it. */
export function scheduleOf(checks: readonly Check[]): readonly Stage[] {
  const services = [...new Set(checks.map(serviceOf))]
  const batchesOf = (own: readonly Check[], phases: readonly (typeof PHASES)[number][]): Batch[] =>
    phases.flatMap(({ name, concurrency }) => {
      const found = own.filter(({ phase }) => phase === name)
      return found.length === 0 ? [] : [{ phase: name, concurrency, checks: inOrder(found) }]
    })
  const apart = PHASES.filter(({ begins }) => begins === 'after its service')
  const joint = PHASES.filter(({ begins }) => begins === 'after every service')
  const bySelf = services.map((service) => ({
    service,
    batches: batchesOf(
      checks.filter((check) => serviceOf(check) === service),
      apart,
    ),
  }))
  const stages = [bySelf, [{ service: undefined, batches: batchesOf(checks, joint) }]]
  return stages.map((stage) => stage.filter(({ batches }) => batches.length > 0)).filter((stage) => stage.length > 0)
}
