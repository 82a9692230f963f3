import type { JsonObject } from '../../../kit/target/file/parts.ts'
import type { Caller } from '../client/api.ts'
import { type FixtureContext, lineFor } from '../define.ts'

/** A key with what names its app. */
export interface Speaker {
  readonly as: Caller
  /** Members that a body needs for it. */
  readonly members: JsonObject
}

/** The keys of a run that may send codes. */
export interface Speakers {
  readonly main: Speaker
  readonly isBound: boolean
  /** An unbound key that names its app in the body; of the second app where there is one. */
  readonly byAppKey: (Speaker & { readonly secondAppId: string | undefined }) | undefined
  /** An unbound key that names the app of the run in the header. */
  readonly byAppId: Speaker | undefined
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** A value that the target file gives under `messaging.outcomes.<name>.with`. */
export const given = (t: FixtureContext, name: string, member: string): string | undefined =>
  textOf(t.service.outcomes?.[name]?.with?.[member])

export function speakers(t: FixtureContext): Speakers {
  const { appKey, appId } = t.service
  const [bound, unbound] = [t.key('bound'), t.key('unbound')]
  const secondKey = given(t, 'secondApp', 'app_key')
  const named = secondKey ?? appKey
  const withKey =
    unbound === undefined || named === undefined ? undefined : { as: { key: unbound }, members: { app_key: named } }
  const byAppId =
    unbound === undefined || appId === undefined ? undefined : { as: { key: unbound, appId }, members: {} }
  const own =
    unbound === undefined || appKey === undefined ? undefined : { as: { key: unbound }, members: { app_key: appKey } }
  const main = bound === undefined ? (own ?? byAppId) : { as: { key: bound }, members: {} }
  if (main === undefined) {
    const lines = `${lineFor('messaging.keys.bound')}\n${lineFor('messaging.keys.unbound')}\n${lineFor('messaging.appKey')}`
    t.abortUnexercised('not claimed', 'the target file names no bound key, and no unbound one with an app', lines)
  }
  const secondAppId = secondKey === undefined ? undefined : given(t, 'secondApp', 'app_id')
  return { main, isBound: bound !== undefined, byAppKey: withKey && { ...withKey, secondAppId }, byAppId }
}

/** The number that codes may be sent to. */
export function otpPhone(t: FixtureContext): string {
  const phone = t.service.fixtures?.phones?.otp
  return (
    phone ??
    t.abortUnexercised(
      'not claimed',
      'the target file names no number for codes',
      lineFor('messaging.fixtures.phones.otp'),
    )
  )
}

const DOCUMENTED = [
  'phone_number',
  'app_key',
  'sender_id',
  'otp_length',
  'minutes_to_expire',
  'delivery_method',
  'message_template',
  'callback_url',
  'callback_secret',
]

/** Members that this deployment wants beside those of the document. */
export function ownMembers(t: FixtureContext): JsonObject {
  const { otpResend = {} } = t.service.bodies ?? {}
  return Object.fromEntries(Object.entries(otpResend).filter(([name]) => !DOCUMENTED.includes(name)))
}
