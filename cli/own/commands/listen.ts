import { randomBytes } from 'node:crypto'
import { appendFileSync, closeSync, openSync } from 'node:fs'
import { createRedactor } from '../../../kit/evidence/redact.ts'
import { parseListen } from '../../../kit/target/address.ts'
import { loadTargetFile } from '../../../kit/target/file/load.ts'
import { TargetFileError } from '../../../kit/target/file/target-file-error.ts'
import { resolveTarget, type Target } from '../../../kit/target/target.ts'
import type { Delivery } from '../../../kit/webhooks/delivery.ts'
import { recordOf } from '../../../kit/webhooks/imported/delivery-record.ts'
import { selfSigned } from '../../../kit/webhooks/listener/self-signed.ts'
import { type Capture, type CaptureOptions, startCapture } from '../../../kit/webhooks/listener/server.ts'
import { identifyByBody } from '../../../kit/webhooks/response-script.ts'
import { printable } from '../../../reporters/views/printable.ts'
import type { Assembly } from '../../assembly.ts'
import { interrupted } from '../../run/interrupted.ts'
import { type EnvironmentFlags, environmentOf } from '../../run/terms/environment.ts'
import { usualFile } from '../../run/terms/target.ts'
import { UsageError } from '../../usage-error.ts'
import { answerLines, inspection, passedOn, type SigningSecrets, signatureWord } from '../sandbox/inspection.ts'
import { secretNamed, USUAL_VARIABLES } from '../secret-named.ts'
import { sections } from '../services.ts'
import { startForwarder } from './forward.ts'

export interface ListenFlags extends EnvironmentFlags {
  readonly config?: string
  readonly listen?: string
  readonly publicUrl?: string
  readonly selfSigned?: boolean
  readonly signingKeyEnv?: string
  readonly webhookSecretEnv?: string
  /** Status that every attempt is answered with. */
  readonly answer: number
  /** URL that every delivery is passed on to; its answer is the answer. */
  readonly forwardTo?: string
  /** File that every delivery is appended to. */
  readonly record?: string
}

/** More attempts than a sender makes at one event. */
const MANY = 10_000

interface Setting {
  readonly secrets: SigningSecrets
  /** Everything that is not shown. */
  readonly hidden: readonly string[]
  readonly capture: CaptureOptions
  readonly notes: readonly string[]
}

/** Shows deliveries as they arrive until it is interrupted. */
export async function listen(flags: ListenFlags, assembly: Assembly): Promise<number> {
  const {
    secrets,
    hidden,
    capture: options,
    notes,
  } = await settingOf(flags, usualFile(assembly, process.cwd()), environmentOf(flags, process.cwd(), process.env))
  if (flags.forwardTo !== undefined) {
    if (flags.record !== undefined)
      throw new UsageError('--record: records what is answered here; leave it or --forward-to out')
    return forwarded(flags.forwardTo, { secrets, hidden, capture: options, notes })
  }
  const redactor = createRedactor({ secrets: [...hidden], runKey: randomBytes(16) })
  const say = (line: string): boolean => process.stdout.write(`${printable(line)}\n`)
  const over = interrupted()
  const journal = flags.record === undefined ? undefined : opened(flags.record)
  const words: string[] = []
  try {
    const capture = await open(options)
    try {
      const inbox = capture.inbox('listen', {
        everywhere: true,
        onDelivery: (delivery: Delivery) => {
          if (journal !== undefined) appendFileSync(journal, `${JSON.stringify(recordOf(delivery))}\n`)
          const attempts = inbox.attemptsAt(delivery)
          const earlier = attempts.slice(0, attempts.indexOf(delivery))
          words.push(signatureWord(delivery, earlier, secrets))
          say('')
          for (const line of inspection(delivery, earlier, secrets, redactor)) say(line)
        },
      })
      const answer = { kind: 'status', status: flags.answer } as const
      inbox.script({ when: () => true, answers: Array.from({ length: MANY }, () => answer) })
      const { host, port } = capture.listening
      say(`listening on ${host}:${port}; give ${capture.url} to the sender, with any path behind it`)
      for (const note of notes) say(`note: ${note}`)
      const { reachable, note } = await capture.preflight()
      if (note !== '') say(`${reachable ? 'note' : 'not reachable'}: ${note}`)
      const kept = flags.record === undefined ? 'nothing is kept' : `kept in ${flags.record}`
      say(`every attempt is answered ${flags.answer}; Ctrl-C ends it, ${kept}`)
      await over
    } finally {
      await capture.close()
    }
  } finally {
    if (journal !== undefined) closeSync(journal)
  }
  say('')
  say(summary(words))
  return 0
}

/** Passes on what arrives until it is interrupted, and shows both sides. */
async function forwarded(to: string, { secrets, hidden, capture, notes }: Setting): Promise<number> {
  const redactor = createRedactor({ secrets: [...hidden], runKey: randomBytes(16) })
  const say = (line: string): boolean => process.stdout.write(`${printable(line)}\n`)
  const over = interrupted()
  const words: string[] = []
  const before: Delivery[] = []
  const { host = '127.0.0.1', port = 0, tls } = capture
  const forwarder = await startForwarder({
    to,
    host,
    port,
    ...(tls === undefined ? {} : { tls }),
    onPassed: (arrived, answered, ms) => {
      const delivery = passedOn(arrived, answered)
      const id = identifyByBody(delivery)
      const earlier = before.filter((each) => identifyByBody(each) === id)
      before.push(delivery)
      words.push(signatureWord(delivery, earlier, secrets))
      say('')
      for (const line of inspection(delivery, earlier, secrets, redactor)) say(line)
      for (const line of answerLines(to, answered, ms, redactor)) say(line)
    },
  })
  try {
    const scheme = tls === undefined ? 'http' : 'https'
    say(`listening on ${forwarder.host}:${forwarder.port}; give ${scheme}://${host}:${forwarder.port} to the sender`)
    for (const note of notes) say(`note: ${note}`)
    say(`every attempt goes on to ${to}, and its answer back; Ctrl-C ends it, nothing is kept`)
    await over
  } finally {
    await forwarder.close()
  }
  say('')
  say(summary(words))
  return 0
}

/** `3 deliveries: 2 signatures verified, 1 wrong`. */
export function summary(words: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const word of words) {
    const kind = /^(verified|absent|wrong|not verified)/.exec(word)?.[0] ?? word
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  const told = [...counts].map(([kind, count], index) => {
    const what = index === 0 ? ` signature${count === 1 ? '' : 's'}` : ''
    return `${count}${what} ${kind}`
  })
  const total = `${words.length} ${words.length === 1 ? 'delivery' : 'deliveries'}`
  return told.length === 0 ? `${total} received` : `${total} received: ${told.join(', ')}`
}

const loadedFrom = (path: string, env: NodeJS.ProcessEnv) => loadTargetFile(path, env, sections)

interface Said {
  readonly file?: Awaited<ReturnType<typeof loadedFrom>>['file']
  readonly target?: Target
  readonly secrets: readonly string[]
  readonly notes: readonly string[]
}

/** What a target file says: the one that is named, or the usual one where there is one that can be read. */
async function saidBy(named: string | undefined, usual: string | undefined, env: NodeJS.ProcessEnv): Promise<Said> {
  const path = named ?? usual
  if (path === undefined) return { secrets: [], notes: [] }
  try {
    const { file, path: configPath, secrets } = await loadedFrom(path, env)
    const target = resolveTarget(file, { sections, configPath, secrets })
    return {
      file,
      target,
      secrets,
      notes: named === undefined ? [`what ${path} says of signing keys and of the address is used`] : [],
    }
  } catch (error) {
    // Nobody has asked for it by name.
    if (named !== undefined || !(error instanceof TargetFileError)) throw error
    return { secrets: [], notes: [`${path} is left aside: ${error.message.split('\n').join(' ')}`] }
  }
}

/** What the flags say, else the target file, else the usual variables. */
async function settingOf(flags: ListenFlags, usual: string | undefined, env: NodeJS.ProcessEnv): Promise<Setting> {
  const { file, target, secrets: known, notes } = await saidBy(flags.config, usual, env)
  const payment =
    secretNamed('--signing-key-env', flags.signingKeyEnv, env) ??
    file?.payment?.signingKey ??
    file?.paymentReceiver?.signingKey ??
    (env[USUAL_VARIABLES.payment] || undefined)
  const messaging =
    secretNamed('--webhook-secret-env', flags.webhookSecretEnv, env) ??
    file?.messaging?.smsWebhook?.secret ??
    file?.messagingReceiver?.secret ??
    (env[USUAL_VARIABLES.messaging] || undefined)
  const publicUrl = flags.publicUrl ?? target?.webhooks?.publicUrl
  const address = (flags.listen === undefined ? undefined : parseListen(flags.listen)) ?? target?.webhooks?.listen
  const tls = flags.selfSigned === true ? 'self-signed' : target?.webhooks?.tls
  const host = address?.host ?? '127.0.0.1'
  const made = tls === 'self-signed' ? selfSigned([host, ...hostsOf(publicUrl)]) : undefined
  const pem = made ?? (tls === 'self-signed' ? undefined : tls)
  const secrets = { ...(payment === undefined ? {} : { payment }), ...(messaging === undefined ? {} : { messaging }) }
  return {
    secrets,
    hidden: [...known, ...Object.values(secrets)],
    capture: {
      ...address,
      ...(publicUrl === undefined ? {} : { publicUrl }),
      ...(pem === undefined ? {} : { tls: pem }),
    },
    notes: [...notes, ...(made === undefined ? [] : [`TLS with a certificate made now, SHA-256 ${made.fingerprint}`])],
  }
}

const hostsOf = (url: string | undefined): readonly string[] =>
  url === undefined ? [] : [new URL(url).hostname.replace(/^\[|\]$/g, '')]

async function open(options: CaptureOptions): Promise<Capture> {
  try {
    return await startCapture(options)
  } catch (error) {
    throw new UsageError(`--listen: ${(error as Error).message}`)
  }
}

/** Its owner alone may read it: bodies stand in it as they came. */
function opened(path: string): number {
  try {
    return openSync(path, 'a', 0o600)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(`--record ${path}: cannot be written (${code}); name a file in a folder that exists`)
  }
}
