import type { ServiceSection } from '../../kit/target/section.ts'

/** Secrets beside the keys that commands of a report may need. */
const BESIDE = ['bearer', 'appKey'] as const

/**
 * Names of environment variables for secrets that a target file holds by value: `PAY_KEY_1`, `PAY_KEY_OTHER_MERCHANT`,
 * `MSG_BEARER`.
 */
export function namedVariables(prefix: string, section: ServiceSection | undefined): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const name = (start: string, key: string, value: unknown): void => {
    const words = key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
    if (typeof value === 'string') names.set(value, `${start}_${words}`)
  }
  for (const [key, value] of Object.entries(section?.keys ?? {})) {
    if (typeof value === 'string') name(`${prefix}_KEY`, key, value)
    else for (const [index, each] of value.entries()) name(`${prefix}_KEY`, String(index + 1), each)
  }
  for (const key of BESIDE) name(prefix, key, section?.[key])
  return names
}
