import type { Check } from '../../../../kit/check/check.ts'
import { valueAt } from '../../../../kit/match/index.ts'
import type { Delivery } from '../../../../kit/webhooks/delivery.ts'
import type { Inbox } from '../../../../kit/webhooks/inbox.ts'
import { placeOf } from '../../../../kit/webhooks/inbox-name.ts'
import { type Failure, judgeRetries, usualRetry } from '../../../shared/retries.ts'
import { mobilePayment } from '../../client/payment.ts'
import { answerOnce, isTerminalEvent } from '../../client/receivers.ts'
import { records } from '../../client/records.ts'
import { settle } from '../../client/settlement.ts'
import { type CheckContext, defineCheck } from '../../define.ts'
import { eventsAt } from '../deliveries.ts'
import { completedControl } from '../events/event-arrival.ts'
import { completionNeeds, OF_DEFAULTS, profile, withoutUrls } from '../merchant-defaults.ts'

type Told = Pick<Delivery, 'json'>

/** An attempt that was made to fail at a default URL, and how the next one is waited for. */
async function failed(
  t: CheckContext,
  inbox: Inbox,
  { id, what }: Pick<Failure, 'id' | 'what'>,
  isEnd: (delivery: Told) => boolean,
): Promise<Failure> {
  const patience = (t.target.webhooks?.deliveryWithin ?? 30) * 1000
  const first = await inbox.next(isEnd, { within: patience }).catch(() => undefined)
  const again = (after: Delivery, within: number) => inbox.next(isEnd, { within, after }).catch(() => undefined)
  return { id, what, first, holdMs: 0, attempts: () => inbox.deliveries.filter(isEnd).length, again }
}

export const defaultRetries: readonly Check[] = [
  // Receiver rules: on failure the service retries, wherever the URL comes from.
  defineCheck({
    id: 'pay/deliveries/retries-to-defaults',
    title: 'A delivery to the merchant defaults that failed is tried again',
    covers: ['pay.delivery.retry-after-error', 'pay.delivery.retry-after-reset'],
    needs: completionNeeds,
    scriptsReceiver: true,
    uses: [profile, withoutUrls, mobilePayment, records],
    tier: 'write',
    phase: 'settled',
    // What was refused before may be in force with a target that is at fault.
    runsAfter: ['pay/validation/profile-bodies', 'pay/profile/revoked', 'pay/profile/rejected'],
    background: true,
    cost: { requests: { live: 3 }, spends: { payments: 1 }, typical: { requests: { live: 2 } }, waits: usualRetry },
    async run(t) {
      const { answer, webhook, callback } = await t.use(profile)
      const before = await t.use(withoutUrls)
      completedControl(t, before)
      const silent = [webhook, callback].find((inbox) => eventsAt(inbox, before.payment).length === 0)
      if (silent !== undefined) t.abortBlocked(`nothing was delivered to ${placeOf(silent.name)}`, [answer])
      const reference = t.fresh('Ref')
      const isEnd = (delivery: Told): boolean =>
        isTerminalEvent(delivery) && valueAt(delivery.json, '/merchant_reference') === reference
      answerOnce(t, webhook, { kind: 'status', status: 503 }, isEnd)
      answerOnce(t, callback, { kind: 'reset' }, isEnd)
      await settle(t, 'completed', {
        label: 'payment whose default receivers fail',
        urls: 'none',
        turn: OF_DEFAULTS,
        members: { reference },
      })
      const error = {
        id: 'pay.delivery.retry-after-error',
        what: 'a delivery to a default that the run answered with 503',
      }
      const reset = { id: 'pay.delivery.retry-after-reset', what: 'a delivery to a default that the run reset' }
      await judgeRetries(t, await Promise.all([failed(t, webhook, error, isEnd), failed(t, callback, reset, isEnd)]))
    },
  }),
]
