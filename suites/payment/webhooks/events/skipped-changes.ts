import type { Check } from '../../../../kit/check/check.ts'
import { Tally } from '../../../../kit/check/tally.ts'
import { CREATE } from '../../client/api.ts'
import { COMPLETED_PAYMENT } from '../../client/observed.ts'
import { records } from '../../client/records.ts'
import { defineCheck } from '../../define.ts'
import { type History, histories, isTerminal } from '../../lifecycle/histories.ts'
import { eventSubject, type PaymentEvent, rolesOf } from '../deliveries.ts'

// Which URL is called: webhook_url on every status change. A payment that was pending and ended from processing changed twice.
const skipped = defineCheck({
  id: 'pay/deliveries/skipped-change',
  title: 'a payment that its creation showed as pending and that ended from processing was told to be processing',
  covers: ['pay.webhook.every-change'],
  needs: ['payment', 'webhooks'],
  uses: [records],
  phase: 'rules',
  observes: COMPLETED_PAYMENT,
  run: async (t) => {
    const tally = new Tally(t, 'pay.webhook.every-change', 'an event of processing before its end')
    for (const history of histories(t, await t.use(records)).values()) {
      const began = asPending(history)
      if (began === undefined) continue
      const here = history.events.filter(({ delivery }) => isWebhook(rolesOf(t, delivery.inbox)))
      const end = here.find(({ status, previous }) => isTerminal(status ?? '') && previous === 'processing')
      if (end === undefined) continue
      const told = here.find((each) => each.delivery.inbox === end.delivery.inbox && tellsProcessing(each))
      if (told !== undefined) tally.agree([told.delivery, end.delivery])
      else
        tally.contradict({
          subject: eventSubject(end),
          actual: 'none, though its creation answered pending and its end came from processing',
          // What an event says of the status before is the only witness.
          soft: true,
          evidence: [began, end.delivery],
        })
    }
    tally.close('no payment that began as pending was told to have ended from processing')
  },
})

const isWebhook = (roles: ReadonlySet<string>): boolean => roles.has('webhook') && roles.size === 1
const tellsProcessing = ({ status }: PaymentEvent): boolean => status?.toLowerCase() === 'processing'

/** The answer to the creation, where it showed the payment as pending. A replay may show a later status. */
function asPending({ shown }: History) {
  const first = shown.find(({ exchange }) => exchange.operation === CREATE)
  return first?.status === 'pending' ? first.exchange : undefined
}

export const skippedChanges: readonly Check[] = [skipped]
