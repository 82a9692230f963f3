import type { Exchange } from '../../../kit/http/exchange.ts'
import { CREATE, type Credentials, create, PROFILE, read, refresh, updateProfile } from '../client/api.ts'
import { defineFixture, type FixtureContext } from '../define.ts'
import { NO_UUID, randomUuid } from './identifiers.ts'

/** A body that ends in the middle. */
export const CUT_OFF = Buffer.from('{"amount":')
const TOKEN_DIGITS = 32

/** A token that looks like those of the target and is none of them. */
function unknownToken(t: FixtureContext): string {
  const [live = ''] = t.service.keys?.live ?? []
  const prefix = /^(?:[a-z]{1,8}_){1,2}/.exec(live)?.[0] ?? 'sk_live_'
  return `${prefix}${Array.from({ length: TOKEN_DIGITS }, () => Math.floor(t.random() * 16).toString(16)).join('')}`
}

/** Credentials of the right form that nobody has. */
export const unknownKey = defineFixture({
  name: 'unknown-key',
  tier: 'read',
  make: async (t): Promise<Credentials> => ({ authorization: `Bearer ${unknownToken(t)}` }),
})

/** A clean request with an unknown key. */
export const unknownRead = defineFixture({
  name: 'unknown-read',
  uses: [unknownKey],
  tier: 'read',
  cost: { requests: { none: 1 } },
  make: async (t) => read(t, await t.use(unknownKey), randomUuid(t), 'unknown key'),
})

/** The four endpoints without credentials, each request with a defect that its endpoint would refuse. */
export const anonymous = defineFixture({
  name: 'anonymous',
  tier: 'read',
  cost: { requests: { none: 4 } },
  make: async (t): Promise<readonly Exchange[]> => [
    await create(t, {
      label: 'no credentials, bad body, no Idempotency-Key',
      as: undefined,
      body: CUT_OFF,
      expects: 'refused',
    }),
    await read(t, undefined, NO_UUID, 'no credentials, bad id'),
    await refresh(t, undefined, NO_UUID, 'no credentials, bad id'),
    await updateProfile(t, undefined, CUT_OFF, 'no credentials, bad body'),
  ],
})

/** Answers that some layer before an endpoint may give as well. */
export const BEFORE_THE_ENDPOINT: readonly number[] = [401, 403, 404, 405, 429]

/** A fixed path that is not there at all says nothing of authentication. */
export const isRouted = ({ operation, response }: Exchange): boolean =>
  (operation !== CREATE && operation !== PROFILE) || (response?.status !== 404 && response?.status !== 405)
