import type { Exchange } from '../../../../kit/http/exchange.ts'
import { resend } from '../../client/api.ts'
import type { FixtureContext } from '../../define.ts'
import { type CallbackUrl, callbackUrlFor } from './callback-inbox.ts'
import { ownMembers, type Speaker } from './callers.ts'

/** A resend that is refused, and the callback_url that it named. */
export interface RefusedWithCallback {
  readonly answer: Exchange
  readonly place: CallbackUrl
}

/** Sends, between two resends that are taken, one with a callback_url of its own and more wrong with it than anybody overlooks. */
export async function refusedWithCallback(
  t: FixtureContext,
  { as, members }: Speaker,
  phone: string,
): Promise<RefusedWithCallback | undefined> {
  const place = await callbackUrlFor(t, 'refused')
  if (place === undefined) return undefined
  const wrong = { otp_length: {}, minutes_to_expire: 'ten', delivery_method: 'fax' }
  const body = { ...ownMembers(t), ...members, phone_number: phone, callback_url: place.url, ...wrong }
  const label = 'refused, with a callback_url of its own'
  return { place, answer: await resend(t, as, body, { label, expects: 'refused' }) }
}
