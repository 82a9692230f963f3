import type { Dimension } from '../../../kit/check/cells.ts'
import { isExchange } from '../../../kit/check/verdicts/subject.ts'
import { header, json } from '../../../kit/http/exchange.ts'
import { valueAt } from '../../../kit/match/index.ts'

/** What statements of the messaging document range over: where a message stands in each. */
export const messagingDimensions: Readonly<Record<string, Dimension>> = {
  /** The channel of a resend; `sms` where it names none. */
  channel: (message) => {
    if (!isExchange(message) || !/\/otp\/resend$/.test(message.operation)) return undefined
    const asked = valueAt(json(message.request), '/delivery_method') ?? 'sms'
    return typeof asked === 'string' ? asked : undefined
  },
  /** By what the key of a resend tells its app. */
  naming: (message) => {
    if (!isExchange(message) || !/\/otp\/resend$/.test(message.operation)) return undefined
    if (message.key === 'bound') return 'bound'
    if (header(message.request.headers, 'X-App-ID') !== undefined) return 'X-App-ID'
    return typeof valueAt(json(message.request), '/app_key') === 'string' ? 'app_key' : undefined
  },
  /** The name of an event. */
  event: (message) => {
    const name = isExchange(message) ? undefined : valueAt(message.json, '/event')
    return typeof name === 'string' ? name : undefined
  },
}
