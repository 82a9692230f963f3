import type { Check } from '../../kit/check/check.ts'
import type { CheckContext } from '../../kit/check/context.ts'
import { Blocked, NotExercised } from '../../kit/check/signals.ts'
import { systemClock } from '../../kit/clock/clock.ts'
import type { SendRequest } from '../../kit/http/client.ts'
import { type Exchange, json } from '../../kit/http/exchange.ts'
import type { Matcher } from '../../kit/match/index.ts'
import type { Answer, Delivery } from '../../kit/webhooks/delivery.ts'

const bytes = (value: unknown): Buffer =>
  value === undefined ? Buffer.alloc(0) : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))

export interface Answered {
  readonly id?: string
  readonly operation?: string
  readonly label?: string
  readonly key?: string
  readonly url?: string
  /** JSON of the request. */
  readonly sent?: unknown
  /** No answer came when absent. */
  readonly status?: number
  /** Why none came; `reset` when absent. */
  readonly fault?: NonNullable<Exchange['fault']>['kind']
  /** JSON of the answer, or its text. */
  readonly answer?: unknown
  readonly headers?: Exchange['request']['headers']
  /** ms */
  readonly at?: number
  /** `at` when absent. */
  readonly until?: number
}

/** An exchange as a run records it. */
export function exchangeOf(seen: Answered): Exchange {
  const { id = 'x1', operation = 'GET /', label = '', key = 'live[0]', url = 'http://127.0.0.1/' } = seen
  const { sent, status, answer, headers = [], at = 0, until = at, fault = 'reset' } = seen
  const told =
    status === undefined
      ? { fault: { kind: fault, message: 'closed' } as const }
      : { response: { status, headers, body: bytes(answer) } }
  const request = { method: operation.split(' ')[0] ?? 'GET', url, headers: [], body: bytes(sent) }
  return {
    ...{ id, service: 'payment', check: 'test', operation, label, key, request },
    ...told,
    sentAt: at,
    endedAt: until,
  }
}

export interface Received
  extends Partial<Pick<Delivery, 'id' | 'inbox' | 'arrivedAt' | 'arrivedMono' | 'truncated' | 'aborted'>> {
  /** Its status, or what else was done; 200 when absent. */
  readonly answered?: number | Answer
}

/** A delivery as a run records it, whole when nothing else is said. */
export function deliveryOf(payload: unknown, given: Received = {}): Delivery {
  const { answered = 200, ...more } = given
  const body = bytes(payload)
  const answer = typeof answered === 'number' ? { kind: 'status', status: answered } : answered
  const whole = { headers: [], body, json: json({ body }), truncated: false, aborted: false, answer }
  return { id: 'd1', inbox: '', arrivedAt: 0, arrivedMono: 0, ...whole, ...more } as unknown as Delivery
}

/** What a run has recorded, as far as a rule asks for it. */
export interface Recorded {
  readonly exchanges?: readonly Exchange[]
  readonly deliveries?: readonly Delivery[]
  /** URLs of inboxes by their names. */
  readonly inboxes?: Readonly<Record<string, string>>
  readonly target?: { readonly timeScale?: number; readonly webhooks?: object }
  /** The section of the target file that the suite reads. */
  readonly service?: object
  /** What the fixtures give, by their names. */
  readonly fixtures?: Readonly<Record<string, unknown>>
  /** What requests are answered, in the order of sending. */
  readonly answers?: readonly Answered[]
  /** What the target file claims or allows, by its names; nothing when absent. */
  readonly claims?: readonly string[]
  /** What else the context has. */
  readonly context?: object
}

/** The context of a check by itself, and what it says: `pass pay.rate.limited`. */
export function contextOf<Context extends object>(
  recorded: Recorded,
): { readonly t: Context; readonly said: string[]; readonly sent: SendRequest[] } {
  const {
    exchanges = [],
    deliveries = [],
    inboxes = {},
    target = {},
    service = {},
    fixtures = {},
    answers = [],
    claims = [],
    context = {},
  } = recorded
  const said: string[] = []
  const sent: SendRequest[] = []
  const conclude = (
    id: string,
    { ok, soft }: { readonly ok: boolean; readonly soft?: boolean | undefined },
  ): boolean => {
    said.push(`${ok ? 'pass' : soft === true ? 'warn' : 'fail'} ${id}`)
    return ok
  }
  const { timeScale = 1 } = target
  const clock = systemClock(timeScale)
  let waited = 0
  const send = async (request: SendRequest): Promise<Exchange> => {
    const { operation, label, key } = request
    sent.push(request)
    const again = sent.length > answers.length && sent.at(-2)?.label === label
    // What is asked again in the same words is answered as before.
    const answer = again ? answers.at(-1) : answers[sent.length - 1]
    if (answer === undefined) throw new Error(`no answer is there for ${operation} (${label})`)
    return exchangeOf({ operation, label, key, ...answer })
  }
  const t = {
    target: { ...target, timeScale },
    depth: 'standard',
    service,
    clock: {
      now: () => clock.now() + waited,
      mono: () => clock.mono() + waited,
      scaled: (seconds: number) => clock.scaled(seconds),
    },
    pause: async (ms: number) => {
      waited += ms
    },
    signal: new AbortController().signal,
    exchanges: () => exchanges,
    deliveries: () => deliveries,
    inbox: (name: string) => (inboxes[name] === undefined ? undefined : { url: inboxes[name] }),
    use: async ({ name }: { readonly name: string }) => {
      if (!Object.hasOwn(fixtures, name)) throw new Blocked(`there is no ${name}`)
      return fixtures[name]
    },
    key: (name: string) => ({ name, value: name }),
    fresh: (kind: string) => `${kind}-1`,
    has: (claim: string) => claims.includes(claim),
    random: () => 0.5,
    attest: (_id: string, _about: string, look: () => unknown) => look(),
    send,
    sendTogether: async (requests: readonly SendRequest[]) => Promise.all(requests.map(send)),
    conclude,
    judge: (id: string, exchange: Exchange, expected: Matcher<Exchange>) => conclude(id, expected.test(exchange)),
    control: (exchange: Exchange, expected: Matcher<Exchange>) => {
      if (!expected.test(exchange).ok) throw new Blocked(expected.expected)
    },
    abortBlocked: (reason: string) => {
      throw new Blocked(reason)
    },
    abortUnexercised: (why: NotExercised['why'], reason: string) => {
      throw new NotExercised(why, reason)
    },
    observe: (id: string, value: string) => said.push(`${id}: ${value}`),
    markUnexercised: (id: string) => said.push(`unexercised ${id}`),
    markInapplicable: (id: string) => said.push(`inapplicable ${id}`),
    cellOf: () => undefined,
    lateness: () => 0,
    markBlocked: (id: string) => said.push(`blocked ${id}`),
    ...context,
  }
  return { t: t as object as Context, said, sent }
}

/** What a check says by itself, of everything that it covers. */
export async function saidBy(check: Check | undefined, recorded: Recorded): Promise<string[]> {
  if (check === undefined) throw new Error('there is no such check')
  const { t, said } = contextOf<CheckContext>(recorded)
  try {
    await check.run(t)
  } catch (error) {
    if (!(error instanceof Blocked || error instanceof NotExercised)) throw error
    const word = error instanceof Blocked ? 'blocked' : 'unexercised'
    const open = check.covers.filter((id) => !said.some((each) => each.endsWith(` ${id}`)))
    said.push(...open.map((id) => `${word} ${id}`))
  }
  return said
}
