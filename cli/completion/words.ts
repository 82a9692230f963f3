import type { Command, Option } from 'commander'

/** An option as a shell completes it. */
export interface CompletedOption {
  /** Without dashes: `quiet`. */
  readonly long: string
  readonly short: string | undefined
  readonly description: string
  /** What stands behind it: nothing, something, a path, or one of these. */
  readonly value: 'none' | 'text' | 'path' | readonly string[]
}

/** A command as a shell completes it. */
export interface CompletedCommand {
  readonly name: string
  readonly description: string
  readonly options: readonly CompletedOption[]
  /** What its first argument may be, where that is a choice. */
  readonly choices: readonly string[]
}

const PATH = /<?(file|folder|path|report|bundle|before|after)\b/

/** The commands of a program, each with its options and those of the program. */
export function completedCommands(program: Command): readonly CompletedCommand[] {
  return program.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    options: [...command.options, ...program.options, helpOf(command)].map(completed),
    choices: command.registeredArguments[0]?.argChoices ?? [],
  }))
}

const helpOf = (command: Command): Option => command.createOption('-h, --help', 'display help for command')

function completed({ long, short, description, flags, argChoices, required, optional }: Option): CompletedOption {
  const takes = required || optional
  const value = argChoices ?? (takes ? (PATH.test(flags.replace(/^.*?[<[]/, '<')) ? 'path' : 'text') : 'none')
  return { long: (long ?? '').replace(/^--/, ''), short: short?.replace(/^-/, ''), description, value }
}
