import type { JsonObject } from '../../../../kit/target/file/parts.ts'
import type { JudgedWith } from '../../../../kit/target/judged-with.ts'
import type { Caller } from '../../client/api.ts'
import { type Claim, type FixtureContext, lineFor } from '../../define.ts'
import type { Naming } from './course.ts'

/** A key with what names its app. */
export interface Speaker {
  readonly naming: Naming
  readonly as: Caller
  /** Members that a body needs for it. */
  readonly members: JsonObject
}

/** The keys of a run that may send codes. */
export interface Speakers {
  readonly main: Speaker
  readonly isBound: boolean
  /** An unbound key that names its app in the body; of the second app where there is one. */
  readonly byAppKey: Speaker | undefined
  /** The same with the app key of the target file, which need not be of the app of the run. */
  readonly byOwnKey: Speaker | undefined
  /** An unbound key that names the app of the run in the header. */
  readonly byAppId: Speaker | undefined
  /** An unbound key that names the second app in the header. */
  readonly byOtherId: Speaker | undefined
  /** The second app, where it is known by its key and its id. */
  readonly secondApp: { readonly id: string; readonly key: string } | undefined
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** A value that the target file gives under `messaging.outcomes.<name>.with`. */
export const given = (t: FixtureContext, name: string, member: string): string | undefined =>
  textOf(t.service.outcomes?.[name]?.with?.[member])

/** The claims with which resends are asked for: a bound key, or an unbound one with an app. */
export const SPEAKER: JudgedWith<Claim> = [
  ['messaging.keys.bound', 'messaging.keys.unbound'],
  ['messaging.keys.bound', 'messaging.appKey', 'messaging.appId'],
]

export function speakers(t: FixtureContext): Speakers {
  const { appKey, appId } = t.service
  const [bound, unbound] = [t.key('bound'), t.key('unbound')]
  const secondKey = given(t, 'secondApp', 'app_key')
  const secondId = secondKey === undefined ? undefined : given(t, 'secondApp', 'app_id')
  const byKey = (named: string | undefined): Speaker | undefined =>
    unbound === undefined || named === undefined
      ? undefined
      : { naming: 'app_key', as: { key: unbound }, members: { app_key: named } }
  const byId = (named: string | undefined): Speaker | undefined =>
    unbound === undefined || named === undefined
      ? undefined
      : { naming: 'X-App-ID', as: { key: unbound, appId: named }, members: {} }
  const [byOwnKey, byAppId] = [byKey(appKey), byId(appId)]
  const main: Speaker | undefined =
    bound === undefined ? (byOwnKey ?? byAppId) : { naming: 'bound', as: { key: bound }, members: {} }
  if (main === undefined) {
    const lines = `${lineFor('messaging.keys.bound')}\n${lineFor('messaging.keys.unbound')}\n${lineFor('messaging.appKey')}`
    t.abortUnexercised('not claimed', 'the target file names no bound key, and no unbound one with an app', lines)
  }
  return {
    main,
    isBound: bound !== undefined,
    byAppKey: byKey(secondKey ?? appKey),
    byOwnKey,
    byAppId,
    byOtherId: byId(secondId),
    secondApp: secondKey === undefined || secondId === undefined ? undefined : { id: secondId, key: secondKey },
  }
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
