import { UsageError } from '../usage-error.ts'

/** Variables that are looked into for the secrets of webhooks where no flag names others. */
export const USUAL_VARIABLES = { payment: 'PAY_SIGNING_KEY', messaging: 'MSG_WEBHOOK_SECRET' } as const

/**
 * The secret that a flag names by its environment variable; undefined where the flag is not given.
 * @throws UsageError where the variable is not set, or empty.
 */
export function secretNamed(flag: string, name: string | undefined, env: NodeJS.ProcessEnv): string | undefined {
  if (name === undefined) return undefined
  const value = env[name]
  if (value !== undefined && value !== '') return value
  throw new UsageError(`${flag}: the environment variable ${name} is ${value === '' ? 'empty' : 'not set'}`)
}
