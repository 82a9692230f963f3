import type { Delivery } from '../../kit/webhooks/delivery.ts'
import { inboxName, type Role } from '../../suites/payment/webhooks/deliveries.ts'
import { deliveryOf, type Received } from './recorded.ts'

/** Ids of payments. */
export const [PAYMENT, OTHER] = ['a', 'b'].map((digit) => `${digit.repeat(8)}-aaaa-4aaa-8aaa-${digit.repeat(12)}`) as [
  string,
  string,
]

export interface Told {
  /** Of the delivery. */
  readonly id?: string
  readonly eventId?: string | null
  readonly payment?: string | null
  readonly reference?: string
  readonly status?: string | undefined
  readonly previous?: unknown
  readonly name?: string
  /** Seconds after the epoch at which it happened; it says nothing of that when absent. */
  readonly at?: number
  /** Given to the payment as. */
  readonly to?: Role
  /** Of the payment whose inbox it came to. */
  readonly of?: string
  readonly answered?: Received['answered']
  readonly members?: object
}

/** The event of a payment as it was received; what is null is left out. */
export function told(given: Told): Delivery {
  const { id = 'd1', eventId = '11111111-1111-4111-8111-111111111111', payment = PAYMENT, reference = 'r1' } = given
  const { status, previous, name = `payment.${status}`, at, to = 'webhook', of = 'p', answered, members } = given
  const payload = {
    event: name,
    ...(eventId === null ? {} : { event_id: eventId }),
    ...(payment === null ? {} : { transaction_id: payment }),
    merchant_reference: reference,
    data: { status, previous_status: previous },
    ...(at === undefined ? {} : { timestamp: new Date(at * 1000).toISOString() }),
    ...members,
  }
  return deliveryOf(payload, { id, inbox: inboxName(of, to), ...(answered === undefined ? {} : { answered }) })
}
