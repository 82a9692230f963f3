import type { Target } from '../target/target.ts'

/**
 * The name of a key among those of all services. Requests with one that the target does not name are made with those of
 * which it has several, or not at all.
 */
export function keyAt({ services }: Pick<Target, 'services'>, service: string, key: string): string {
  if (key === 'none') return key
  const { keys = {} } = services[service] ?? {}
  const instead = keys[key] === undefined ? Object.keys(keys).find((name) => Array.isArray(keys[name])) : undefined
  return `${service}.${instead ?? key}`
}
