import type { Service } from '../../specs/index.ts'
import type { Target } from './target.ts'

/** The services that a target has, in reading order. */
export function servicesOf(target: Pick<Target, Service>): Service[] {
  return (['payment', 'messaging'] as const).filter((service) => target[service] !== undefined)
}
