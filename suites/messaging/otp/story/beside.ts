import type { Exchange } from '../../../../kit/http/exchange.ts'
import type { JsonObject } from '../../../../kit/target/file/parts.ts'
import { isSuccess } from '../../client/answers.ts'
import { resend } from '../../client/api.ts'
import type { FixtureContext } from '../../define.ts'
import type { Trial } from './bisect.ts'
import type { Speakers } from './callers.ts'
import type { Way } from './steps.ts'

/** An app that a bound key, which needs none, names beside it. */
interface Named {
  readonly by: 'X-App-ID' | 'app_key'
  /** Whether it is another app than that of the key. */
  readonly isOther: boolean
  readonly value: string
}

/** A resend of a bound key that names an app beside it, and what it was answered. */
export interface Beside extends Named {
  readonly answer: Exchange
  readonly way: Way
}

/**
 * What may stand beside a bound key, in this order: the id of the second app, and an app_key, of the one app or the other
 * as the seed decides. Nothing where the key is not bound.
 */
export function namedBeside(
  t: FixtureContext,
  { isBound, secondApp }: Speakers,
  kinds: readonly ('id' | 'key')[],
): readonly Named[] {
  if (!isBound) return []
  const { appKey } = t.service
  const isOther = secondApp !== undefined && (appKey === undefined || t.seed % 4 < 2)
  const key = isOther ? secondApp.key : appKey
  const all: readonly (readonly ['id' | 'key', Named | undefined])[] = [
    ['id', secondApp && { by: 'X-App-ID', isOther: true, value: secondApp.id }],
    ['key', key === undefined ? undefined : { by: 'app_key', isOther, value: key }],
  ]
  return all.flatMap(([kind, named]) => (named !== undefined && kinds.includes(kind) ? [named] : []))
}

/** Every app_key that may stand beside a bound key. */
export const keysBeside = (t: FixtureContext, { isBound, secondApp }: Speakers): readonly Named[] => {
  const all = [t.service.appKey, secondApp?.key]
  return isBound
    ? all.flatMap((value, index) =>
        value === undefined ? [] : [{ by: 'app_key', isOther: index > 0, value } as const],
      )
    : []
}

interface Asking {
  readonly way: Way
  readonly body: JsonObject
  readonly all: readonly Named[]
  /** Takes what was asked. */
  readonly found: Beside[]
}

/**
 * Sends a resend with one name after another beside a bound key. Whether it is refused or the name overlooked is open: one
 * that is taken stands for the resend without a name.
 */
export async function besideBound(t: FixtureContext, { way, body, all, found }: Asking): Promise<Trial | undefined> {
  for (const named of all) {
    const { by, isOther, value } = named
    const as = by === 'X-App-ID' ? { ...way.speaker.as, appId: value } : way.speaker.as
    const members = by === 'app_key' ? { app_key: value } : {}
    const label = `${by} ${isOther ? 'of another app ' : ''}beside a bound key, by ${way.channel}`
    const answer = await resend(t, as, { ...body, ...members }, { label, expects: 'refused' })
    found.push({ ...named, answer, way })
    if (isSuccess(answer)) return { whole: answer, accepted: answer, base: undefined, refused: {} }
  }
  return undefined
}
