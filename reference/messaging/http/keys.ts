import { createHash } from 'node:crypto'

/** What the authentication layer knows of an API key. */
export interface ApiKey {
  readonly token: string
  readonly userId: string
  /** The app that the key is bound to. */
  readonly appId?: string
  /** The key lacks every permission and is kept out of every workspace. */
  readonly restricted: boolean
}

export interface Credentials {
  readonly bound: string
  readonly unbound: string
  readonly restricted: string
  readonly otherUser: string
  readonly bearer: string
  /** Key of the app that `bound` is bound to. */
  readonly appKey: string
  /** Keys of a second app of the same user and of the other user's app. */
  readonly secondAppKey: string
  readonly otherAppKey: string
  readonly webhookSecret: string
}

const id = (last: string): string => `3c90c3cc-0d44-4b50-8888-8dd257360${last}`

export const userIds = { main: id('a01'), other: id('a02') } as const
export const appIds = { main: id('b01'), second: id('b02'), other: id('b03') } as const

/** The secrets of one service, all derived from its seed. */
export function credentialsOf(seed: number): Credentials {
  const secret = (name: string) => createHash('sha256').update(`${seed}:messaging:${name}`).digest('hex').slice(0, 32)
  return {
    bound: `msk_${secret('bound')}`,
    unbound: `msk_${secret('unbound')}`,
    restricted: `msk_${secret('restricted')}`,
    otherUser: `msk_${secret('other')}`,
    bearer: `mat_${secret('bearer')}`,
    appKey: `app_${secret('app')}`,
    secondAppKey: `app_${secret('second-app')}`,
    otherAppKey: `app_${secret('other-app')}`,
    // Hex digits alone: a signer that decodes them first is told from one that does not.
    webhookSecret: secret('webhook'),
  }
}

export function keyRing({ bound, unbound, restricted, otherUser }: Credentials): Map<string, ApiKey> {
  const keys: ApiKey[] = [
    { token: bound, userId: userIds.main, appId: appIds.main, restricted: false },
    { token: unbound, userId: userIds.main, restricted: false },
    { token: restricted, userId: userIds.main, appId: appIds.main, restricted: true },
    { token: otherUser, userId: userIds.other, appId: appIds.other, restricted: false },
  ]
  return new Map(keys.map((key) => [key.token, key]))
}
