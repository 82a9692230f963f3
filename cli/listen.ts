import { randomBytes } from 'node:crypto'
import type { Delivery } from '../kit/capture/delivery.ts'
import { type Capture, startCapture } from '../kit/capture/server.ts'
import { createRedactor } from '../kit/evidence/redact.ts'
import { type Listen, parseListen } from '../kit/target/address.ts'
import { printable } from '../reporters/printable.ts'
import { inspection, type SigningSecrets } from './inspection.ts'
import { interrupted } from './interrupted.ts'
import { UsageError } from './usage-error.ts'

export interface ListenFlags {
  readonly listen: string
  readonly publicUrl?: string
  readonly paymentSigningKeyEnv?: string
  readonly messagingSecretEnv?: string
  /** Status that every attempt is answered with. */
  readonly answer: number
}

/** More attempts than a sender makes at one event. */
const MANY = 10_000

/** Shows deliveries as they arrive until it is interrupted. */
export async function listen(flags: ListenFlags): Promise<number> {
  const secrets = secretsOf(flags, process.env)
  const redactor = createRedactor({ secrets: Object.values(secrets), runKey: randomBytes(16) })
  const say = (line: string): boolean => process.stdout.write(`${printable(line)}\n`)
  const over = interrupted()
  const capture = await open(addressOf(flags.listen), flags.publicUrl)
  try {
    say(
      `listening on ${capture.listening.host}:${capture.listening.port}; give ${capture.url} to the sender, with any path behind it`,
    )
    const { reachable, note } = await capture.preflight()
    if (note !== '') say(`${reachable ? 'note' : 'not reachable'}: ${note}`)
    const inbox = capture.inbox('listen', {
      everywhere: true,
      onDelivery: (delivery: Delivery) => {
        const attempts = inbox.attemptsAt(delivery)
        const earlier = attempts.slice(0, attempts.indexOf(delivery))
        say('')
        for (const line of inspection(delivery, earlier, secrets, redactor)) say(line)
      },
    })
    const answer = { kind: 'status', status: flags.answer } as const
    inbox.programme({ when: () => true, answers: Array.from({ length: MANY }, () => answer) })
    say(`every attempt is answered ${flags.answer}; Ctrl-C ends it, nothing is kept`)
    await over
    say(`${inbox.deliveries.length} deliveries received`)
  } finally {
    await capture.close()
  }
  return 0
}

function addressOf(text: string): Listen {
  const address = parseListen(text)
  if (address === undefined)
    throw new UsageError(`--listen ${text}: expected host:port such as 0.0.0.0:8787 or [::1]:0`)
  return address
}

async function open(address: Listen, publicUrl: string | undefined): Promise<Capture> {
  try {
    return await startCapture({ ...address, ...(publicUrl === undefined ? {} : { publicUrl }) })
  } catch (error) {
    const { message } = error as Error
    throw new UsageError(
      message.startsWith('publicUrl') ? message.replace('publicUrl:', '--public-url') : `--listen: ${message}`,
    )
  }
}

/** The secrets that the flags name; a variable that is not set is a mistake. */
function secretsOf(flags: ListenFlags, env: NodeJS.ProcessEnv): SigningSecrets {
  const read = (flag: string, name: string | undefined): string | undefined => {
    if (name === undefined) return undefined
    const value = /^[A-Za-z_]\w*$/.test(name) ? env[name] : undefined
    if (value !== undefined && value !== '') return value
    // What was given may be the secret itself: it is not repeated.
    const fault = /^[A-Z_][A-Z0-9_]*$/.test(name)
      ? `the environment variable ${name} is not set`
      : 'expected the name of an environment variable that is set'
    throw new UsageError(`${flag}: ${fault}; the secret is taken from there, never from the command line`)
  }
  const payment = read('--payment-signing-key-env', flags.paymentSigningKeyEnv)
  const messaging = read('--messaging-secret-env', flags.messagingSecretEnv)
  return { ...(payment === undefined ? {} : { payment }), ...(messaging === undefined ? {} : { messaging }) }
}
