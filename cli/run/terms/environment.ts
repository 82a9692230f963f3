import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { decoded } from '../../../kit/target/file/decoded.ts'
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
    const text = decoded(readFileSync(path))
    const idle = saysNothing(text)
    for (const line of idle)
      process.stderr.write(
        `note: ${dotenv ?? '.env'}, line ${line}: has no = between a name and its value, and is passed over; write NAME=value\n`,
      )
    // A reader of such lines would take the name behind them for a part of theirs.
    const rest = text.split('\n').filter((_, index) => !idle.includes(index + 1))
    return { ...env, ...parseEnv(rest.join('\n')), ...Object.fromEntries(given) }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (dotenv === undefined && (code === 'ENOENT' || code === 'EISDIR')) return env
    const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`
    throw new UsageError(`--dotenv ${dotenv ?? '.env'}: ${reason}; name a file with lines such as NAME=value`)
  }
}

/** Numbers of lines that are neither empty nor a comment, nor a name with its value, nor a part of a value. */
function saysNothing(text: string): readonly number[] {
  const values = Object.values(parseEnv(text))
  return text.split('\n').flatMap((line, index) => {
    const own = line.trim()
    const isSaid = own === '' || own.startsWith('#') || own.includes('=')
    // The last line of a value in quotes ends with the quote.
    const inner = own.replace(/["'`]$/, '')
    return isSaid || values.some((value) => value?.includes(inner)) ? [] : [index + 1]
  })
}
