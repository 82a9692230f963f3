import type { Dimension } from '../../../kit/check/cells.ts'
import { isExchange } from '../../../kit/check/subject.ts'
import { json } from '../../../kit/http/exchange.ts'
import { valueAt } from '../../../kit/match/index.ts'

/** What statements of the messaging document range over: where a message stands in each. */
export const messagingDimensions: Readonly<Record<string, Dimension>> = {
  /** The channel of a resend; `sms` where it names none. */
  channel: (message) => {
    if (!isExchange(message) || !/\/otp\/resend$/.test(message.operation)) return undefined
    const asked = valueAt(json(message.request), '/delivery_method') ?? 'sms'
    return typeof asked === 'string' ? asked : undefined
  },
  /** The name of an event. */
  event: (message) => {
    const name = isExchange(message) ? undefined : valueAt(message.json, '/event')
    return typeof name === 'string' ? name : undefined
  },
}
