import type { Key } from '../../../kit/check/context.ts'
import { pathSegment } from '../../../kit/check/path-segment.ts'
import { NotExercised } from '../../../kit/check/signals.ts'
import type { SendRequest } from '../../../kit/http/client.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { type Matcher, status } from '../../../kit/match/index.ts'
import { NO_UUID, otherGroups, randomUuid } from '../access/identifiers.ts'
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
import { BAD_PROFILE } from '../webhooks/profile-bodies.ts'

/** The statements that the requests of a mixture are about. */
export const MIXED_IDS = [
  ...DEFECT_IDS,
  'pay.idempotency.key-required',
  'pay.idempotency.key-too-long',
  'pay.id.invalid-read',
  'pay.id.invalid-refresh',
  'pay.id.missing-read',
  'pay.id.missing-refresh',
  'pay.profile.bad-body',
] as const

/** A request that no lawful service executes, and how it is refused. */
export interface Mixed {
  readonly request: SendRequest
  readonly id: (typeof MIXED_IDS)[number]
  readonly expected: Matcher<Exchange>
}

/** So many creations of each kind with a defect, and requests to each other endpoint. */
const CREATIONS = { mobile: 20, card: 10, qr: 8 } as const satisfies Record<BodyKind, number>
const OTHERS = 4

const LABEL = 'burst'
const WELL_FORMED = `${LABEL}: an id`

/** Whether a request is one of a mixture in which something is malformed, and not only unknown. */
export const isMalformedOfBurst = ({ label }: Exchange): boolean =>
  label.startsWith(`${LABEL}: `) && label !== WELL_FORMED

/**
 * Requests to every endpoint in an order that the seed decides. What a limit counts may be refused for reasons of its
 * own: the requests that go over a limit anyway ask for what else is to be known.
 */
export async function mixture(t: FixtureContext, key: Key): Promise<Mixed[]> {
  const ids = { bad: [NO_UUID, 'zzzzzzzz-zzzz-4zzz-8zzz-zzzzzzzzzzzz', otherGroups(t)], missing: [randomUuid(t)] }
  const others: Mixed[] = [
    ...[...ids.bad, ...ids.missing].slice(0, OTHERS).flatMap((id): Mixed[] => {
      const isBad = ids.bad.includes(id)
      const expected = refusal([isBad ? '400 INVALID_ID' : '404 RESOURCE_NOT_FOUND'])
      return [
        { request: plain(t, key, READ, id, ''), id: `pay.id.${isBad ? 'invalid' : 'missing'}-read`, expected },
        {
          request: plain(t, key, REFRESH, id, '/refresh'),
          id: `pay.id.${isBad ? 'invalid' : 'missing'}-refresh`,
          expected,
        },
      ]
    }),
    ...(t.exchanges().some(isUpdated) ? [profile(t, key), profile(t, key)] : []),
  ]
  return shuffled(t, [...others, ...(await creations(t, key))])
}

/** Creations with one defect each, of every kind of which the same without it is taken. */
async function creations(t: FixtureContext, key: Key): Promise<Mixed[]> {
  if (!t.permits('write') || !t.has('payment.bodies.mobile')) return []
  const all: Mixed[] = []
  // One kind after the other: chance has to fall the same way when the run is judged again.
  for (const kind of ['mobile', 'card', 'qr'] as const) {
    if (!t.has(`payment.bodies.${kind}`)) continue
    const valid = await validOf(t, kind).catch(() => undefined)
    if (valid === undefined || !status('2xx').test(valid).ok) continue
    const defects = kind === 'mobile' ? shuffled<KindDefect>(t, defectsOf(t)) : mixedOf(t, kindDefects(t, kind))
    all.push(...defects.slice(0, CREATIONS[kind]).map((defect) => defective(t, key, kind, defect)))
  }
  return all
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

function defective(t: FixtureContext, key: Key, kind: BodyKind, defect: KindDefect): Mixed {
  const { members = {}, id, expected } = defect
  const label = `${LABEL}: ${kind === 'mobile' ? '' : `${kind}, `}${defect.label}`
  const { body, idempotencyKey } = draft(t, { label, kind, members, as: key })
  const used = defect.idempotencyKey ?? idempotencyKey
  const header = used === 'none' ? {} : { idempotencyKey: used }
  const request = creation(t, { label, as: key, body, ...header, expects: 'refused' })
  return { request: { ...request, expects429: true }, id, expected }
}

function plain(t: FixtureContext, key: Key, operation: string, id: string, tail: string): SendRequest {
  return {
    method: operation === READ ? 'GET' : 'POST',
    url: `${t.service.baseUrl}/api/v1/payments/${pathSegment(id)}${tail}`,
    operation,
    label: id === NO_UUID ? `${LABEL}: not a UUID` : WELL_FORMED,
    headers: [
      ['Authorization', `Bearer ${key.value}`],
      ['Accept', 'application/json'],
    ],
    key: key.name,
    expects429: true,
  }
}

/** The profile was written before: what is refused now is the body. */
const isUpdated = (each: Exchange): boolean => each.operation === PROFILE && status('2xx').test(each).ok

/** A body that ends in the middle: nothing of it can be kept. */
function profile(t: FixtureContext, key: Key): Mixed {
  const request: SendRequest = {
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
  }
  return { request, id: 'pay.profile.bad-body', expected: refusal(BAD_PROFILE) }
}

function shuffled<T>(t: Pick<FixtureContext, 'random'>, all: readonly T[]): T[] {
  return all
    .map((each) => ({ each, at: t.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each)
}

/** What is still to be sent of a mixture: a target that executes one creation is asked for no other. */
export class Mixing {
  #left: readonly Mixed[]
  readonly answered: { readonly mixed: Mixed; readonly exchange: Exchange }[] = []

  constructor(mixture: readonly Mixed[]) {
    this.#left = mixture
  }

  get left(): number {
    return this.#left.length
  }

  /** Sends so many of them at once. Fewer are answered where the budget has no room. */
  async next(t: FixtureContext, many: number): Promise<readonly Exchange[]> {
    const now = this.#left.slice(0, many)
    this.#left = this.#left.slice(many)
    const answers = await Promise.all(now.map((mixed) => this.#send(t, mixed)))
    const exchanges = answers.filter((each) => each !== undefined)
    const isTaken = (each: Exchange): boolean => each.operation === CREATE && status('2xx').test(each).ok
    if (exchanges.length < now.length || exchanges.some(isTaken))
      this.#left = this.#left.filter(({ request }) => request.operation !== CREATE)
    return exchanges
  }

  async #send(t: FixtureContext, mixed: Mixed): Promise<Exchange | undefined> {
    try {
      const exchange = await t.send(mixed.request)
      this.answered.push({ mixed, exchange })
      return exchange
    } catch (error) {
      if (error instanceof NotExercised) return undefined
      throw error
    }
  }
}
