import { type Command, InvalidArgumentError, Option } from 'commander'
import { type Assembly, typedName } from '../assembly.ts'
import { examples } from '../options/examples.ts'
import {
  baseUrl,
  eventUrl,
  jsonObject,
  listenAddress,
  positiveNumber,
  variableName,
  variableNames,
  wholeNumber,
} from '../options/values.ts'

const MOST = 1_000_000
const PORT = wholeNumber(0, 65_535)

/** An option that a container is given as a variable, as well. */
const setting = (flags: string, meaning: string, variable: string): Option => new Option(flags, meaning).env(variable)

const port = (flags: string, meaning: string): Option => {
  const name = (/^--([\w-]+)/.exec(flags)?.[1] ?? '').replaceAll('-', '_').toUpperCase()
  return setting(flags, `port ${meaning}`, `ASSAY_${name}`).argParser(PORT)
}

/** Values of an option that are given one at a time, or all in a variable. */
const words = (text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  ...text.split(/\s+/).filter((each) => each !== ''),
]

/** The commands of this package alone: a file for its two services, their webhooks, and their references. */
export function ownCommands(program: Command, done: (code: number) => void, assembly: Assembly): void {
  const typed = typedName(assembly)
  program
    .command('init')
    .description('write a target file: from a URL and a key, which are tried, or on a terminal from questions')
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
    .option(
      '--key <key...>',
      'keys of the service that is named, to try, of payments those of one merchant; the file names variables for them',
    )
    .option('--no-try', 'ask the services nothing')
    .option('--yes', 'agree to payments being created where the service is not local')
    .option('--dotenv <file>', 'variables that the environment has not got; .env when it is there')
    .option('--no-dotenv', 'read no such file')
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
    .addHelpText('after', examples('init', assembly))
    .action(async (flags) => done(await (await import('./commands/init.ts')).init(flags, typed)))

  program
    .command('listen')
    .description('show webhooks as they arrive and verify their signatures, until Ctrl-C')
    .option(
      '--config <file>',
      'target file that names the signing keys and the address; assay.config.yaml when it is there',
    )
    .option(
      '--listen <host:port>',
      'address to listen on; 127.0.0.1 and a free port when nothing names one',
      listenAddress,
    )
    .option('--public-url <url>', 'URL under which senders reach it', baseUrl('--public-url'))
    .option('--dotenv <file>', 'variables that the environment has not got; .env when it is there')
    .option('--no-dotenv', 'read no such file')
    .option('--self-signed', 'serve TLS with a certificate made now')
    .option(
      '--signing-key-env <name>',
      'environment variable with the signing key of the payment service; PAY_SIGNING_KEY when absent',
      variableName,
    )
    .option(
      '--webhook-secret-env <name>',
      'environment variable with the secret of the SMS webhook; MSG_WEBHOOK_SECRET when absent',
      variableName,
    )
    .option('--answer <status>', 'status that every attempt is answered with', wholeNumber(200, 599), 200)
    .option(
      '--forward-to <url>',
      'pass every attempt on to this URL, unchanged, and its answer back; shows both sides',
      eventUrl('--forward-to'),
    )
    .option('--record <file>', 'append every delivery to this file, for run --deliveries; holds bodies as they came')
    .addHelpText('after', examples('listen', assembly))
    .action(async (flags) => done(await (await import('./commands/listen.ts')).listen(flags, assembly)))

  program
    .command('trigger')
    .argument('<event>', 'such as payment.completed or sms.delivered')
    .description('send one signed sample of an event to a receiver, and show what comes back')
    .requiredOption('--to <url>', 'URL to which it is sent, as it is', eventUrl('--to'))
    .addOption(
      new Option('--tamper <what>', 'change this after it was signed').choices(['signature', 'body', 'timestamp']),
    )
    .option('--duplicate <n>', 'deliver the same event so often', wholeNumber(2, 100))
    .option('--reorder', 'deliver the event before it as well, behind it')
    .option(
      '--unsigned',
      'without a signature: one of payments is not to be taken then, one of messages where a secret is configured',
    )
    .option(
      '--signing-key-env <name>',
      'environment variable with the signing key; PAY_SIGNING_KEY when absent',
      variableName,
    )
    .option(
      '--webhook-secret-env <name>',
      'environment variable with the secret of the SMS webhook; MSG_WEBHOOK_SECRET when absent',
      variableName,
    )
    .option('--dotenv <file>', 'variables that the environment has not got; .env when it is there')
    .option('--no-dotenv', 'read no such file')
    .option('--yes', 'agree to an event being sent elsewhere than to this machine')
    .addHelpText('after', examples('trigger', assembly))
    .action(async (event, flags) => done(await (await import('./commands/trigger.ts')).trigger(event, flags)))

  program
    .command('serve')
    .description('run the reference as a sandbox, with a target file for it')
    .addOption(setting('--host <address>', 'to listen on; 0.0.0.0 for all', 'ASSAY_HOST').default('127.0.0.1'))
    .addOption(
      setting('--public-host <name>', 'by which its clients reach it, for the target file', 'ASSAY_PUBLIC_HOST'),
    )
    .addOption(port('--payment-port <n>', 'of the payment service; the system chooses when absent or 0'))
    .addOption(port('--payment-control-port <n>', 'of what brings its outcomes about; the same'))
    .addOption(port('--messaging-port <n>', 'of the messaging service; the same'))
    .addOption(port('--messaging-control-port <n>', 'of what brings its outcomes about; the same'))
    .addOption(port('--payment-receiver-port <n>', 'of the receiver of its webhooks; the same'))
    .addOption(port('--messaging-receiver-port <n>', 'of the receiver of its webhooks; the same'))
    .addOption(
      setting('--seed <n>', 'decides every key: the same ones at each start', 'ASSAY_SEED').argParser(
        wholeNumber(0, 2 ** 31 - 1),
      ),
    )
    .addOption(
      setting(
        '--key <name=value...>',
        'a key in place of its own, such as payment.live=sk_live_0123',
        'ASSAY_KEYS',
      ).argParser(words),
    )
    .addOption(
      setting('--time-scale <n>', 'how many times faster than the documents its clocks run', 'ASSAY_TIME_SCALE')
        .argParser(positiveNumber)
        .default(1),
    )
    .option('--variant <name...>', 'lawful choices where the documents leave one')
    .option('--flaw <name>', 'one seeded violation', (name: string, before?: string) => {
      if (before !== undefined)
        throw new InvalidArgumentError(`One at a time: ${before} is given already; start another sandbox for it.`)
      return name
    })
    .option('--write <file>', 'where the target file goes', 'assay.reference.yaml')
    .option('--name <text>', 'what the target file calls it, as reports do', 'embedded reference')
    .option(
      '--list [word...]',
      'name the variants and flaws, those with all these words alone and with what they break or only warn of, and leave',
    )
    .addHelpText('after', examples('serve', assembly))
    .action(async (flags) => done(await (await import('./commands/serve.ts')).serve(flags, typed)))
}
