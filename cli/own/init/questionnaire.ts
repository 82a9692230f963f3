import { createInterface, type Interface } from 'node:readline/promises'
import { baseUrlFault, parseListen } from '../../../kit/target/address.ts'
import { jsonObject, variableName } from '../../options/values.ts'
import { UsageError } from '../../usage-error.ts'
import { type Answers, needsBudget } from './target-answers.ts'

/** Asks for what is not answered yet. An empty line leaves a member out, and what is not understood is asked again. */
export async function questionnaire(
  given: Answers,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<Answers> {
  const terminal = createInterface({ input, output })
  const leave = new AbortController()
  // Ctrl-C, and the end of the input.
  terminal.once('close', () => leave.abort())
  try {
    return await answered(given, new Asker(terminal, output, leave.signal))
  } catch (error) {
    if (leave.signal.aborted) throw new UsageError('nothing was written: the questions were left')
    throw error
  } finally {
    terminal.close()
  }
}

class Asker {
  readonly #terminal: Interface
  readonly #output: NodeJS.WritableStream
  readonly #signal: AbortSignal

  constructor(terminal: Interface, output: NodeJS.WritableStream, signal: AbortSignal) {
    this.#terminal = terminal
    this.#output = output
    this.#signal = signal
  }

  /** The value of a member: given already, or read from a line; undefined for an empty one. */
  async value<T>(known: T | undefined, question: string, read: (line: string) => T): Promise<T | undefined> {
    while (known === undefined) {
      const line = (await this.#terminal.question(`${question}: `, { signal: this.#signal })).trim()
      if (line === '') return undefined
      try {
        return read(line)
      } catch (error) {
        this.#output.write(`  ${(error as Error).message}\n`)
      }
    }
    return known
  }
}

async function answered(given: Answers, ask: Asker): Promise<Answers> {
  const payment = await ask.value(given.payment, 'Base URL of the payment service (empty for none)', url)
  const ofPayment = payment !== undefined && {
    payment,
    liveKeyEnv: await ask.value(
      given.liveKeyEnv,
      'Environment variables with its live keys, separated by blanks',
      names,
    ),
    signingKeyEnv: await ask.value(given.signingKeyEnv, 'Environment variable with its signing key', variableName),
    mobileBody: await ask.value(given.mobileBody, 'A valid mobile payment creation, as JSON in one line', jsonObject),
  }
  const messaging = await ask.value(given.messaging, 'Base URL of the messaging service (empty for none)', url)
  const ofMessaging = messaging !== undefined && {
    messaging,
    boundKeyEnv: await ask.value(
      given.boundKeyEnv,
      'Environment variable with an API key bound to a developer app',
      variableName,
    ),
    unboundKeyEnv: await ask.value(
      given.unboundKeyEnv,
      'Environment variable with an API key bound to none',
      variableName,
    ),
    bearerEnv: await ask.value(given.bearerEnv, 'Environment variable with an access token', variableName),
    webhookSecretEnv: await ask.value(
      given.webhookSecretEnv,
      'Environment variable with the secret of the SMS webhook',
      variableName,
    ),
  }
  const services = { ...given, ...ofPayment, ...ofMessaging }
  const budget = needsBudget(services)
  const answers = {
    ...services,
    name: await ask.value(given.name, 'What the deployment is called in reports', (line) => line),
    environment: budget
      ? await ask.value(given.environment, 'What is at stake: test or production (empty for test)', environment)
      : given.environment,
    publicUrl: await ask.value(
      given.publicUrl,
      'URL under which the deployment reaches this machine for webhooks',
      url,
    ),
    listen: await ask.value(given.listen, 'host:port to listen on for them, such as 0.0.0.0:8787', address),
    ...(budget && ofPayment && { payments: await ask.value(given.payments, 'Payments that a run may make', whole) }),
    ...(budget && ofMessaging && { messages: await ask.value(given.messages, 'Messages that a run may send', whole) }),
  }
  return Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== undefined))
}

function url(line: string): string {
  const fault = baseUrlFault(line)
  if (fault !== undefined) throw new UsageError(`${fault}, such as https://pay.example.org`)
  return line
}

const names = (line: string): readonly string[] => line.split(/[\s,]+/).map(variableName)

function environment(line: string): 'test' | 'production' {
  if (line === 'test' || line === 'production') return line
  throw new UsageError('expected test or production')
}

function address(line: string): string {
  if (parseListen(line) === undefined) throw new UsageError('expected host:port such as 0.0.0.0:8787 or [::1]:0')
  return line
}

function whole(line: string): number {
  if (!/^\d{1,9}$/.test(line)) throw new UsageError('expected a whole number')
  return Number(line)
}
