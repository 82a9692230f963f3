import type { Check } from '../../../../kit/check/check.ts'
import { subjectOf } from '../../../../kit/check/verdicts/subject.ts'
import { Tally } from '../../../../kit/check/verdicts/tally.ts'
import { header } from '../../../../kit/http/exchange.ts'
import { isUuidText, show } from '../../../../kit/match/index.ts'
import type { Delivery } from '../../../../kit/webhooks/delivery.ts'
import { COMPLETED_PAYMENT } from '../../client/observed.ts'
import { defineRule } from '../../define.ts'
import { paymentDeliveries, rolesOf } from '../deliveries.ts'

const idOf = ({ headers }: Delivery): string => (header(headers, 'X-Pay-Delivery-ID') ?? '').trim()

// Events › Headers: X-Pay-Delivery-ID identifies the attempt. Whether the two URLs share it is not said.
const identifies = defineRule({
  id: 'pay/delivery-ids/identify-attempts',
  title: 'every attempt carries a delivery id of its own',
  covers: ['pay.delivery.id', 'pay.delivery.id-per-attempt'],
  needs: ['payment', 'webhooks'],
  observes: COMPLETED_PAYMENT,
  run: async (t) => {
    const present = new Tally(t, 'pay.delivery.id', 'a header X-Pay-Delivery-ID that is not empty')
    const own = new Tally(
      t,
      'pay.delivery.id-per-attempt',
      'an X-Pay-Delivery-ID that no earlier attempt at the URL had',
    )
    const deliveries = paymentDeliveries(t)
    const seen = new Map<string, Delivery>()
    const forms = new Set<string>()
    for (const [index, delivery] of deliveries.entries()) {
      const id = idOf(delivery)
      const subject = subjectOf(delivery)
      if (id === '') {
        const actual = header(delivery.headers, 'X-Pay-Delivery-ID') === undefined ? 'no such header' : 'an empty one'
        present.contradict({ subject, actual, evidence: [delivery] })
        continue
      }
      present.agree([delivery])
      forms.add(isUuidText(id) ? 'a UUID' : 'another text than a UUID')
      // One address in both roles gets two deliveries of one event, and those may share it.
      if (rolesOf(t, delivery.inbox).size === 2) continue
      const place = JSON.stringify([delivery.inbox, id])
      const before = seen.get(place)
      seen.set(place, delivery)
      if (before !== undefined) {
        // A client that loses its connection may send the very same request again by itself.
        const resent = before.answer.kind === 'reset' && before.digest === delivery.digest
        own.contradict({
          subject,
          actual: `${show(id)}, the same as delivery ${before.id}`,
          evidence: [before, delivery],
          ...(resent ? { soft: true, note: 'the connection of the earlier one was reset' } : {}),
        })
      } else if (deliveries.slice(0, index).some(({ inbox }) => inbox === delivery.inbox)) own.agree([delivery])
    }
    present.close('no event of a payment was seen in this run')
    own.close('no URL was called twice in this run')
    if (forms.size > 0) t.observe('pay.open.delivery-id-form', [...forms].join(' and '))
  },
})

export const deliveryIds: readonly Check[] = [identifies]
