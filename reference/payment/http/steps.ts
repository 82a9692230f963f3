import { randomUUID } from 'node:crypto'
import type { Step } from '../behaviour.ts'
import { type Call, merchantId, refuse } from './call.ts'
import type { ApiKey } from './keys.ts'
import type { Cause } from './refusal.ts'
import { isUuid, parseBody, urlsOf, validateCreate } from './validation.ts'

const stateCauses = {
  revoked: 'key-revoked',
  'merchant-inactive': 'merchant-inactive',
  'identity-unresolved': 'identity-unresolved',
  'merchant-unknown': 'merchant-unknown',
} as const satisfies Record<string, Cause>

function identify(call: Call): ApiKey | undefined {
  const { behaviour, keys } = call.service
  if (call.authorization === undefined) {
    refuse(call, 'no-authorization')
    return undefined
  }
  const token = behaviour.readToken(call.authorization)
  if (token === undefined) {
    refuse(call, 'bad-scheme', { value: call.authorization })
    return undefined
  }
  const key = keys.get(token)
  if (key === undefined) refuse(call, 'key-unknown', { value: token })
  return key
}

function authenticate(call: Call): void {
  const key = identify(call)
  if (key === undefined) throw new Error('an unidentified caller was let in')
  if (key.state !== 'active') {
    if (call.operation === 'profile' && OF_A_MERCHANT.includes(key.state)) takeUnseen(call, key)
    refuse(call, stateCauses[key.state])
  }
  call.key = key
}

/** Keys that are not let in and have a merchant all the same: of the others nobody's profile is there to be written. */
const OF_A_MERCHANT: readonly ApiKey['state'][] = ['revoked', 'merchant-inactive']

/** What is left of a profile update by a key that is not let in: nothing, in a lawful service. */
function takeUnseen({ service: { behaviour, store }, raw }: Call, { merchantId: id }: ApiKey): void {
  const merchant = store.merchants.get(id)
  const body = parseBody(raw, behaviour, () => undefined)
  if (merchant !== undefined) merchant.defaults = behaviour.afterUpdateTurnedAway(merchant.defaults, urlsOf(body))
}

function limit(call: Call): void {
  const { behaviour, limiter } = call.service
  if (call.key === undefined) return
  const now = Date.now()
  const { allowed, resetAt } = limiter.take(behaviour.limiterName(call.key), now)
  if (allowed) return
  Object.assign(call.answerHeaders, behaviour.resetHeaders(resetAt, now, call.operation))
  const payment = call.id === undefined ? undefined : call.service.store.find(call.id)
  refuse(call, 'rate', { raw: call.raw, ...(payment !== undefined && { payment }) })
}

function mediaType(call: Call): void {
  if (!call.service.behaviour.takesMediaType(call.contentType ?? '')) refuse(call, 'media-type')
}

function testMode(call: Call): void {
  const { behaviour, store } = call.service
  if (call.key !== undefined && behaviour.keyBlocked(call.key, store.testMode))
    refuse(call, 'test-mode', { raw: call.raw })
}

function keyHeader(call: Call): void {
  const { behaviour } = call.service
  if (behaviour.keyAbsent(call.keyHeader)) refuse(call, 'key-missing', { raw: call.raw })
  const key = call.keyHeader
  if (key !== undefined && key.length > behaviour.keyLimit) refuse(call, 'key-too-long', { value: key, raw: call.raw })
  // Where the header is waived, the request stands for itself.
  call.idempotencyKey = key ?? randomUUID()
}

function parse(call: Call): void {
  call.body = parseBody(call.raw, call.service.behaviour, (cause, facts) => refuse(call, cause, facts))
}

/** Takes the key for the rest of the request and looks for the payment that it already led to. */
async function replay(call: Call): Promise<void> {
  const { behaviour, locks, store } = call.service
  const scope = behaviour.keyScope(merchantId(call), call.idempotencyKey ?? '')
  const name = `key ${scope}`
  if (behaviour.sameKey === 'conflict' && locks.held(name)) refuse(call, 'key-busy', { value: call.idempotencyKey })
  if (behaviour.sameKey !== 'race') call.releases.push(await locks.take(name))
  if (behaviour.outageStored && store.outages.has(scope)) refuse(call, 'provider-unavailable')
  const record = store.records.get(scope)
  const mine = behaviour.fingerprint(call.body ?? {}, call.raw)
  if (record === undefined || !behaviour.finds(record, mine)) return
  if (mine !== record.fingerprint && record.merchantId === merchantId(call))
    refuse(call, 'key-collision', { payment: record.payment })
  if (record.declined && behaviour.declinedReplay === 'refusal') refuse(call, 'declined', { payment: record.payment })
  call.record = record
}

function validate(call: Call): void {
  call.request = validateCreate(call.body ?? {}, call.service.behaviour, (cause, facts) => refuse(call, cause, facts))
}

function id(call: Call): void {
  if (!isUuid(call.id)) refuse(call, 'id-invalid', { value: call.id })
}

const steps: Record<Step, (call: Call) => void | Promise<void>> = {
  authenticate,
  limit,
  'media-type': mediaType,
  'test-mode': testMode,
  'key-header': keyHeader,
  parse,
  replay,
  validate,
  id,
}

/** Runs steps in order; each lets the call go on or throws its refusal. A found original ends them. */
export async function pass(call: Call, order: readonly Step[]): Promise<void> {
  for (const step of order) {
    await steps[step](call)
    if (call.record !== undefined) return
  }
}
