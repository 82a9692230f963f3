import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { valueAt } from '../../../kit/match/index.ts'

/** What the requests are called that put the profile back. */
export const AS_THEY_WERE = 'as they were'

/** Default URLs of the run that are in the profile still, because it had none and is not to be had without. */
export function leftovers(exchanges: readonly Exchange[]): readonly string[] {
  const refused = exchanges.filter(({ label, response }) => label === AS_THEY_WERE && (response?.status ?? 0) >= 400)
  const stay = ['webhook_url', 'callback_url'].filter((member) =>
    refused.some(({ request }) => valueAt(json(request), `/${member}`) === ''),
  )
  return stay.length === 0
    ? []
    : [`left behind: ${stay.join(' and ')} of this run in the merchant profile, which had none before`]
}
