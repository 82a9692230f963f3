import type { Key } from '../../../kit/check/context.ts'
import { pathSegment } from '../../../kit/check/path-segment.ts'
import { NotExercised } from '../../../kit/check/signals.ts'
import type { SendRequest } from '../../../kit/http/client.ts'
import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { cameBack, isUuidText, type Matcher, matcher, no, ok, status, valueAt } from '../../../kit/match/index.ts'
import { formOf, NO_UUID, otherGroups, randomUuid } from '../access/identifiers.ts'
import { CUT_OFF } from '../access/invalid-credentials.ts'
import { validCreation } from '../client/acceptance.ts'
import { CREATE, creation, PROFILE, READ, REFRESH } from '../client/api.ts'
import type { BodyKind } from '../client/bodies.ts'
import { draft } from '../client/payment.ts'
import { refusal } from '../client/refusal.ts'
import { cardCreation, qrCreation } from '../creation/card.ts'
import { DEFECT_IDS, defectsOf } from '../creation/refusals/defects.ts'
import { type KindDefect, kindDefects } from '../creation/refusals/kind-defects.ts'
import type { FixtureContext } from '../define.ts'
import { paymentDimensions } from '../service/dimensions.ts'
import { BAD_PROFILE } from '../webhooks/profile-bodies.ts'
import { AT_ONCE, round } from './probes.ts'

/** The statements that the requests of a mixture are about. */
export const MIXED_IDS = [
  ...DEFECT_IDS,
  'pay.error.handled',
  'pay.idempotency.key-required',
  'pay.idempotency.key-too-long',
  'pay.id.invalid-read',
  'pay.id.invalid-refresh',
  'pay.id.missing-read',
  'pay.id.missing-refresh',
  'pay.profile.bad-body',
  'pay.reference.duplicate-completed',
] as const

/** A request that no lawful service executes, and how it is refused. */
export interface Mixed {
  readonly request: (key: Key) => SendRequest
  /** What the request does where it is executed all the same. */
  readonly asksFor: BodyKind | 'profile' | 'nothing'
  /** Wrong for one merchant only. */
  readonly isOwn?: boolean
  readonly id: (typeof MIXED_IDS)[number]
  readonly expected: Matcher<Exchange>
}

/** So many creations of each kind with a defect, and requests to each other endpoint. */
const CREATIONS = { mobile: 20, card: 10, qr: 8 } as const satisfies Record<BodyKind, number>

/** Of one burst, and of those that it goes on with. */
export const MIXED_MOST = 120

const LABEL = 'burst'
const WELL_FORMED = `${LABEL}: an id of nothing`
/** Whoever looks at an id in part only takes it for one. */
const NEARLY = `${LABEL}: an id that is nearly a UUID`

/** Whether a request is one of a mixture in which something is malformed, and not only unknown. */
export const isMalformedOfBurst = ({ label }: Exchange): boolean =>
  label.startsWith(`${LABEL}: `) && label !== WELL_FORMED && label !== NEARLY

/**
 * Requests to every endpoint in an order that the seed decides. What a limit counts may be refused for reasons of its
 * own: the requests that go over a limit anyway ask for what else is to be known.
 */
export async function mixture(t: FixtureContext): Promise<Mixed[]> {
  const bad = [NO_UUID, formOf(t, true), otherGroups(t), `${randomUuid(t)}x`]
  const others: Mixed[] = [
    ...[...bad, randomUuid(t)].flatMap((id): Mixed[] => {
      const isBad = bad.includes(id)
      const expected = refusal([isBad ? '400 INVALID_ID' : '404 RESOURCE_NOT_FOUND'])
      const what = isBad ? 'invalid' : 'missing'
      return [
        { asksFor: 'nothing', request: plain(t, READ, id, ''), id: `pay.id.${what}-read`, expected },
        { asksFor: 'nothing', request: plain(t, REFRESH, id, '/refresh'), id: `pay.id.${what}-refresh`, expected },
      ]
    }),
    ...(t.exchanges().some(isUpdated) ? [profile(t), profile(t)] : []),
  ]
  const { first, later } = await creations(t)
  const own = first.filter(({ isOwn }) => isOwn === true)
  const mixed = shuffled(t, [...others, ...first.filter((each) => !own.includes(each))])
  // What one merchant alone can be asked comes first, one in a round: beside another one with its reference nobody knows
  // which came to be refused for which.
  const [one, other] = own
  const rounds = [one, ...mixed.slice(0, AT_ONCE - 1), other, ...mixed.slice(AT_ONCE - 1)]
  // What the first burst has no room for rides on the next one.
  return [...rounds.filter((each) => each !== undefined), ...shuffled(t, later)].slice(0, MIXED_MOST)
}

/** Creations with one defect each, of every kind of which the same without it is taken: the first of them, and the others. */
async function creations(t: FixtureContext): Promise<{ readonly first: Mixed[]; readonly later: Mixed[] }> {
  const first: Mixed[] = []
  const later: Mixed[] = []
  if (!t.permits('write') || !t.has('payment.bodies.mobile')) return { first, later }
  const taken = takenReference(t)
  // One kind after the other: chance has to fall the same way when the run is judged again.
  for (const kind of ['mobile', 'card', 'qr'] as const) {
    if (!t.has(`payment.bodies.${kind}`)) continue
    const valid = await validOf(t, kind).catch(() => undefined)
    if (valid === undefined || !status('2xx').test(valid).ok) continue
    const defects: readonly MixedDefect[] =
      kind === 'mobile' ? shuffled(t, defectsOf(t)) : mixedOf(t, kindDefects(t, kind))
    const mixed = defects.map((defect) => defective(t, kind, defect))
    first.push(...mixed.slice(0, CREATIONS[kind]))
    later.push(...mixed.slice(CREATIONS[kind]))
    if (kind !== 'mobile' && taken !== undefined) first.push(duplicate(t, kind, taken))
  }
  return { first, later }
}

/** The reference of a payment of the merchant that is completed, as a refusal has told. */
function takenReference(t: FixtureContext): string | undefined {
  const told = t.exchanges().find((each) => {
    const isDuplicate = each.operation === CREATE && isLive(each) && refusal(['409 DUPLICATE_REFERENCE']).test(each).ok
    return isDuplicate && valueAt(json(each.response), '/details/existing_status') === 'completed'
  })
  const reference = valueAt(json(told?.request), '/reference')
  return typeof reference === 'string' ? reference : undefined
}

const isLive = ({ key }: Pick<Exchange, 'key'>): boolean => key.startsWith('live[')

/** What else a payment of another kind may be refused for is its own: taken it is not, nor in conflict with anything else. */
const notTaken: Matcher<Exchange> = matcher('409 DUPLICATE_REFERENCE', (exchange) =>
  status('2xx').test(exchange).ok || refusal(['409 CONFLICT']).test(exchange).ok ? no(cameBack(exchange)) : ok,
)

/** Resources: a reference is unique among the live payments of the merchant, whichever kind they are of. */
function duplicate(t: FixtureContext, kind: BodyKind, reference: string): Mixed {
  const label = 'reference of a completed payment'
  const id = 'pay.reference.duplicate-completed'
  return { ...defective(t, kind, { label, members: { reference }, id, expected: notTaken }), isOwn: true }
}

/** One of each statement comes first: of the others as many as there is room for. */
function mixedOf(t: FixtureContext, defects: readonly KindDefect[]): readonly KindDefect[] {
  const mixed = shuffled(t, defects)
  const first = new Set(new Map(mixed.map((each) => [each.id, each])).values())
  return [...first, ...mixed.filter((each) => !first.has(each))]
}

async function validOf(t: FixtureContext, kind: BodyKind): Promise<Exchange> {
  if (kind === 'mobile') return t.use(validCreation)
  return (await t.use(kind === 'card' ? cardCreation : qrCreation)).answer
}

type MixedDefect = Omit<KindDefect, 'id'> & Pick<Mixed, 'id'>

function defective(t: FixtureContext, kind: BodyKind, defect: MixedDefect): Mixed {
  const { members = {}, id, expected } = defect
  const label = `${LABEL}: ${kind === 'mobile' ? '' : `${kind}, `}${defect.label}`
  const { body, idempotencyKey } = draft(t, { label, kind, members })
  const used = defect.idempotencyKey ?? idempotencyKey
  const header = used === 'none' ? {} : { idempotencyKey: used }
  const request = (key: Key): SendRequest => ({
    ...creation(t, { label, as: key, body, ...header, expects: 'refused' }),
    expects429: true,
  })
  return { asksFor: kind, request, id, expected }
}

function plain(t: FixtureContext, operation: string, id: string, tail: string): Mixed['request'] {
  return (key) => ({
    method: operation === READ ? 'GET' : 'POST',
    url: `${t.service.baseUrl}/api/v1/payments/${pathSegment(id)}${tail}`,
    operation,
    label: id === NO_UUID ? `${LABEL}: not a UUID` : isUuidText(id) ? WELL_FORMED : NEARLY,
    headers: [
      ['Authorization', `Bearer ${key.value}`],
      ['Accept', 'application/json'],
    ],
    key: key.name,
    expects429: true,
  })
}

/** The profile was written before: what is refused now is the body. */
const isUpdated = (each: Exchange): boolean => each.operation === PROFILE && status('2xx').test(each).ok

/** A body that ends in the middle: nothing of it can be kept. */
function profile(t: FixtureContext): Mixed {
  const request = (key: Key): SendRequest => ({
    method: 'PUT',
    url: `${t.service.baseUrl}/api/v1/merchants/me`,
    operation: PROFILE,
    label: `${LABEL}: a body cut off`,
    headers: [
      ['Authorization', `Bearer ${key.value}`],
      ['Content-Type', 'application/json'],
      ['Accept', 'application/json'],
    ],
    body: CUT_OFF,
    key: key.name,
    expects429: true,
  })
  return { asksFor: 'profile', request, id: 'pay.profile.bad-body', expected: refusal(BAD_PROFILE) }
}

function shuffled<T>(t: Pick<FixtureContext, 'random'>, all: readonly T[]): T[] {
  return all
    .map((each) => ({ each, at: t.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each)
}

/** Whether a refusal of such a request shows what is wrong with it: the same without it was taken from this merchant. */
function mayAsk(t: FixtureContext, key: Key, { asksFor, isOwn }: Mixed): boolean {
  if (asksFor === 'nothing' || isLive({ key: key.name })) return true
  if (asksFor === 'profile' || isOwn === true) return false
  return t
    .exchanges()
    .some(
      (each) =>
        each.operation === CREATE &&
        each.key === key.name &&
        paymentDimensions.kind?.(each) === asksFor &&
        status('2xx').test(each).ok,
    )
}

/** What is still to be sent of a mixture: a target that executes one creation is asked for no other. */
export class Mixing {
  #left: readonly Mixed[]
  #isCut = false
  readonly answered: { readonly mixed: Mixed; readonly exchange: Exchange }[] = []

  constructor(mixture: readonly Mixed[]) {
    this.#left = mixture
  }

  /** Whether creations were left out: one was executed, or there was no budget for another. */
  get isCut(): boolean {
    return this.#isCut
  }

  /** So many of those that a key may be used for; they are asked for once. */
  take(t: FixtureContext, key: Key, many: number): readonly Mixed[] {
    const now = this.#left.filter((each) => mayAsk(t, key, each)).slice(0, many)
    this.#left = this.#left.filter((each) => !now.includes(each))
    return now
  }

  /** Sends them at once. Fewer are answered where the budget has no room. */
  async send(t: FixtureContext, key: Key, now: readonly Mixed[]): Promise<readonly Exchange[]> {
    const answers = await Promise.all(now.map((mixed) => this.#send(t, key, mixed)))
    const exchanges = answers.filter((each) => each !== undefined)
    const isTaken = (each: Exchange): boolean => each.operation === CREATE && status('2xx').test(each).ok
    if (exchanges.length < now.length || exchanges.some(isTaken)) {
      this.#isCut = true
      this.#left = this.#left.filter(({ asksFor }) => asksFor === 'nothing' || asksFor === 'profile')
    }
    return exchanges
  }

  async #send(t: FixtureContext, key: Key, mixed: Mixed): Promise<Exchange | undefined> {
    try {
      const exchange = await t.send(mixed.request(key))
      this.answered.push({ mixed, exchange })
      return exchange
    } catch (error) {
      if (error instanceof NotExercised) return undefined
      throw error
    }
  }
}

/** So many requests at once, all but one of them of the mixture as far as it goes, and reads for the rest. */
export function mixedRound(
  t: FixtureContext,
  key: Key,
  mixing: Mixing,
  label: string,
  width = AT_ONCE,
): Promise<[mixed: readonly Exchange[], reads: readonly Exchange[]]> {
  const mixed = mixing.take(t, key, AT_ONCE - 1)
  return Promise.all([mixing.send(t, key, mixed), round(t, key, label, width - mixed.length)])
}
