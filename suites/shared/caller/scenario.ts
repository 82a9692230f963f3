import { createHash } from 'node:crypto'
import type { SharedContext } from '../../../kit/check/context.ts'
import { Blocked } from '../../../kit/check/signals.ts'
import type { Told } from '../../../kit/driver/protocol.ts'
import type { Answer, Delivery } from '../../../kit/webhooks/delivery.ts'
import type { CallerSection } from './section.ts'

/** A request as a script reads it. */
export type Request = Pick<Delivery, 'method' | 'below' | 'headers' | 'json' | 'arrivedAt'>

/** What every request of a scenario is answered with; the nth in all, from 1. */
export type Serve = (request: Request, nth: number) => Answer

/** An answer that is known beforehand, or is made of when its request arrived: a time to come. */
export type Given = Answer | ((arrivedAt: number) => Answer)

export const givenTo = (request: Request, given: Given): Answer =>
  typeof given === 'function' ? given(request.arrivedAt) : given

export interface Scenario {
  /** Unique in the run, without the prefix: `retries after 502`. */
  readonly name: string
  readonly operation: string
  readonly input: Readonly<Record<string, unknown>>
  /** Keys and what else goes with every line. */
  readonly given: Readonly<Record<string, unknown>>
  readonly serve: Serve
}

/** What came of a scenario. */
export interface Played {
  readonly name: string
  /** Everything that arrived, in its order. */
  readonly requests: readonly Delivery[]
  /** What the client made of it; absent where its driver gave no answer. */
  readonly told?: Told
  /** Why it gave none. */
  readonly fault?: string
}

type Player = Pick<SharedContext, 'stage' | 'operate' | 'pause' | 'abortUnexercised' | 'seed'> & {
  readonly service: unknown
}

/** Seconds within which an operation ends, when the target file says nothing. */
const WITHIN = 60
/** For so long after its operation a client is watched, ms: it may go on behind its answer. */
const AFTERWARDS_MS = 150

/** Seconds of silence in place of an answer that never comes, and the least of it, ms: a fast clock makes no machine faster. */
const HANG = 3
const LEAST_HANG_MS = 1_500

/** So many seconds on the clock of the client, ms. */
export const scaledFor = ({ service }: { readonly service: unknown }, seconds: number): number =>
  (seconds * 1000) / scaleOf(service)

/** Seconds of the pauses that a client usually makes in outages, 1, 2 and 4, with what a driver takes. */
const OUTAGE_S = 8

/** How long a client in outages is usually waited for, s, by its section of the target file. */
export const outageIn = (section: unknown): number => Math.max(OUTAGE_S / scaleOf(section ?? {}), LEAST_HANG_MS / 1000)

/** An answer that never comes. */
export const silence = (t: { readonly service: unknown }): Answer => ({
  kind: 'hang',
  forMs: Math.max(LEAST_HANG_MS, scaledFor(t, HANG)),
})

const scaleOf = (section: unknown): number => (section as CallerSection).timeScale ?? 1

/** A text of so many hexadecimal digits that the seed and a name decide. */
export const digits = (seed: number, name: string, count: number): string =>
  createHash('sha256').update(`${seed} ${name}`).digest('hex').slice(0, count)

/** A UUID that the seed and a name decide. */
export function uuidFor(seed: number, name: string): string {
  const hex = digits(seed, name, 32)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

/**
 * Serves an interface to the client under test while it carries out one operation. A driver that fails is told so in the
 * result; one that does not implement the operation leaves the check unexercised.
 * @param key the credential that the client is given: it tells its requests from others, whatever their path
 */
export async function play(t: Player, scenario: Scenario, key: string): Promise<Played> {
  const [played] = await playAll(t, scenario, key, [scenario])
  if (played === undefined) throw new TypeError(`${scenario.name} was not played`)
  return played
}

/**
 * The same for several operations one after the other, at one base URL. Each is told with all that arrived by its end.
 * @param isOptional a client need not have the operation: where it has not, nothing is given back
 */
export async function playAll(
  t: Player,
  { name, serve }: Pick<Scenario, 'name' | 'serve'>,
  key: string,
  operations: readonly Pick<Scenario, 'operation' | 'input' | 'given'>[],
  isOptional = false,
): Promise<Played[]> {
  const stage = t.stage(name, {
    serve,
    recognises: (headers) => headers.some(([, value]) => value.includes(key)),
  })
  const withinMs = ((t.service as CallerSection).within ?? WITHIN) * 1000
  const played: Played[] = []
  for (const { operation, input, given } of operations) {
    const asked = { operation, baseUrl: stage.url, input, timeScale: scaleOf(t.service), ...given }
    const ended = await t.operate(name, asked, withinMs).then(
      (told) => ({ told }),
      (error: unknown) => {
        if (error instanceof Blocked) return { fault: error.message }
        throw error
      },
    )
    if (isOptional && 'told' in ended && ended.told.unsupported === true) return []
    if ('told' in ended && ended.told.unsupported === true)
      t.abortUnexercised(
        'not driven',
        `the driver answers {"unsupported": true} to ${operation}: have it carry out ${JSON.stringify({ operation, input: Object.fromEntries(Object.keys(input).map((name) => [name, '…'])) })}`,
      )
    await t.pause(AFTERWARDS_MS)
    played.push({ name, requests: [...stage.deliveries], ...ended })
  }
  return played
}

/** JSON as an answer. */
export const answer = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Answer & { kind: 'status' } => ({ kind: 'status', status, body: JSON.stringify(body), headers: { ...headers } })
