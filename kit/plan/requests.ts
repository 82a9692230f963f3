import type { Target } from '../target/target.ts'
import { neededClaims, type PlanOptions } from './choice.ts'
import type { Estimate, Unit } from './estimate.ts'
import { usual } from './forecast.ts'
import { isHasty } from './haste.ts'
import { keyAt } from './key-names.ts'

/** How many requests are usual of a key, and the most. */
export type Requests = Readonly<Record<string, Estimate>>

/** @param probed names of the keys that claims are asked after with, one for each request */
export function requestsOf(
  units: readonly Unit[],
  probed: readonly string[],
  { target, depth }: Pick<PlanOptions, 'target' | 'depth'>,
): Requests {
  const total: Record<string, { usual: number; most: number }> = {}
  const add = (key: string, kind: 'usual' | 'most', count: number): void => {
    total[key] ??= { usual: 0, most: 0 }
    total[key][kind] += count
  }
  for (const key of probed) for (const kind of ['usual', 'most'] as const) add(key, kind, 1)
  for (const unit of units) {
    const { keys = {} } = target.services[unit.service] ?? {}
    for (const [kind, { requests = {} }] of [
      ['usual', usual(unit, { target, depth })] as const,
      ['most', unit.cost] as const,
    ]) {
      for (const [key, count] of Object.entries(requests))
        if (key === 'none' || keys[key.replace(/\[\d+\]$/, '')] !== undefined)
          add(keyAt(target, unit.service, key), kind, count ?? 0)
    }
  }
  return total
}

export function probedKeys(options: PlanOptions): readonly string[] {
  const needed = neededClaims(options)
  return options.services.flatMap(({ contract, claimProbes }) =>
    claimProbes(options.target, needed).map(({ request }) =>
      keyAt(options.target, contract.id, request.key.replace(/\[\d+\]$/, '')),
    ),
  )
}

/** Names of keys that are lists, with how many keys each has. */
export function listsOf({ services }: Pick<Target, 'services'>): Readonly<Record<string, number>> {
  const lists = Object.entries(services).flatMap(([service, { keys = {} }]) =>
    Object.entries(keys).flatMap(([name, value]) =>
      Array.isArray(value) ? [[`${service}.${name}`, value.length] as const] : [],
    ),
  )
  return Object.fromEntries(lists)
}

/**
 * A key of which a run that waits for no limiter asks more than its service allows in its window, where it limits keys:
 * how much with one key, and how much is allowed.
 */
export interface BeyondRate {
  readonly key: string
  readonly requests: number
  readonly allowed: number
  readonly seconds: number
}

export function beyondRate(requests: Requests, options: PlanOptions): { readonly beyondRate?: readonly BeyondRate[] } {
  if (!isHasty(options)) return {}
  const lists = listsOf(options.target)
  const beyond = Object.entries(requests).flatMap(([key, { usual: many }]) => {
    const rate = options.services.find(({ contract }) => key.startsWith(`${contract.id}.`))?.contract.rate
    const each = Math.ceil(many / (lists[key] ?? 1))
    if (rate === undefined || each <= rate.requests) return []
    return [{ key, requests: each, allowed: rate.requests, seconds: rate.seconds }]
  })
  return beyond.length === 0 ? {} : { beyondRate: beyond }
}
