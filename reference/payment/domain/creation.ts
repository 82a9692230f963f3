import { randomUUID } from 'node:crypto'
import { type Answer, type Call, keyOf, merchantId, object, refuse, shows } from '../http/call.ts'
import { validateCreate } from '../http/validation.ts'
import { fateOf } from '../recipes.ts'
import type { Course, CreateRequest, JsonObject, Payment, Urls } from './payment.ts'
import { immediateEnd } from './provider.ts'

/** Long enough that simultaneous requests meet, however fast the clocks run. */
const AUTHORISE_FLOOR_MS = 80

/** What becomes of another payment does so once the refusal is given. */
const AFTERWARDS_MS = 1000

/** Makes a payment, or shows the one that its key already led to. */
export async function create(call: Call): Promise<Answer> {
  if (call.record !== undefined) {
    const { payment } = call.record
    object(call, { payment }, 'replay')
    const course = call.service.behaviour.beginsAnew(payment)
    if (course !== undefined) call.service.provider.restart(payment, course)
    return shows(call, payment, 'replay')
  }
  const { request } = call
  if (request === undefined) throw new Error('a creation passed no validation')
  object(call, { request })
  const { behaviour, clock, locks, provider } = call.service
  const scope = behaviour.referenceScope(merchantId(call), request.reference, keyOf(call))
  if (behaviour.locksReference) call.releases.push(await locks.take(`reference ${scope}`))
  const taken = call.service.store
    .withReference(scope)
    .find((existing) => behaviour.referenceTaken(existing, call.idempotencyKey ?? '', request))
  if (taken !== undefined) {
    taken.urls = behaviour.urlsAfterDuplicate(taken.urls, request)
    clock.after(clock.scaled(AFTERWARDS_MS), () => provider.move(taken, behaviour.afterDuplicate(taken)))
    refuse(call, 'duplicate-reference', { payment: taken, type: request.type })
  }
  return authorise(call, request, scope)
}

async function authorise(call: Call, request: CreateRequest, scope: string): Promise<Answer> {
  const { behaviour, clock, provider } = call.service
  const { refusal, course } = behaviour.looksAtPhone(request.type) ? fateOf(request) : ({ course: 'stays' } as const)
  await clock.sleep(Math.max(AUTHORISE_FLOOR_MS, clock.scaled(behaviour.authoriseMs)))
  if (refusal === 'provider-unavailable') outage(call, request, scope)
  else if (refusal !== undefined && refusal !== 'declined') refuse(call, refusal, { type: request.type })
  const payment = build(call, request)
  if (refusal === 'declined') payment.status = 'failed'
  else if (behaviour.immediate && behaviour.immediateEnds.some((each) => each === immediateEnd(course)))
    payment.status = 'processing'
  payment.history.push(payment.status)
  keep(call, payment, scope, refusal === 'declined')
  if (refusal !== 'declined') provider.follow(payment, course)
  else {
    if (behaviour.reportsDeclined) provider.announceDeclined(payment)
    if (behaviour.declinedCourse !== undefined) provider.follow(payment, behaviour.declinedCourse)
    refuse(call, 'declined', { payment })
  }
  return shows(call, payment)
}

/** The first attempt with a key meets the outage; the next one does not, unless it is stored with the key. */
function outage(call: Call, request: CreateRequest, scope: string): void {
  const { behaviour, store, provider } = call.service
  const attempt = behaviour.keyScope(merchantId(call), call.idempotencyKey ?? '')
  const met = behaviour.outageStored ? `${merchantId(call)} ${request.reference}` : attempt
  if (store.outages.has(met)) return
  store.outages.add(met).add(attempt)
  if (behaviour.orphanOnOutage !== 'none') {
    const orphan = build(call, request)
    orphan.history.push(orphan.status)
    store.add(orphan, behaviour.orphanOnOutage === 'aside' ? `outage ${scope}` : scope)
    provider.follow(orphan, 'stays')
  }
  refuse(call, 'provider-unavailable', { type: request.type })
}

/** The body of a call that was refused before it was looked at. */
function unread({ raw }: Call): JsonObject {
  try {
    return Object(JSON.parse(raw.toString('utf8')))
  } catch {
    return {}
  }
}

/** Makes the payment of a creation that was answered otherwise: its key does not lead to it. */
export function executeUnseen(call: Call, course: Course): void {
  const { behaviour, store, provider } = call.service
  const payment = build(call, call.request ?? validateCreate(call.body ?? unread(call), behaviour, () => {}))
  payment.history.push(payment.status)
  const scope = behaviour.referenceScope(payment.merchantId, payment.request.reference, keyOf(call))
  store.add(payment, behaviour.executedTakesReference ? scope : `unseen ${payment.id}`)
  provider.follow(payment, course)
}

function build(call: Call, request: CreateRequest): Payment {
  const { behaviour, store } = call.service
  const merchant = store.merchants.get(merchantId(call))
  const own: Urls = request
  const urls = behaviour.urls({
    type: request.type,
    own,
    defaults: merchant?.defaults ?? {},
    latest: merchant?.latestUrls ?? {},
  })
  if (merchant !== undefined && (own.webhookUrl ?? own.callbackUrl) !== undefined) merchant.latestUrls = own
  const now = new Date()
  return {
    id: randomUUID(),
    merchantId: merchantId(call),
    request,
    idempotencyKey: call.idempotencyKey ?? '',
    apiKey: keyOf(call).token,
    providerReference: `prv_${randomUUID().slice(0, 8)}`,
    urls,
    createdAt: now,
    updatedAt: now,
    status: behaviour.initialStatus,
    history: [],
    upstream: { failing: false },
  }
}

function keep(call: Call, payment: Payment, scope: string, declined: boolean): void {
  const { behaviour, store } = call.service
  store.add(payment, scope)
  if (!behaviour.remembers({ aborted: call.aborted() })) return
  store.records.set(behaviour.keyScope(payment.merchantId, payment.idempotencyKey), {
    merchantId: payment.merchantId,
    fingerprint: behaviour.fingerprint(call.body ?? {}, call.raw),
    payment,
    declined,
  })
}
