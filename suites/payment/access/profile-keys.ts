import type { Check } from '../../../kit/check/check.ts'
import { status } from '../../../kit/match/index.ts'
import { updateProfile } from '../client/api.ts'
import type { Row } from '../client/refusal.ts'
import { type Claim, defineCheck, type RequirementId } from '../define.ts'
import { DEFAULTS, profile } from '../webhooks/merchant-defaults.ts'
import { judgeRefusedKey } from './refused-keys.ts'

interface Claimed {
  readonly name: 'unresolved' | 'unknownMerchant'
  readonly covers: RequirementId
  readonly row: Row
  readonly title: string
}

// Errors › Authentication: rows that may come from an endpoint, which may have read the body by then.
const claimed: readonly Claimed[] = [
  {
    name: 'unresolved',
    covers: 'pay.auth.unresolved-identity',
    row: '401 UNAUTHORIZED',
    title: 'A profile update with a key whose merchant cannot be resolved answers UNAUTHORIZED',
  },
  {
    name: 'unknownMerchant',
    covers: 'pay.auth.merchant-not-found',
    row: '401 MERCHANT_NOT_FOUND',
    title: 'A profile update with a key without merchant account answers MERCHANT_NOT_FOUND',
  },
]

export const profileKeys: readonly Check[] = claimed.map(({ name, covers, row, title }) =>
  defineCheck({
    id: `pay/authentication/profile-${name === 'unresolved' ? 'unresolved' : 'unknown-merchant'}`,
    title,
    covers: [covers],
    needs: [`payment.keys.${name}` satisfies Claim, ...DEFAULTS],
    uses: [profile],
    tier: 'write',
    cost: { requests: { [name]: 1 } },
    async run(t) {
      const { answer: control, urls } = await t.use(profile)
      t.control(control, status('2xx'))
      // What is in force already: nothing is wrong with it but the key, and who takes it for the usual merchant changes nothing.
      const answer = await updateProfile(t, t.key(name), urls, `${name} key, update`)
      judgeRefusedKey(t, covers, answer, name, row)
    },
  }),
)
