import { type Command, Option } from 'commander'
import { type Assembly, sectionsOf } from '../assembly.ts'
import { sectionFlags } from '../run/terms/section-flags.ts'
import { baseUrl, eventUrl, part, wholeNumber } from './values.ts'

const MOST_RUNS = 1_000_000

/**
 * The flags that say which target is meant and how it is reached.
 * @param isSeveral whether it may be several targets
 */
export function targetOptions(command: Command, assembly: Assembly, isSeveral = false): Command {
  const file = `${assembly.name}.config.{yaml,yml,json,ts} when it is there and no URL is given`
  return wayOptions(command, assembly)
    .option(
      isSeveral ? '--config <file...>' : '--config <file>',
      isSeveral
        ? `target file; ${file}; several, or "targets/*.yaml", are judged side by side`
        : `target file; ${file}`,
    )
    .addOption(
      new Option(
        '--section <name...>',
        'only these sections of the target file, such as one of the services that it names',
      ).choices(sectionsOf(assembly).map(({ id }) => id)),
    )
    .option('--deliveries <file>', 'judge the webhooks that another listener writes to this file, instead of listening')
}

/** Those of them that say how a target is reached. */
export function wayOptions(command: Command, assembly: Assembly): Command {
  for (const { flag, sections } of sectionFlags(sectionsOf(assembly))) {
    const [first] = sections
    switch (first?.reached ?? 'by requests') {
      case 'by requests':
        command.option(`--${flag} <url>`, `base URL of a ${flag} service`, baseUrl(`--${flag}`))
        break
      case 'by events':
        command.option(`--${flag} <url>`, `URL to which events are sent, of a ${wordsOf(flag)}`, eventUrl(`--${flag}`))
        break
      default:
        command.option(`--${flag} <command>`, `command that starts a ${wordsOf(flag)}`)
    }
  }
  return (
    command
      .option('--ca <file>', 'PEM of a certificate authority beside the known ones')
      .option('--insecure', 'leave the certificates of a local target unverified')
      .option('--proxy [url]', 'go through a proxy: this one, or that of the environment')
      // Not --env-file: Node reads that itself, wherever it stands, and ends where there is no such file.
      .option('--dotenv <file>', 'variables that the environment has not got; .env when it is there')
      .option('--no-dotenv', 'read no such file')
  )
}

const wordsOf = (flag: string): string => flag.replaceAll('-', ' ')

/** The flags that say what is asked of it. */
export function selectionOptions(command: Command): Command {
  return command
    .option('--only <pattern...>', 'only these checks or requirements; * stands for any text')
    .option('--skip <pattern...>', 'all but these')
    .addOption(
      new Option(
        '--depth <depth>',
        'quick waits for nothing, deep asks more; standard unless --certify or an id after --only asks for all',
      ).choices(['quick', 'standard', 'deep']),
    )
    .option('--runs <n>', 'generated values that each check tries', wholeNumber(1, MOST_RUNS))
    .option(
      '--shard <i/n>',
      'only this part of the checks, with its part of every budget; merge puts reports together',
      part,
    )
    .option(
      '--own-keys',
      'no other shard uses the keys of this one: their whole rate is its own, and so is their limit',
    )
}
