import { createHmac } from 'node:crypto'
import type { CheckContext } from '../../../kit/check/context.ts'
import type { Exchange, RawHeaders } from '../../../kit/http/exchange.ts'
import type { Signed } from '../../../kit/http/signed.ts'
import { type Matcher, matcher, no, ok, status } from '../../../kit/match/index.ts'
import type { Placeholders } from '../../../kit/run/world/recipe.ts'

/** What code that serves every receiver sees of a check. */
export type Scene = Omit<CheckContext, 'afterwards'>

/** What may be different of a signature. Nothing, for one that is right. */
export interface Signing {
  /** Bytes that are signed in place of those that are sent. */
  readonly over?: Buffer
  readonly key?: string | Buffer
  /** Lines of the signature's header, made of the right digest; none for no header. */
  readonly lines?: (digest: string) => readonly string[]
  /** The time that is signed, Unix seconds. */
  readonly signedAt?: number
  /** The time that is told, where it is not the signed one; null for none. */
  readonly toldAt?: number | null
  /** The time is left out of what is signed. */
  readonly bodyAlone?: true
}

/** Who takes events, and how they are signed. */
export interface Party {
  readonly url: string
  /** How exchanges with it are called. */
  readonly operation: string
  stamped(body: Buffer, signing: Signing, of?: Pick<Occurrence, 'channel'>): Stamped
}

/** The headers of an event, and how its signature came about, where there is a key for one. */
export interface Stamped {
  readonly headers: RawHeaders
  readonly signed?: Signed
}

/** An event that a service may tell of. */
export interface Occurrence {
  readonly body: Buffer
  /** What the placeholders of a probe stand for. */
  readonly names: Placeholders
  /** What it is told of through, where headers say so too. */
  readonly channel?: string
}

/** One event of its kind, to be shown. */
export interface Sample {
  readonly event: Occurrence
  /** One of an earlier state of the same thing; absent where none is known to come before it. */
  readonly before?: Occurrence
}

/** `sha256=` and the digest, in lower-case digits. */
export const SCHEME = 'sha256='

/** @param input what is signed, in parts */
export function digestOf(key: string | Buffer, ...input: readonly (string | Buffer)[]): string {
  const mac = createHmac('sha256', typeof key === 'string' ? Buffer.from(key, 'utf8') : key)
  for (const each of input) mac.update(each)
  return mac.digest('hex')
}

/** The request that delivers an event, signed rightly but for what is named. */
const attempt = (party: Party, { body, channel }: Occurrence, label: string, signing: Signing, to = party.url) => ({
  method: 'POST',
  url: to,
  operation: party.operation,
  label,
  ...party.stamped(body, signing, channel === undefined ? {} : { channel }),
  body,
  key: '',
  spends: { events: 1 },
})

/** Delivers an event once. */
export const sendOnce = (
  t: Pick<Scene, 'send'>,
  party: Party,
  occurrence: Occurrence,
  label: string,
  signing: Signing = {},
): Promise<Exchange> => t.send(attempt(party, occurrence, label, signing))

/** Delivers an event several times at the same moment. */
export const sendAtOnce = (
  t: Pick<Scene, 'sendTogether'>,
  party: Party,
  occurrence: Occurrence,
  many: number,
): Promise<Exchange[]> =>
  t.sendTogether(
    Array.from({ length: many }, (_, index) =>
      attempt(party, occurrence, `delivery ${index + 1} of ${many} at one moment`, {}),
    ),
  )

/** An event that was delivered until it was taken, or given up. */
export interface Delivered {
  readonly occurrence: Occurrence
  /** In order; all but the last were not answered with a 2xx. */
  readonly tries: readonly Exchange[]
  readonly last: Exchange
  readonly isTaken: boolean
}

/** Pauses before an event is tried again, ms: a service has longer ones. */
const PAUSES = [300, 1000]

/** Delivers an event, and again where that fails, as a service does. */
export async function deliver(
  t: Pick<Scene, 'send' | 'pause'>,
  party: Party,
  occurrence: Occurrence,
  label: string,
  to?: string,
): Promise<Delivered> {
  const first = await t.send(attempt(party, occurrence, label, {}, to))
  const tries = [first]
  for (const [index, ms] of PAUSES.entries()) {
    const { response } = tries.at(-1) ?? first
    // A redirect is no passing failure.
    if (response !== undefined && response.status < 400) break
    await t.pause(ms)
    tries.push(await t.send(attempt(party, occurrence, `${label}, attempt ${index + 2}`, {}, to)))
  }
  const last = tries.at(-1) ?? first
  return { occurrence, tries, last, isTaken: taken.test(last).ok }
}

/** A 2xx, whichever. */
export const taken: Matcher<Exchange> = status('2xx')

/**
 * The same of the first event of a run: one that is refused whatever it says may be signed with another key.
 * @param keyLine the line of the target file that names the key, where it names none and events are sent unsigned
 */
export const takenAtFirst = (keyLine?: string): Matcher<Exchange> =>
  matcher(taken.expected, (exchange) => {
    const outcome = taken.test(exchange)
    const { status: code = 0 } = exchange.response ?? {}
    if (outcome.ok || code < 400 || code > 499 || code === 404) return outcome
    return no(
      outcome.actual,
      keyLine === undefined
        ? 'is the key of the target file the one that the receiver has, and does it verify the raw body?'
        : `the target file names no key, so that events are sent unsigned; where the receiver has one, add ${keyLine}`,
    )
  })

/** Anything but a 2xx: a connection that is closed without an answer is none either. */
export const notTaken: Matcher<Exchange> = matcher('no 2xx', (exchange) =>
  taken.test(exchange).ok ? no(`${exchange.response?.status}`) : ok,
)

/** No 5xx. */
export const noServerError: Matcher<Exchange> = matcher('no 5xx', (exchange) => {
  const { response } = exchange
  return response !== undefined && response.status < 500 ? ok : no(statusOf(exchange))
})

/** The status of an answer in a word. */
export const statusOf = ({ response }: Pick<Exchange, 'response'>): string =>
  response === undefined ? 'no answer' : String(response.status)
