import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { UsageError } from '../../usage-error.ts'

export interface EnvironmentFlags {
  /** File of variables; false reads none. `.env` of the working folder, where it is there, when absent. */
  readonly dotenv?: string | false
}

/**
 * The variables that references of a target file stand for: those of the environment, and of a file those that the
 * environment has not got.
 * @throws UsageError for a file that is named and cannot be read
 */
export function environmentOf({ dotenv }: EnvironmentFlags, folder: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (dotenv === false) return env
  try {
    const path = dotenv === undefined ? join(folder, '.env') : dotenv
    // One that is empty counts as missing, as everywhere.
    const given = Object.entries(env).filter(([, value]) => value !== '')
    return { ...env, ...parseEnv(readFileSync(path, 'utf8')), ...Object.fromEntries(given) }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (dotenv === undefined && (code === 'ENOENT' || code === 'EISDIR')) return env
    const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`
    throw new UsageError(`--dotenv ${dotenv ?? '.env'}: ${reason}; name a file with lines such as NAME=value`)
  }
}
