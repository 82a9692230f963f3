import { isPrivate } from '../../../../kit/http/private-network.ts'
import { perform } from '../../../../kit/run/world/recipe.ts'
import type { JudgedWith } from '../../../../kit/target/judged-with.ts'
import type { Delivery } from '../../../../kit/webhooks/delivery.ts'
import type { Inbox } from '../../../../kit/webhooks/inbox.ts'
import { type Claim, type FixtureContext, lineFor, type RequirementId } from '../../define.ts'
import type { Trial } from './bisect.ts'
import { given } from './callers.ts'

/** Inboxes for the lifecycle of codes; their payload is not shown. */
export const otpInbox = (name: string): string => `msg/otp ${name}: callback_url`

/** A callback_url with the inbox behind it. */
export interface CallbackUrl {
  readonly url: string
  /** What stands behind the path of the URL: a callback brings it along. */
  readonly query: string
  readonly inbox: Inbox
}

/**
 * A place for callbacks under an HTTPS URL: one under the origin that the target file says is led to the listener
 * (`outcomes.callbackOrigin`, `outcomes.routeCallbacks` with `{url}`), else the listener's own. Undefined where there is none.
 */
export async function callbackUrlFor(t: FixtureContext, name: string): Promise<CallbackUrl | undefined> {
  const inbox = t.inbox(otpInbox(name))
  if (inbox === undefined) return undefined
  const { origin, pathname, protocol } = new URL(inbox.url)
  const query = `place=${encodeURIComponent(name)}`
  const led = given(t, 'callbackOrigin', 'callback_url')
  const route = t.service.outcomes?.routeCallbacks
  // Whoever names an origin may have services take no other.
  if (led === undefined || route === undefined)
    return protocol === 'https:' ? { url: `${inbox.url}?${query}`, query, inbox } : undefined
  await perform(t, 'routeCallbacks', route, { url: origin })
  return { url: `${led.replace(/\/+$/, '')}${pathname}?${query}`, query, inbox }
}

/** Where the callbacks of a run go. */
export interface Places {
  readonly first: CallbackUrl
  readonly second: CallbackUrl
}

export async function twoPlaces(t: FixtureContext): Promise<Places | undefined> {
  const first = await callbackUrlFor(t, 'first')
  const second = await callbackUrlFor(t, 'second')
  return first === undefined || second === undefined ? undefined : { first, second }
}

/**
 * Whether a resend was refused for a callback_url on a private network: such URLs are rejected at the registration of a
 * webhook, and a service may hold a callback_url to the same.
 */
export const isRefusedAsPrivate = (places: Places | undefined, { refused }: Pick<Trial, 'refused'>): boolean =>
  places !== undefined && isPrivate(places.first.url) && refused.callback !== undefined

/** Why nothing is known of callbacks where a story has no places. */
export const withoutPlaces = ({ isPlacePrivate }: { readonly isPlacePrivate: boolean }): string =>
  isPlacePrivate
    ? 'a callback_url on a private network is refused, as one of a webhook is at its registration, and no public HTTPS URL leads to this run'
    : 'no HTTPS URL leads to this run'

const LEADS_HERE: readonly [Claim, ...Claim[]] = [
  'webhooks.publicUrl',
  'webhooks.tls',
  'messaging.outcomes.callbackOrigin',
]

/** An origin of somebody else leads here once it is told to. */
const ROUTED_HERE: readonly [Claim, ...Claim[]] = [
  'webhooks.publicUrl',
  'webhooks.tls',
  'messaging.outcomes.routeCallbacks',
]

/** The line that has an HTTPS URL lead here: one machine reaches the other, or callbacks are led to where they are heard. */
export const placeLine = ({ target }: Pick<FixtureContext, 'target'>): string =>
  lineFor(target.environment === 'local' ? 'messaging.outcomes.callbackOrigin' : 'webhooks.publicUrl')

/** That each of these statements is judged where an HTTPS URL leads here, and these are claimed. */
export const judgedAtPlaces = (
  ids: readonly RequirementId[],
  ...also: readonly Claim[]
): Readonly<Record<string, JudgedWith<Claim>>> =>
  Object.fromEntries(ids.map((id) => [id, [LEADS_HERE, ROUTED_HERE, ...also]]))

/** Deliveries of a span of time, in ms since the epoch. */
export const since = ({ inbox }: CallbackUrl, from: number, until = Number.POSITIVE_INFINITY): readonly Delivery[] =>
  inbox.deliveries.filter(({ arrivedAt }) => arrivedAt >= from && arrivedAt < until)

/**
 * The first delivery to any of the places after a moment, or undefined when none comes in time. A further attempt at what
 * had arrived before it tells nothing new.
 */
export async function told(
  places: readonly CallbackUrl[],
  from: number,
  within: number,
): Promise<Delivery | undefined> {
  const before = places.flatMap((place) => since(place, 0, from))
  const isNew = (each: Delivery): boolean => each.arrivedAt >= from && !before.some((known) => isSameEvent(known, each))
  const wanted = places.map(({ inbox }) => inbox.next(isNew, { within }))
  return Promise.any(wanted).catch(() => undefined)
}

/** Whether a delivery names a text in its body or headers: a number or the id of an app. */
export const names = ({ body, headers }: Delivery, wanted: string): boolean =>
  body.includes(wanted) || headers.some(([, value]) => value === wanted)

const member = (delivery: Delivery, name: string): unknown => {
  const { json } = delivery
  return typeof json === 'object' && json !== null ? (json as Record<string, unknown>)[name] : undefined
}

/** Whether two deliveries are attempts at one event. */
export const isSameEvent = (one: Delivery, other: Delivery): boolean =>
  one.body.equals(other.body) || (member(one, 'id') !== undefined && member(one, 'id') === member(other, 'id'))

/** Members by which payloads usually tell the step; which one it is, is not shown. */
const KINDS = ['event', 'type', 'event_type', 'name', 'status', 'state']

/** Whether a delivery says which step it tells of. */
export const hasKind = (delivery: Delivery): boolean => KINDS.some((name) => typeof member(delivery, name) === 'string')

/** Whether two deliveries tell of the same step by every member that may say which one it is. */
export const isSameStep = (one: Delivery, other: Delivery): boolean =>
  hasKind(one) && KINDS.every((name) => member(one, name) === member(other, name))

/** Whether two deliveries tell of a step of the same kind. */
export const isSameKind = (one: Delivery, other: Delivery): boolean => {
  const by = KINDS.find((name) => typeof member(one, name) === 'string')
  return by !== undefined && member(one, by) === member(other, by)
}
