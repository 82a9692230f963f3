import { createHash } from 'node:crypto'

/** What the authentication layer knows of a key. */
export interface ApiKey {
  readonly token: string
  readonly merchantId: string
  readonly test: boolean
  readonly state: 'active' | 'revoked' | 'merchant-inactive' | 'identity-unresolved' | 'merchant-unknown'
}

export interface Credentials {
  readonly live: readonly string[]
  readonly otherMerchant: string
  readonly noDefaults: string
  readonly test: string
  readonly revoked: string
  readonly inactiveMerchant: string
  readonly unknownMerchant: string
  readonly unresolved: string
  readonly signingKey: string
}

export const merchantIds = {
  main: '5b1f3c52-0d6e-4a53-9a3e-6f4c8f1d0a01',
  other: '5b1f3c52-0d6e-4a53-9a3e-6f4c8f1d0a02',
  bare: '5b1f3c52-0d6e-4a53-9a3e-6f4c8f1d0a03',
  inactive: '5b1f3c52-0d6e-4a53-9a3e-6f4c8f1d0a04',
} as const

/** The secrets of one service, all derived from its seed. */
export function credentialsOf(seed: number): Credentials {
  const secret = (name: string) => createHash('sha256').update(`${seed}:${name}`).digest('hex').slice(0, 32)
  const live = (name: string) => `sk_live_${secret(name)}`
  return {
    live: [live('live-0'), live('live-1'), live('live-2'), live('live-3')],
    otherMerchant: live('other'),
    noDefaults: live('bare'),
    test: `sk_test_${secret('test')}`,
    revoked: live('revoked'),
    inactiveMerchant: live('inactive'),
    unknownMerchant: live('unknown'),
    unresolved: live('unresolved'),
    signingKey: `whk_${secret('signing')}`,
  }
}

export function keyRing(credentials: Credentials): Map<string, ApiKey> {
  const ring = new Map<string, ApiKey>()
  const add = (token: string, merchantId: string, state: ApiKey['state'] = 'active') =>
    ring.set(token, { token, merchantId, state, test: token.startsWith('sk_test_') })
  for (const token of credentials.live) add(token, merchantIds.main)
  add(credentials.test, merchantIds.main)
  add(credentials.otherMerchant, merchantIds.other)
  add(credentials.noDefaults, merchantIds.bare)
  add(credentials.revoked, merchantIds.main, 'revoked')
  add(credentials.inactiveMerchant, merchantIds.inactive, 'merchant-inactive')
  add(credentials.unresolved, merchantIds.bare, 'identity-unresolved')
  add(credentials.unknownMerchant, merchantIds.bare, 'merchant-unknown')
  return ring
}
