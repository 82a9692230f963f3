import type { Check } from '../../../../kit/check/check.ts'
import type { Delivery } from '../../../../kit/webhooks/delivery.ts'
import { MOST_EVENTS } from '../../sending/sends.ts'
import { callbackRule } from '../../sending/sms-timeline.ts'
import { smsDeliveries, TRAP } from '../deliveries.ts'
import { fewEvents } from './delivery-retries.ts'

const ID = 'msg.delivery.redirect-not-followed'

const isRedirected = ({ answer }: Delivery): boolean =>
  answer.kind === 'status' && answer.status >= 300 && answer.status < 400

export const redirects: readonly Check[] = [
  // Events › Receiver response and retries: redirects are not followed. Whichever attempt met one, however late it came.
  callbackRule({
    id: 'msg/delivery-retries/redirects',
    title: 'a redirect of the receiver is not followed',
    covers: [ID],
    judgedWith: { [ID]: MOST_EVENTS },
    run: async (t) => {
      const [redirected] = smsDeliveries(t).filter(isRedirected)
      if (redirected === undefined) return fewEvents(t, ID)
      const followed = t.deliveries().filter(({ inbox }) => inbox === TRAP)
      t.conclude(ID, {
        ok: followed.length === 0,
        subject: `an attempt that the run answered with ${redirected.answer.kind === 'status' ? redirected.answer.status : ''} (delivery ${redirected.id})`,
        expected: 'no request to the place it points to',
        actual: `${followed.length} request${followed.length === 1 ? '' : 's'} there`,
        evidence: [redirected, ...followed.slice(0, 1)],
      })
    },
  }),
]
