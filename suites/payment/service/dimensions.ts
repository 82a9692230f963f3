import type { Dimension } from '../../../kit/check/cells.ts'
import { isExchange } from '../../../kit/check/verdicts/subject.ts'
import { json } from '../../../kit/http/exchange.ts'
import { valueAt } from '../../../kit/match/index.ts'

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const changeOf: Dimension = (message) =>
  isExchange(message) ? undefined : text(valueAt(message.json, '/data/status'))?.toLowerCase()

/** What statements of the payment document range over: where a message stands in each. */
export const paymentDimensions: Readonly<Record<string, Dimension>> = {
  /** error_code of an answer. */
  row: (message) => (isExchange(message) ? text(valueAt(json(message.response), '/error_code')) : undefined),
  /** The status that an event tells of. */
  change: (message) => (isExchange(message) ? undefined : text(valueAt(message.json, '/data/status'))?.toLowerCase()),
  /** The same, and the URL that it came to. */
  delivery: (message) => {
    const url = isExchange(message) ? undefined : /(?:webhook|callback)_url$/.exec(message.inbox)?.[0]
    const status = changeOf(message)
    return url === undefined || status === undefined ? undefined : `${status} to ${url}`
  },
  /**
   * Kind of payment that a creation asks for: by its type where that names one, as recipes bring members of one kind to
   * another, else by the members that the kinds differ in.
   */
  kind: (message) => {
    const asked = isExchange(message) ? json(message.request) : undefined
    if (typeof asked !== 'object' || asked === null) return undefined
    const type = text(valueAt(asked, '/type')) ?? ''
    if (/qr/i.test(type)) return 'qr'
    return 'redirect_url' in asked ? 'card' : 'phone' in asked ? 'mobile' : 'qr'
  },
}
