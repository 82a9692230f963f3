#!/usr/bin/env node
import { Command, CommanderError, Option } from 'commander'
import { packageVersion } from '../kit/report-package.ts'
import { exitCodeOfError, messageOf } from './errors.ts'
import { baseUrl, positiveNumber, wholeNumber } from './values.ts'

const PORT = wholeNumber(0, 65_535)

function commands(done: (code: number) => void): Command {
  const program = new Command('assay')
    .description('Says whether a deployment keeps what the messaging and the payment document promise.')
    .version(packageVersion())
    .option('--verbose', 'list what is otherwise only counted; show where an unexpected error comes from')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .showSuggestionAfterError()
    .addHelpText(
      'after',
      '\nExit codes: 0 conformant, 1 not conformant, 2 usage or target file, 3 inconclusive, 4 fault of the suite, 5 target unreachable.',
    )

  program
    .command('run')
    .description('judge a target; without one, the embedded reference')
    .option('--payment <url>', 'base URL of a payment service', baseUrl('--payment'))
    .option('--messaging <url>', 'base URL of a messaging service', baseUrl('--messaging'))
    .option('--config <file>', 'target file; assay.config.{yaml,yml,json,ts} when it is there and no URL is given')
    .option('--only <pattern...>', 'only these checks or requirements; * stands for any text')
    .option('--skip <pattern...>', 'all but these')
    .addOption(
      new Option('--depth <depth>', 'quick waits for nothing, deep asks more; standard unless --certify').choices([
        'quick',
        'standard',
        'deep',
      ]),
    )
    .option('--runs <n>', 'generated values that each check tries', wholeNumber(1, 1_000_000))
    .option('--seed <n>', 'decides every generated value; printed with the report', wholeNumber(0, 2 ** 31 - 1))
    .option('--json <file>', 'write the report as JSON')
    .option('--certify', 'inconclusive when any observable must is not exercised')
    .option('--max-time <seconds>', 'stop then, and report what there is', positiveNumber)
    .option('--yes', 'agree to the cost that the target file allows')
    .action(async (_flags, command: Command) => done(await (await import('./run.ts')).run(command.optsWithGlobals())))

  program
    .command('replay')
    .description('try one generated value again, as a report names it')
    .argument('<check>', 'its id, such as pay/generated/accepted')
    .requiredOption('--seed <n>', 'the seed of the run that found it', wholeNumber(0, 2 ** 31 - 1))
    .requiredOption('--path <path>', 'the path of the value')
    .option('--payment <url>', 'base URL of a payment service', baseUrl('--payment'))
    .option('--messaging <url>', 'base URL of a messaging service', baseUrl('--messaging'))
    .option('--config <file>', 'target file, as for run')
    .action(async (id, flags) => done(await (await import('./counterexample.ts')).tryAgain(id, flags)))

  program
    .command('list')
    .description('what is promised, by area, and which checks judge it')
    .option('--service <name>', 'payment or messaging')
    .option('--level <level>', 'must, should or may')
    .option('--json', 'as JSON')
    .action(async (flags) => done(await (await import('./list.ts')).list(flags)))

  program
    .command('explain')
    .description('everything about one requirement')
    .argument('<requirement>', 'its id, such as pay.idempotency.key-required')
    .action(async (id) => done(await (await import('./explain.ts')).explain(id)))

  program
    .command('serve')
    .description('run the reference as a sandbox, with a target file for it')
    .option('--payment-port <n>', 'port of the payment service; 0, the default, lets the system choose', PORT)
    .option('--messaging-port <n>', 'port of the messaging service; the same', PORT)
    .option('--time-scale <n>', 'how many times faster than the documents its clocks run', positiveNumber, 1)
    .option('--variant <name...>', 'lawful choices where the documents leave one')
    .option('--flaw <name>', 'one seeded violation')
    .option('--write <file>', 'where the target file goes', 'assay.reference.yaml')
    .option('--list', 'name the variants and flaws, and leave')
    .action(async (flags) => done(await (await import('./serve.ts')).serve(flags)))

  // Errors of subcommands are thrown like those of the program, and printed in one place.
  for (const command of program.commands) command.copyInheritedSettings(program)
  return program
}

async function main(argv: readonly string[]): Promise<number> {
  let code = 0
  try {
    const program = commands((given) => {
      code = given
    })
    if (argv.length === 0) program.help({ error: true })
    await program.parseAsync([...argv], { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    const message = messageOf(error, argv.includes('--verbose'))
    if (message !== '') process.stderr.write(`${message}\n`)
    return exitCodeOfError(error)
  }
}

// A reader that has gone, such as `head`, is no fault.
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)

const exitCode = await main(process.argv.slice(2))
// Whatever still holds the process open has nothing more to say; what was written has to arrive first.
process.stdout.write('', () => process.stderr.write('', () => process.exit(exitCode)))
