import { valueAt } from '../../../../kit/match/index.ts'
import type { Answer, Delivery } from '../../../../kit/webhooks/delivery.ts'
import type { FixtureContext } from '../../define.ts'
import { contentOf, textAt } from '../deliveries.ts'

/** How the receiver treats one event. */
export type Part =
  | 'server error'
  | 'client error'
  | 'no answer'
  | 'reset'
  | 'redirect'
  | 'other success'
  | 'odd body'
  | 'ok'

export interface Role {
  readonly part: Part
  /** The answers to the first attempts; later ones get 200. */
  readonly answers: readonly Answer[]
}

/** Events that a sender may tell of in ways of their own. */
type Kind = 'sent' | 'submit failed' | 'delivered' | 'expired' | 'report failed'

/** The parts that wait for the events of each kind. */
export type Turns = ReadonlyMap<Kind, Part[]>

/** More attempts than a sender makes while a run lasts. */
const MANY = 100

/** A 2xx whose body says the opposite. */
const ODD_BODY = '{"success":false,"status":"error","error":"failed","retry":true}'

/** A 2xx whose body is no JSON. */
const ODD_TEXT = 'error: try again later'

/** 410 is where many a sender gives a webhook up; the document makes no exception, for these or for others. */
const CLIENT_ERRORS = [410, 400, 404, 429]
/** What is as often taken for an answer that no repetition changes. */
const LATER_ERRORS = [401, 403, 422, 408, 409]
const SERVER_ERRORS = [500, 503, 502, 504]
/** What senders take for lasting, as it speaks of what the receiver cannot do. */
const NOT_IMPLEMENTED = 501
const REDIRECTS = [302, 301, 307, 308, 303]
/** Statuses that are on no list of usual ones. */
const SUCCESSES = [207, 203, 206, 208, 226, 299]

const answered = (status: number): Answer => ({ kind: 'status', status })

/** The same answer to every attempt. */
export const lasting = (answer: Answer): readonly Answer[] => Array.from({ length: MANY }, () => answer)

/** A list from another place on, decided by the seed: what comes first changes from run to run. */
function turned<T>({ random }: Pick<FixtureContext, 'random'>, list: readonly T[]): readonly T[] {
  const from = Math.floor(random() * list.length)
  return [...list.slice(from), ...list.slice(0, from)]
}

/**
 * The parts in the order in which they are given out: what comes first is exercised even where few events come.
 * @param trap where a redirect points
 */
export function rolesOf(t: FixtureContext, trap: string): readonly Role[] {
  const [late, later] = turned(t, LATER_ERRORS).map(answered) as [Answer, Answer]
  const [away, farther] = turned(t, REDIRECTS).map(
    (status): Answer => ({ kind: 'status', status, headers: { Location: trap } }),
  ) as [Answer, Answer]
  // What is taken at the third attempt leaves a usual sender two that would contradict it.
  const second = t.depth === 'deep' ? [farther] : []
  const [success = 207] = turned(t, SUCCESSES)
  const [accepted = 202] = turned(t, [202, 201])
  return [
    { part: 'server error', answers: [...turned(t, SERVER_ERRORS).map(answered), ...lasting(answered(500))] },
    // None of its attempts is taken: it has as many as the first one.
    { part: 'client error', answers: [...turned(t, CLIENT_ERRORS).map(answered), ...lasting(answered(400))] },
    {
      part: 'no answer',
      answers: [
        { kind: 'hang', forMs: Math.max(t.clock.scaled(60), 6000) },
        late,
        ...lasting({ kind: 'status', status: 200, body: ODD_TEXT }),
      ],
    },
    { part: 'other success', answers: lasting(answered(success)) },
    { part: 'odd body', answers: lasting({ kind: 'status', status: 200, body: ODD_BODY }) },
    { part: 'reset', answers: [{ kind: 'reset' }, later, ...lasting(answered(204))] },
    { part: 'redirect', answers: [away, ...second, answered(NOT_IMPLEMENTED), ...lasting(answered(accepted))] },
  ]
}

const FAILING: readonly Part[] = ['client error', 'no answer', 'reset', 'redirect']
const TAKING: readonly Part[] = ['other success', 'odd body']

/** The kind of an event, by its name and, of the two that share one, by its fields. */
export function kindOf(delivery: Pick<Delivery, 'json' | 'body'>): Kind | undefined {
  const name = textAt(delivery, '/event')
  const isReport = valueAt(contentOf(delivery), '/data/failed_at') !== undefined
  if (name === 'sms.failed') return isReport ? 'report failed' : 'submit failed'
  const kinds: Readonly<Record<string, Kind>> = {
    'sms.sent': 'sent',
    'sms.delivered': 'delivered',
    'sms.expired': 'expired',
  }
  return name === undefined ? undefined : kinds[name]
}

/**
 * Which kind of event meets which part, decided by the seed: every kind fails once where so many come. The longest part is
 * that of a submit which fails: nothing comes after it that a sender in order would hold back.
 */
export function turnsOf(t: FixtureContext): Turns {
  const { delivered, expired, failed, pending, rejected } = t.service.fixtures?.phones ?? {}
  const count = (...phones: readonly (string | undefined)[]): number =>
    phones.filter((each) => each !== undefined).length
  const room = new Map<Kind, number>([
    ['sent', count(delivered, expired, failed, pending)],
    ['submit failed', count(rejected)],
    ['delivered', count(delivered)],
    ['expired', count(expired)],
    ['report failed', count(failed)],
  ])
  const turns = new Map<Kind, Part[]>([...room.keys()].map((kind) => [kind, []]))
  const isFree = (kind: Kind): boolean => (turns.get(kind)?.length ?? 0) < (room.get(kind) ?? 0)
  const give = (part: Part, kinds: readonly Kind[]): void => {
    const free = kinds.filter(isFree)
    const fresh = free.find((kind) => turns.get(kind)?.length === 0)
    const kind = (FAILING.includes(part) ? fresh : undefined) ?? free[0]
    if (kind !== undefined) turns.get(kind)?.push(part)
  }
  give('server error', ['submit failed', 'sent'])
  const others = turned(t, ['sent', 'delivered', 'expired', 'report failed'] as const)
  for (const part of FAILING.slice(0, 2)) give(part, others)
  for (const part of TAKING) give(part, ['sent', ...others])
  for (const part of FAILING.slice(2)) give(part, others)
  return turns
}
