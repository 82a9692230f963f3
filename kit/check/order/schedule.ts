import type { Check } from '../check.ts'
import { PHASES, type Phase } from './phases.ts'

/** The checks of one phase that begin together, or follow each other. */
export interface Batch {
  readonly phase: Phase
  readonly concurrency: 'together' | 'one by one'
  readonly checks: readonly Check[]
}

/** Batches that follow each other, beside those of the other services. */
export interface Sequence {
  /** Whose checks they are, by the id of the contract; undefined for the checks of every service. */
  readonly service: string | undefined
  readonly batches: readonly Batch[]
}

/** Sequences that begin together. A stage begins when the one before is over. */
export type Stage = readonly Sequence[]

/**
 * As they are given, save that a check comes behind those that it runs after.
 * @throws TypeError where checks run after each other
 */
function inOrder(checks: readonly Check[]): readonly Check[] {
  const placed = new Set<Check>()
  const place = (check: Check, awaiting: readonly string[] = []): void => {
    if (placed.has(check)) return
    const way = [...awaiting, check.id]
    if (awaiting.includes(check.id)) throw new TypeError(`checks run after each other: ${way.join(', ')}`)
    for (const id of check.runsAfter ?? []) {
      const before = checks.find((each) => each.id === id && each !== check)
      if (before !== undefined) place(before, way)
    }
    placed.add(check)
  }
  for (const check of checks) place(check)
  return [...placed]
}

/**
 * The order in which checks run: the phases one after the other, each service at its own pace as far as they allow it.
 *
 * @param isShort whether requests to a service are short: its checks that yield come behind its exclusive ones
 */
export function scheduleOf(
  checks: readonly Check[],
  isShort: (service: string) => boolean = () => false,
): readonly Stage[] {
  const isLate = ({ yields, service }: Check): boolean => yields === true && isShort(service)
  const services = [...new Set(checks.map(({ service }) => service))]
  const batchesOf = (own: readonly Check[], phases: readonly (typeof PHASES)[number][]): Batch[] =>
    phases.flatMap(({ name, concurrency }) => {
      const found = own.filter((check) => check.phase === name && !isLate(check))
      const late = name === 'exclusive' ? own.filter(isLate) : []
      const batches: Batch[] = [
        { phase: name, concurrency, checks: inOrder(found) },
        { phase: name, concurrency: 'together', checks: inOrder(late) },
      ]
      return batches.filter((each) => each.checks.length > 0)
    })
  const apart = PHASES.filter(({ begins }) => begins === 'after its service')
  const joint = PHASES.filter(({ begins }) => begins === 'after every service')
  const bySelf = services.map((service) => ({
    service,
    batches: batchesOf(
      checks.filter((check) => check.service === service),
      apart,
    ),
  }))
  const stages = [bySelf, [{ service: undefined, batches: batchesOf(checks, joint) }]]
  return stages.map((stage) => stage.filter(({ batches }) => batches.length > 0)).filter((stage) => stage.length > 0)
}
