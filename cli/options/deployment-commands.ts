import { type Command, Option } from 'commander'
import { sections } from '../services.ts'
import { examples } from './examples.ts'
import { baseUrl, jsonObject, listenAddress, variableName, variableNames, wholeNumber } from './values.ts'

const MOST = 1_000_000

/** The flags that say which target is meant and how it is reached. */
export function targetOptions(command: Command): Command {
  for (const { id } of sections) command.option(`--${id} <url>`, `base URL of a ${id} service`, baseUrl(`--${id}`))
  return command
    .option('--config <file>', 'target file; assay.config.{yaml,yml,json,ts} when it is there and no URL is given')
    .option('--ca <file>', 'PEM of a certificate authority beside the known ones')
    .option('--insecure', 'leave the certificates of a local target unverified')
    .option('--proxy [url]', 'go through a proxy: this one, or that of the environment')
    .option('--deliveries <file>', 'judge the webhooks that another listener writes to this file, instead of listening')
}

/** The flags that say what is asked of it. */
export function selectionOptions(command: Command): Command {
  return command
    .option('--only <pattern...>', 'only these checks or requirements; * stands for any text')
    .option('--skip <pattern...>', 'all but these')
    .addOption(
      new Option('--depth <depth>', 'quick waits for nothing, deep asks more; standard unless --certify').choices([
        'quick',
        'standard',
        'deep',
      ]),
    )
    .option('--runs <n>', 'generated values that each check tries', wholeNumber(1, MOST))
}

/** The commands beside a run that deal with a deployment: plan, init, listen, schema. */
export function deploymentCommands(program: Command, done: (code: number) => void): void {
  const planned = program.command('plan').description('what a run would do and cost; sends nothing')
  selectionOptions(targetOptions(planned))
    .option('--certify', 'the plan of a certification')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('plan'))
    .action(async (_flags, command: Command) =>
      done(await (await import('../commands/plan.ts')).plan(command.optsWithGlobals())),
    )

  program
    .command('init')
    .description('write a target file, from flags and, on a terminal, from questions')
    .option('--output <file>', 'where it goes', 'assay.config.yaml')
    .option('--force', 'overwrite it')
    .option('--name <text>', 'what the deployment is called in reports')
    .addOption(
      new Option('--environment <name>', 'what is at stake; local or test by the URLs when absent').choices([
        'local',
        'test',
        'production',
      ]),
    )
    .option('--payment <url>', 'base URL of the payment service', baseUrl('--payment'))
    .option('--live-key-env <name...>', 'environment variables with its live keys', variableNames)
    .option('--signing-key-env <name>', 'environment variable with its signing key', variableName)
    .option('--mobile-body <json>', 'a valid mobile payment creation', jsonObject)
    .option('--messaging <url>', 'base URL of the messaging service', baseUrl('--messaging'))
    .option('--bound-key-env <name>', 'environment variable with a key bound to a developer app', variableName)
    .option('--unbound-key-env <name>', 'environment variable with a key bound to none', variableName)
    .option('--bearer-env <name>', 'environment variable with an access token', variableName)
    .option('--webhook-secret-env <name>', 'environment variable with the secret of the SMS webhook', variableName)
    .option('--public-url <url>', 'URL under which the deployment reaches this machine', baseUrl('--public-url'))
    .option('--listen <host:port>', 'address to listen on for webhooks', listenAddress)
    .option('--payments <n>', 'payments that a run may make', wholeNumber(0, MOST))
    .option('--messages <n>', 'messages that a run may send', wholeNumber(0, MOST))
    .addHelpText('after', examples('init'))
    .action(async (flags) => done(await (await import('../commands/init.ts')).init(flags)))

  program
    .command('listen')
    .description('show webhooks as they arrive and verify their signatures, until Ctrl-C')
    .option('--config <file>', 'target file that names the signing keys and the address')
    .option(
      '--listen <host:port>',
      'address to listen on; 127.0.0.1 and a free port when nothing names one',
      listenAddress,
    )
    .option('--public-url <url>', 'URL under which senders reach it', baseUrl('--public-url'))
    .option('--self-signed', 'serve TLS with a certificate made now')
    .option(
      '--signing-key-env <name>',
      'environment variable with the signing key of the payment service',
      variableName,
    )
    .option('--webhook-secret-env <name>', 'environment variable with the secret of the SMS webhook', variableName)
    .option('--answer <status>', 'status that every attempt is answered with', wholeNumber(200, 599), 200)
    .option('--record <file>', 'append every delivery to this file, for run --deliveries; holds bodies as they came')
    .addHelpText('after', examples('listen'))
    .action(async (flags) => done(await (await import('../commands/listen.ts')).listen(flags)))

  program
    .command('schema')
    .description('print a JSON Schema, for editors and for readers of reports')
    .argument('<which>', 'target or report')
    .addHelpText('after', examples('schema'))
    .action(async (which) => done((await import('../commands/schema.ts')).schema(which)))
}
