import { Transport } from '../../../kit/http/transport.ts'
import { nearestOf } from '../../../kit/plan/nearest-ids.ts'
import { isLoopback } from '../../../kit/target/address.ts'
import { clipped } from '../../../reporters/views/clipped.ts'
import { printable } from '../../../reporters/views/printable.ts'
import type { Occurrence, Signing } from '../../../suites/shared/receiver/party.ts'
import { type EnvironmentFlags, environmentOf } from '../../run/terms/environment.ts'
import { UsageError } from '../../usage-error.ts'
import { secretNamed, USUAL_VARIABLES } from '../secret-named.ts'
import { isPaymentEvent, type ReadySample, sampleNames, sampleOf } from '../trigger/samples.ts'

export interface TriggerFlags extends EnvironmentFlags {
  /** URL to which it is sent, as it is. */
  readonly to: string
  /** What of it is wrong. */
  readonly tamper?: 'signature' | 'body' | 'timestamp'
  /** How often the same event is delivered. */
  readonly duplicate?: number
  /** The event before it is delivered as well, behind it. */
  readonly reorder?: boolean
  /** It is not signed. */
  readonly unsigned?: boolean
  readonly signingKeyEnv?: string
  readonly webhookSecretEnv?: string
  /** The receiver is not on this machine, and may have it all the same. */
  readonly yes?: boolean
}

const PATIENCE_MS = 30_000
/** Characters of an answer that are shown. */
const SHOWN = 200
/** Seconds by which a timestamp that is tampered with differs from the signed one. */
const APART = 30

const UNSIGNED: Signing = { lines: () => [] }

/**
 * Delivers one signed sample of an event, and shows what comes back. Gives back 0 where it is answered as such an event
 * is, 1 where it is not, 5 where nobody answers. Whether one of messages is to be signed is the receiver's to know.
 */
export async function trigger(event: string, flags: TriggerFlags): Promise<number> {
  const { to, tamper, duplicate = 1, reorder = false } = flags
  if (!sampleNames.includes(event)) {
    const near = nearestOf(event, sampleNames)
    const hint = near.length === 0 ? `known are ${sampleNames.join(', ')}` : `did you mean ${near.join(', ')}?`
    throw new UsageError(`trigger ${event}: there is no sample of it; ${hint}`)
  }
  if (!isLoopback(to) && flags.yes !== true)
    throw new UsageError(`--to ${to}: is not on this machine; --yes has the event sent there all the same`)
  if (tamper === 'timestamp' && !isPaymentEvent(event))
    throw new UsageError(`--tamper timestamp: ${event} carries none that is signed; signature or body`)
  const sample = sampleOf(event, to, secretFor(event, flags))
  if (sample === undefined) throw new UsageError(`trigger ${event}: there is no sample of it`)
  const before = reorder ? sample.before : undefined
  if (reorder && before === undefined) throw new UsageError(`--reorder: no event is known that comes before ${event}`)
  const transport = new Transport({ timeoutMs: PATIENCE_MS })
  const sending = { tamper, isUnsigned: flags.unsigned === true, isOfPayment: isPaymentEvent(event) }
  try {
    const codes: number[] = []
    for (let nth = 1; nth <= duplicate; nth += 1) {
      const what = duplicate === 1 ? event : `${event}, delivery ${nth} of ${duplicate}`
      codes.push(await delivered(transport, sample, { ...sending, occurrence: sample.event, what }))
    }
    if (before !== undefined) {
      const late = { ...sending, tamper: undefined, occurrence: before, what: 'the event before it' }
      codes.push(await delivered(transport, sample, late))
    }
    return Math.max(...codes)
  } finally {
    await transport.close()
  }
}

function secretFor(event: string, flags: TriggerFlags): string | undefined {
  if (flags.unsigned === true) return undefined
  const env = environmentOf(flags, process.cwd(), process.env)
  return isPaymentEvent(event)
    ? secretNamed('--signing-key-env', flags.signingKeyEnv ?? USUAL_VARIABLES.payment, env)
    : secretNamed('--webhook-secret-env', flags.webhookSecretEnv ?? USUAL_VARIABLES.messaging, env)
}

interface Sending {
  readonly occurrence: Occurrence
  readonly what: string
  readonly tamper: TriggerFlags['tamper']
  readonly isUnsigned: boolean
  readonly isOfPayment: boolean
}

async function delivered(
  transport: Transport,
  { party, tampered }: ReadySample,
  { occurrence: { body }, what, tamper, isUnsigned, isOfPayment }: Sending,
): Promise<number> {
  const bytes = tamper === 'body' ? Buffer.from(tampered(body.toString('utf8'))) : body
  const { headers } = party.stamped(bytes, { over: body, ...(isUnsigned ? UNSIGNED : signingFor(tamper)) })
  const startedAt = performance.now()
  const request = { method: 'POST', url: party.url, headers, body: bytes }
  const answered = await transport.send(request, AbortSignal.timeout(PATIENCE_MS))
  const ms = Math.round(performance.now() - startedAt)
  const say = (line: string): boolean => process.stdout.write(`${printable(line)}\n`)
  const how = [...(isUnsigned ? ['unsigned'] : []), ...(tamper === undefined ? [] : [`${tamper} tampered with`])]
  say(`POST ${party.url}  ${[what, ...how].join(', ')}`)
  say(`  ${bytes.toString('utf8')}`)
  if ('fault' in answered) {
    say(`  no answer: ${answered.fault.message}`)
    return 5
  }
  const { status, body: told } = answered.response
  const text = told.toString('utf8').trim()
  const shown = clipped(text, SHOWN)
  const isTaken = status >= 200 && status < 300
  say(`  ${status} after ${ms} ms${shown === '' ? '' : `: ${shown}`}`)
  if (isUnsigned && !isOfPayment) {
    say('  where a secret is configured it is not to be taken, and where none is, it is')
    return 0
  }
  const isRight = isTaken === (tamper === undefined && !isUnsigned)
  if (!isRight) say(`  ${isTaken ? 'it is not to be taken' : 'it is to be taken'}`)
  return isRight ? 0 : 1
}

function signingFor(tamper: TriggerFlags['tamper']): Signing {
  if (tamper === 'signature') return { lines: (digest) => [`sha256=${[...digest].reverse().join('')}`] }
  if (tamper !== 'timestamp') return {}
  const now = Math.floor(Date.now() / 1000)
  return { signedAt: now - APART, toldAt: now }
}
