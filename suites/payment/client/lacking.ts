import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { valueAt } from '../../../kit/match/index.ts'

const NAME = /^[A-Za-z_]\w*$/

/** The first part of a path to a member: `customer` of `customer.email` and of `$.customer`. */
const rootOf = (path: string): string => path.replace(/^\$?\.?/, '').split(/[.[]/)[0] ?? ''

/** Members that a refusal names in its details and that the refused body has not got. */
export function lackedBy({ request, response }: Exchange): readonly string[] {
  const details = valueAt(json(response), '/details')
  const listed = Array.isArray(details) ? details : Object.keys(Object(details))
  const named = listed
    .map((each) => (typeof each === 'string' ? each : valueAt(each, '/field')))
    .filter((each): each is string => typeof each === 'string')
    .map(rootOf)
  const sent = Object.keys(Object(json(request)))
  return [...new Set(named)].filter((each) => NAME.test(each) && !sent.includes(each))
}
