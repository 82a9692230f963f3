import { CommanderError } from 'commander'
import { SuiteError } from '../kit/contract/definition.ts'
import { TargetUnreachable } from '../kit/run/preflight/preflight-fault.ts'
import { TargetFileError } from '../kit/target/file/target-file-error.ts'
import { type Assembly, typedName } from './assembly.ts'
import { UsageError } from './usage-error.ts'

/** Errors whose message is meant for the person who called the command. */
export const isMistake = (error: unknown): boolean =>
  [UsageError, TargetFileError, SuiteError, CommanderError].some((each) => error instanceof each)

/** 2 for mistakes of the caller, 5 for a target that is not there, 4 for everything that nobody foresaw. */
export function exitCodeOfError(error: unknown): 2 | 4 | 5 {
  if (isMistake(error)) return 2
  return error instanceof TargetUnreachable ? 5 : 4
}

/**
 * @param asked the subcommand that was typed; undefined where none was
 * @param hint what helps where the command line itself is wrong
 */
export function messageOf(
  error: unknown,
  assembly: Pick<Assembly, 'name' | 'typed'>,
  {
    verbose = false,
    asked,
    hint,
  }: { readonly verbose?: boolean; readonly asked?: string | undefined; readonly hint?: string | undefined } = {},
): string {
  const { name: command } = assembly
  const message = error instanceof Error ? error.message : String(error)
  // Help that stands for a missing command has been printed.
  if (error instanceof CommanderError && error.code === 'commander.help') return ''
  if (error instanceof CommanderError)
    return `${command}: ${message.replace(/^error: /, '')}\n${hint === undefined ? '' : `${hint}\n`}${
      asked === undefined
        ? `${typedName(assembly)} --help shows the commands.`
        : `${typedName(assembly)} ${asked} --help shows what it takes.`
    }`
  if (isMistake(error) || error instanceof TargetUnreachable) return `${command}: ${message}`
  const said = `${command}: an unexpected error, a fault of the suite: ${message}`
  if (!verbose) return `${said}\n--verbose shows where.`
  const { stack = '', cause } = error instanceof Error ? error : {}
  return [said, stack, typeof cause === 'string' ? cause : ''].filter((part) => part !== '').join('\n')
}
