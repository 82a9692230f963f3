import { type Exchange, json, wasSent } from '../../../kit/http/exchange.ts'
import { valueAt } from '../../../kit/match/index.ts'
import { showsNothingMade } from '../../../kit/rate/refusal.ts'
import { PROFILE } from '../client/api.ts'

const isTaken = ({ response }: Exchange): boolean => Math.floor((response?.status ?? 0) / 100) === 2
/** Its answer does not show that nothing was written. */
const mayBeTaken = ({ key, response }: Exchange): boolean => key !== '' && !showsNothingMade(response?.status)

/** What is answered where there is no such path or method: whoever refuses an update otherwise may have written it. */
const NOT_THERE: readonly number[] = [404, 405, 501]

/** Whether no update of the profile came to anybody who could have written it: then there is nothing to be put back. */
export const isProfileUntouched = (exchanges: readonly Exchange[]): boolean =>
  exchanges
    // What a stop kept from being sent, or found nobody, came to nobody.
    .filter(wasSent)
    // Who has no key is turned away before anybody looks for the path.
    .filter(({ operation, key, response }) => operation === PROFILE && !(key === '' && response?.status === 401))
    .every(({ response }) => response !== undefined && NOT_THERE.includes(response.status))

/** What the requests are called that put the profile back. */
export const AS_THEY_WERE = 'as they were'

const URLS = ['webhook_url', 'callback_url'] as const

const valuesIn = (updates: readonly Exchange[], member: string): readonly unknown[] =>
  updates.map(({ request }) => valueAt(json(request), `/${member}`))

/** Members that updates set to a URL. */
const setBy = (updates: readonly Exchange[]): readonly string[] =>
  URLS.filter((member) => valuesIn(updates, member).some((value) => typeof value === 'string' && value !== ''))

/** Default URLs of the run that are in a profile still. */
export function leftovers(exchanges: readonly Exchange[]): readonly string[] {
  const updates = exchanges.filter(({ operation }) => operation === PROFILE)
  return [...ofOwnProfile(updates), ...ofOtherProfiles(updates.filter(isTaken))]
}

/** In that of the merchant, because it had none and is not to be had without. */
function ofOwnProfile(updates: readonly Exchange[]): readonly string[] {
  // What a limiter refused was sent again, or is told as not undone.
  const refused = updates.filter(
    ({ label, response }) => label === AS_THEY_WERE && (response?.status ?? 0) >= 400 && response?.status !== 429,
  )
  // What was never taken is in no profile.
  const stayOf = (written: readonly Exchange[]) =>
    setBy(written).filter((member) => valuesIn(refused, member).includes(''))
  const sure = stayOf(updates.filter(isTaken))
  const most = stayOf(updates.filter((each) => isTaken(each) || mayBeTaken(each)))
  const limit = sure.length < most.length ? 'up to ' : ''
  return most.length === 0
    ? []
    : [
        `left behind: ${limit}${most.join(' and ')} of this run in the merchant profile, for which payment.defaults names none`,
      ]
}

/** Keys that no profile is to be had with. Whose it is that one changes, and what stood there before, nobody is told. */
const REFUSED = ['revoked', 'inactiveMerchant', 'unknownMerchant', 'unresolved', 'test'] as const

function ofOtherProfiles(taken: readonly Exchange[]): readonly string[] {
  return REFUSED.flatMap((name) => {
    const urls = setBy(taken.filter(({ key }) => key === name))
    return urls.length === 0
      ? []
      : [
          `left behind: ${urls.join(' and ')} of this run in the profile of the merchant of payment.keys.${name}, unless that is the merchant of payment.keys.live, whose profile is put back`,
        ]
  })
}
