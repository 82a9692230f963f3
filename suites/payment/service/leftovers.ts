import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { valueAt } from '../../../kit/match/index.ts'
import { PROFILE } from '../client/api.ts'

const isTaken = (status = 0): boolean => status >= 200 && status < 300

/** What the requests are called that put the profile back. */
export const AS_THEY_WERE = 'as they were'

/** Default URLs of the run that are in the profile still, because it had none and is not to be had without. */
export function leftovers(exchanges: readonly Exchange[]): readonly string[] {
  const refused = exchanges.filter(({ label, response }) => label === AS_THEY_WERE && (response?.status ?? 0) >= 400)
  const taken = exchanges.filter(({ operation, response }) => operation === PROFILE && isTaken(response?.status))
  const stay = ['webhook_url', 'callback_url'].filter((member) => {
    const valuesIn = (own: readonly Exchange[]) => own.map(({ request }) => valueAt(json(request), `/${member}`))
    // What was never taken is in no profile.
    const isSet = valuesIn(taken).some((value) => typeof value === 'string' && value !== '')
    return isSet && valuesIn(refused).includes('')
  })
  return stay.length === 0
    ? []
    : [`left behind: ${stay.join(' and ')} of this run in the merchant profile, which had none before`]
}
