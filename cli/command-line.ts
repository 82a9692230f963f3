import { Argument, Command, CommanderError, Option } from 'commander'
import { packageVersion } from '../kit/report/package.ts'
import { githubError } from '../reporters/github.ts'
import { printableText } from '../reporters/views/printable.ts'
import { type Assembly, sectionsOf } from './assembly.ts'
import { completionScript, SHELLS, type Shell } from './completion/shells.ts'
import { exitCodeOfError, messageOf } from './errors.ts'
import { examples } from './options/examples.ts'
import { fileOptions, voiceOptions } from './options/output-options.ts'
import { strayArgument } from './options/stray-argument.ts'
import { selectionOptions, targetOptions, wayOptions } from './options/target-options.ts'
import { seconds, share, wholeNumber } from './options/values.ts'
import { isSet } from './run/output/ci-page.ts'
import { FORMAT_NAMES } from './run/output/destinations.ts'

const LAST_FAILED =
  'only what failed or was blocked in the last runs of this target that are kept, with what sends what that looks at, at the least depth at which all of it failed'

/** How a run is named in place of a file. */
const KEPT = 'or a run that is kept: its folder, its name or last'

const MOST_SEED = 2 ** 31 - 1
const MOST_RUNS = 1000
const MOST_AT_ONCE = 100

type Done = (code: number) => void
type More = (program: Command, done: Done, assembly: Assembly) => void

function commands(assembly: Assembly, more: More | undefined, done: Done): Command {
  const { name, description, suites, embedded } = assembly
  const program = new Command(name)
    .description(description)
    .version(packageVersion())
    .option('--verbose', 'list what is otherwise only counted; show where an unexpected error comes from')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .showSuggestionAfterError()
    .addHelpText(
      'after',
      '\nExit codes: 0 nothing broken in what was judged, 1 not conformant, 2 usage or target file, 3 inconclusive, 4 fault of the suite, 5 no target: unreachable, gone midway, or something else at its address.',
    )

  const judged = program
    .command('run')
    .description(embedded === undefined ? 'judge a target' : 'judge a target; without one, the embedded reference')
  selectionOptions(targetOptions(judged, assembly, true))
    .option('--seed <n>', 'decides every generated value; printed with the report', wholeNumber(0, MOST_SEED))
    .option(
      '--repeat <n>',
      'run so often, each time with another seed, and name what differed',
      wholeNumber(2, MOST_RUNS),
    )
    .option('--json <file>', 'write the report as JSON')
  voiceOptions(fileOptions(judged))
    .option('--baseline <file>', 'known failures with reason, owner and last day; 0 as long as there are no others')
    .option('--certify', 'ask everything; inconclusive when an observable must is not exercised; seal it in a bundle')
    .option('--bundle <file>', 'where --certify puts the bundle; assay-bundle.jsonl when absent')
    .option('--sign <file>', 'PEM of the Ed25519 key that --certify signs with')
    .option('--valid-until <day>', 'the last day on which the certificate is to be relied on, such as 2027-01-31')
    .option(
      '--max-time <time>',
      'stop then, and report what there is: seconds, 90s or 2m; checks under way and what is put back have some seconds more',
      seconds,
    )
    .option(
      '--bail [n]',
      'end the run with the first check that fails, or the nth; what checks under way find while they end is told as well',
      wholeNumber(1, 1000),
    )
    .addOption(new Option('--fail-on <verdict>', 'exit 1 for these, too').choices(['warn']))
    .option(
      '--min-exercised <share>',
      'exit 3 where fewer were exercised of all statements that can be seen and apply, selected or not, such as 80%',
      share,
    )
    .option('--parallel <n>', 'of several targets, so many at once; 8 when absent', wholeNumber(1, MOST_AT_ONCE))
    .option('--matrix <file...>', 'write several targets beside each other, by its name as .html, .md or .json')
    .option('--watch <path...>', 'run again when something under these paths changes')
    .option('--last-failed', LAST_FAILED)
    .option('--no-keep', 'keep nothing of the run in .assay')
    .option('--yes', 'agree to the cost that the target file allows')
    .addHelpText('after', examples('run', assembly))
    .action(async (_flags, command: Command) =>
      done(await (await import('./commands/run.ts')).run(command.optsWithGlobals(), assembly)),
    )

  const planned = program.command('plan').description('what a run would do and cost; sends nothing')
  selectionOptions(targetOptions(planned, assembly))
    .option('--certify', 'the plan of a certification')
    .option('--last-failed', LAST_FAILED)
    .option('--seed <n>', 'of a run in shards, where it decides which of them asks what', wholeNumber(0, MOST_SEED))
    .option('--json', 'as JSON')
    .addHelpText('after', examples('plan', assembly))
    .action(async (_flags, command: Command) =>
      done(await (await import('./commands/plan.ts')).plan(command.optsWithGlobals(), assembly)),
    )

  more?.(program, done, assembly)

  program
    .command('schema')
    .description('print a JSON Schema, for editors and for readers of reports, or an OpenAPI description')
    .argument('<which>', 'target, report or openapi')
    .argument(
      '[service]',
      `of which service, for openapi: ${suites.map(({ service }) => service.contract.id).join(' or ')}`,
    )
    .addHelpText('after', examples('schema', assembly))
    .action(async (which, service) => done((await import('./commands/schema.ts')).schema(which, service, assembly)))

  const rewritten = program
    .command('report')
    .description('make other formats from a JSON report, and the certificate from a bundle; without one, print it')
    .argument('[file]', `as run --json, or run --certify, has written it; ${KEPT}; the last one when absent`)
    .option('--badge <file>', 'of a bundle: its outcome as a badge (SVG)')
    .option('--key <file>', 'of a bundle: PEM of the public Ed25519 key that it has to be signed with')
  voiceOptions(fileOptions(rewritten))
    .addOption(new Option('--format <format>', 'print it in this format').choices([...FORMAT_NAMES, 'baseline']))
    .addHelpText('after', examples('report', assembly))
    .action(async (file, _flags, command: Command) =>
      done(await (await import('./commands/report.ts')).report(file, command.optsWithGlobals(), assembly)),
    )

  program
    .command('open')
    .description('the page of a run, in a browser')
    .argument('[file]', `a report or a bundle; ${KEPT}; the last one when absent`)
    .addHelpText('after', examples('open', assembly))
    .action(async (file) => done(await (await import('./commands/open.ts')).open(file, assembly)))

  program
    .command('history')
    .description('what broke when, and what was looked at, from run to run')
    .argument('[files...]', `reports and bundles; ${KEPT}; all that are kept when absent`)
    .option('--target <name>', 'of this target; that of the last run when absent')
    .option('--html <file>', 'write it as a page for a browser')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('history', assembly))
    .action(async (files, flags) => done(await (await import('./commands/history.ts')).history(files, flags, assembly)))

  const again = program
    .command('replay')
    .description('run one check of a report once more, with the seed that it had, or try one generated value again')
    .usage('[options] [report] <check>')
    .argument(
      '<report>',
      `as run --json has written it, or a bundle; ${KEPT}; without one, the last run kept that has judged the check`,
    )
    .argument('[check]', 'its id, or that of a requirement')
  targetOptions(again, assembly)
    .option('--path <path>', 'of the generated value, as a report names it')
    .option('--seed <n>', 'of the run that found it, where no report is given', wholeNumber(0, MOST_SEED))
    .option('--yes', 'agree to the cost that the target file allows')
    .addHelpText('after', examples('replay', assembly))
    .action(async (file, check, _flags, command: Command) =>
      done(await (await import('./commands/replay.ts')).replay(file, check, command.optsWithGlobals(), assembly)),
    )

  wayOptions(program.command('undo'), assembly)
    .description('put back what runs of this folder changed at a target, and were killed before they undid')
    // As with a run: people type it, and nothing is asked.
    .addOption(new Option('--yes', 'nothing is asked: taken as it stands').hideHelp())
    .addHelpText('after', examples('undo', assembly))
    .action(async (_flags, command: Command) =>
      done(await (await import('./commands/undo.ts')).undo(command.optsWithGlobals(), assembly)),
    )

  program
    .command('compare')
    .description(
      'what changed between two reports; 1 where something got worse or is found broken, 3 where neither did and the second run was stopped before its end',
    )
    .argument(
      '[before]',
      `as run --json has written it, or a bundle; ${KEPT}; when absent the last run before it of the same target that was asked for the same and was not stopped, or where none was, the last one, which is said`,
    )
    .argument('[after]', 'another one; the last run that is kept when absent')
    .option('--json', 'as JSON')
    .option('--html <file>', 'write it as a page for a browser; - for the standard output')
    .option('--markdown <file>', 'write it as Markdown; the same')
    .addHelpText('after', examples('compare', assembly))
    .action(async (before, after, flags) =>
      done(await (await import('./commands/compare.ts')).compare(before, after, flags, assembly)),
    )

  const merged = program
    .command('merge')
    .description(
      'make one report of those of all shards of a run, which says the same as one run, but for the rate limit where shards share its keys; what they were asked to come to, with --min-exercised and --fail-on of run, is held against it',
    )
    .argument('<reports...>', `as run --shard --json has written them, one for each shard; ${KEPT}`)
    .option('--json <file>', 'write the report as JSON')
  voiceOptions(fileOptions(merged))
    .option('--baseline <file>', 'known failures with reason, owner and last day; 0 as long as there are no others')
    .option('--no-keep', 'keep nothing of it in .assay')
    .addHelpText('after', examples('merge', assembly))
    .action(async (reports, _flags, command: Command) =>
      done(await (await import('./commands/merge.ts')).merge(reports, command.optsWithGlobals(), assembly)),
    )

  program
    .command('matrix')
    .description('deployments or versions beside each other: what each came to at every statement, differences first')
    .argument('[files...]', `reports and bundles; ${KEPT}; the last run of each target that is kept when absent`)
    .option('--html <file>', 'write it as a page for a browser; - for the standard output, as with the others')
    .option('--markdown <file>', 'write it as Markdown')
    .option('--json <file>', 'write it as JSON')
    .addHelpText('after', examples('matrix', assembly))
    .action(async (files, _flags, command: Command) =>
      done(await (await import('./commands/matrix.ts')).matrix(files, command.optsWithGlobals(), assembly)),
    )

  program
    .command('verify')
    .description('whether a bundle is what was sealed, and whether its evidence bears out its verdicts; sends nothing')
    .argument('<bundle>', 'as run --certify has written it')
    .option('--key <file>', 'PEM of the public Ed25519 key that it has to be signed with')
    .option('--unsigned-ok', 'do without a key: who made it is known otherwise')
    .option('--json', 'as JSON')
    .option('--html <file>', 'write the certificate as a page for a browser')
    .addHelpText('after', examples('verify', assembly))
    .action(async (bundle, _, command) =>
      done(await (await import('./commands/verify.ts')).verify(bundle, command.optsWithGlobals(), assembly)),
    )

  program
    .command('list')
    .description('what is promised, by area, and which checks judge it')
    .option('--service <name>', suites.map(({ service }) => service.contract.id).join(' or '))
    .option('--level <level>', 'must, should or may')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('list', assembly))
    .action(async (flags) => done(await (await import('./commands/list.ts')).list(flags, assembly)))

  program
    .command('explain')
    .description(
      'everything about a requirement, a check or an error code, with what keeps and breaks it or why none is shown',
    )
    .argument('<what>', 'its id, as list shows it, its code, or a pattern of ids')
    .addHelpText('after', examples('explain', assembly))
    .option('--json', 'as JSON; of a pattern everything about each')
    .option('--examples', 'with --json: also of more than 40 requirements what keeps and breaks each; takes minutes')
    .action(async (id, flags) => done(await (await import('./commands/explain.ts')).explain(id, flags, assembly)))

  program
    .command('completion')
    .description('print a script with which a shell completes commands and options')
    .addArgument(new Argument('<shell>', 'which one').choices([...SHELLS]))
    .addHelpText('after', examples('completion', assembly))
    .action(async (shell: Shell) => {
      const { completedCommands } = await import('./completion/words.ts')
      process.stdout.write(completionScript(shell, name, completedCommands(program)))
      done(0)
    })

  // Errors of subcommands are thrown like those of the program, and printed in one place.
  for (const command of program.commands) command.copyInheritedSettings(program)
  return program
}

/**
 * Does what a command line asks for, and gives back the exit code of it. What went wrong is said on stderr.
 * @param more commands beside those that every assembly has
 */
export async function commandLine(argv: readonly string[], assembly: Assembly, more?: More): Promise<number> {
  let code = 0
  let known: readonly string[] = []
  try {
    const program = commands(assembly, more, (given) => {
      code = given
    })
    known = program.commands.map((command) => command.name())
    if (argv.length === 0) program.help({ error: true })
    await program.parseAsync([...argv], { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    const message = messageOf(error, assembly, {
      verbose: argv.includes('--verbose'),
      asked: known.find((name) => name === argv[0]),
      hint: strayArgument(argv, sectionsOf(assembly)),
    })
    if (message !== '') process.stderr.write(`${printableText(message)}\n`)
    // Its annotations are read from either stream.
    if (message !== '' && isSet(process.env.GITHUB_ACTIONS))
      process.stderr.write(githubError(assembly.name, message.replace(`${assembly.name}: `, '')))
    return exitCodeOfError(error)
  }
}
