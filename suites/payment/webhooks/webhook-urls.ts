import type { Check } from '../../../kit/check/check.ts'
import { orNothing } from '../../../kit/check/signals.ts'
import { Tally } from '../../../kit/check/verdicts/tally.ts'
import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { status, valueAt } from '../../../kit/match/index.ts'
import type { Inbox } from '../../../kit/webhooks/inbox.ts'
import { placeOf } from '../../../kit/webhooks/inbox-name.ts'
import type { BodyKind } from '../client/bodies.ts'
import { isShort } from '../client/one-key.ts'
import { mobilePayment, type Payment } from '../client/payment.ts'
import { records } from '../client/records.ts'
import { ended, kindsOf, settle, settledPayments } from '../client/settlement.ts'
import { cardCreation, qrCreation } from '../creation/card.ts'
import { OTHER_KINDS, type OtherKind, withCompletedValues } from '../creation/completed-kinds.ts'
import { cellsOf, hasTurn, typically } from '../creation/kind-turns.ts'
import { inTurn } from '../creation/refusals/turns.ts'
import { type CheckContext, defineCheck, defineRule } from '../define.ts'
import { declinedCreation } from '../lifecycle/outcomes.ts'
import { judgeQuery } from './called-query.ts'
import {
  creationsOf,
  eventSubject,
  eventsAt,
  inboxName,
  paymentDeliveries,
  paymentEvents,
  type Role,
  receiver,
  tellsOf,
  whatCame,
} from './deliveries.ts'
import { arrived, completedControl, reported } from './events/event-arrival.ts'
import { type Completion, completionNeeds, RUN_DEFAULT, withoutUrls, withUrls } from './merchant-defaults.ts'

export const webhookUrls: readonly Check[] = [
  // URL resolution: the URLs of the creation apply to that payment.
  defineCheck({
    id: 'pay/webhooks/own-urls',
    title: 'A payment with its own webhook_url is reported to it when it is completed',
    covers: ['pay.webhook.payment-url'],
    needs: [...settledPayments.completed.needs, 'webhooks'],
    uses: [settledPayments.completed],
    tier: 'write',
    async run(t) {
      const settled = await t.use(settledPayments.completed)
      completedControl(t, settled)
      const webhook = receiver(t, settled.payment.webhook)
      arrived(t, 'pay.webhook.payment-url', webhook, settled, await reported(t, webhook, settled.payment))
    },
  }),

  // Which URL is called: callback_url on terminal status, each of the four.
  defineCheck({
    id: 'pay/webhooks/callback',
    title: 'Both URLs are called when a payment ends, however it ends',
    covers: ['pay.webhook.callback-on-terminal', 'pay.webhook.every-change'],
    needs: ['payment.keys.live', 'payment.bodies.mobile', 'webhooks'],
    uses: [mobilePayment, ...Object.values(settledPayments)],
    tier: 'write',
    async run(t) {
      const all = (await ended(t)).filter(({ status: now, outcome, toldByEvent }) => now === outcome || toldByEvent)
      if (all.length === 0)
        t.abortUnexercised('not met', 'no payment that a recipe has end was read, or told of, as ended so')
      await Promise.all(
        all.map(async ({ outcome, ...settled }) => {
          const callback = receiver(t, settled.payment.callback)
          const webhook = receiver(t, settled.payment.webhook)
          const [atCallback, atWebhook] = await Promise.all(
            [callback, webhook].map((inbox) => reported(t, inbox, settled.payment, outcome)),
          )
          const at = { change: outcome }
          arrived(t, 'pay.webhook.callback-on-terminal', callback, settled, atCallback === true, { at })
          arrived(t, 'pay.webhook.every-change', webhook, settled, atWebhook === true, { at })
        }),
      )
    },
  }),

  // Which URL is called: whether a decline is a change that webhook_url is told of is open, but what is told there is an end.
  defineCheck({
    id: 'pay/webhooks/callback-of-declined',
    title: 'Where the decline of a creation is reported to webhook_url, callback_url is called as well',
    covers: ['pay.webhook.callback-on-terminal'],
    needs: [...declinedCreation.needs, 'webhooks'],
    uses: [declinedCreation],
    tier: 'write',
    // What tells of it has had the time of the whole run.
    phase: 'settled',
    async run(t) {
      const id = 'pay.webhook.callback-on-terminal'
      const { sent, answer } = await t.use(declinedCreation)
      const [webhook, callback] = [receiver(t, sent.webhook), receiver(t, sent.callback)]
      const transaction = String(valueAt(json(answer.response), '/details/transaction_id'))
      const payment: Payment = { ...sent, id: transaction, creation: answer }
      const beside = eventsAt(webhook, payment).find(tellsOf('failed'))
      if (!status(402).test(answer).ok || beside === undefined)
        return t.markUnexercised(id, 'not met', 'no event told webhook_url of a creation that was declined')
      const settled = { payment, read: answer, status: 'failed', toldByEvent: true }
      const ok = await reported(t, callback, payment, 'failed')
      arrived(t, id, callback, settled, ok, { at: { change: 'failed' }, beside })
    },
  }),

  // URL resolution: the merchant default is used when the request omits the URLs.
  defineCheck({
    id: 'pay/webhooks/defaults',
    title: 'A payment without URLs is reported to the merchant defaults, as one with URLs is to its own',
    covers: ['pay.webhook.default-url', 'pay.webhook.every-change'],
    needs: completionNeeds,
    uses: [withoutUrls, withUrls, records, cardCreation, qrCreation],
    tier: 'write',
    cost: {
      requests: { live: 10 },
      spends: { payments: 2 },
      // Where one key is all there is it sends none.
      typical: {
        requests: {},
        spends: { payments: 0 },
        at: typically(2, 5, 1),
      },
    },
    async run(t) {
      const settled = await t.use(withoutUrls)
      completedControl(t, settled)
      const { webhook, callback, written, hasQuery } = settled.defaults
      const [atWebhook, atCallback] = await Promise.all([
        reported(t, webhook, settled.payment),
        reported(t, callback, settled.payment),
      ])
      arrived(t, 'pay.webhook.default-url', webhook, settled, atWebhook, { named: written })
      // A callback_url that is never called at all is another matter.
      const own = await t.use(withUrls).catch(() => undefined)
      const called = own?.payment.callback !== undefined && (await reported(t, own.payment.callback, own.payment))
      if (atCallback || called) arrived(t, 'pay.webhook.default-url', callback, settled, atCallback, { named: written })
      const first = [webhook, callback].flatMap(({ deliveries }) => deliveries.slice(0, 1))
      if (hasQuery) for (const each of first) judgeQuery(t, 'pay.webhook.default-url', each, [written])
      await judgeBeginning(t, webhook, settled.payment, own?.payment)
      if (!isShort(t.service.keys, t.depth)) await judgeOtherKinds(t, settled, atCallback || called)
    },
  }),

  // URL resolution, priority: the value of the payment comes before the merchant default.
  defineCheck({
    id: 'pay/webhooks/override',
    title: 'A payment with its own URLs is not reported to the merchant defaults',
    covers: ['pay.webhook.payment-url-overrides'],
    needs: completionNeeds,
    uses: [withUrls, withoutUrls],
    tier: 'write',
    async run(t) {
      const settled = await t.use(withUrls)
      completedControl(t, settled)
      const webhook = receiver(t, settled.payment.webhook)
      const own = await reported(t, webhook, settled.payment)
      // The other payment's delivery to the defaults shows that they are in force.
      const other = await t.use(withoutUrls)
      const inForce = await reported(t, other.defaults.webhook, other.payment)
      const strays = [
        ...eventsAt(settled.defaults.webhook, settled.payment),
        ...eventsAt(settled.defaults.callback, settled.payment),
      ]
      if (!own && strays.length === 0 && !inForce)
        t.abortBlocked('nothing was delivered, neither to the own URLs nor to the defaults', [settled.read])
      t.conclude('pay.webhook.payment-url-overrides', {
        ok: own && strays.length === 0,
        subject: `payment ${settled.payment.reference}, created with its own URLs`,
        expected: 'its events at its own URLs only',
        actual: `${own ? '' : 'none at its webhook_url, '}${strays.length} of its events at the merchant defaults`,
        awaited: strays.length === 0,
        evidence: [settled.payment.creation, settled.read, ...strays],
      })
    },
  }),

  // URL resolution, priority, of whatever payment: what is told to a default says nothing else than that it was called.
  defineRule({
    id: 'pay/webhooks/override-events',
    title: 'No event of a payment with a URL of its own comes to the merchant default in its place',
    covers: ['pay.webhook.payment-url-overrides'],
    observes: completionNeeds,
    async run(t) {
      const tally = new Tally(t, 'pay.webhook.payment-url-overrides', 'its events at its own URL only')
      for (const role of ['webhook', 'callback'] as const) {
        const place = inboxName(RUN_DEFAULT, role)
        for (const event of paymentEvents(t).filter(({ delivery }) => delivery.inbox === place)) {
          const made = creationsOf(t, event)
          if (made.length > 0 && made.every((each) => namesOwn(t, each, role)))
            tally.contradict({
              subject: eventSubject(event),
              actual: `an event of a payment that named a ${role}_url of its own`,
              evidence: [event.delivery, ...made.slice(0, 1)],
            })
        }
      }
      tally.close('no event of a payment with URLs of its own came to the merchant defaults')
    },
  }),

  // URL resolution, priority: then no delivery.
  defineCheck({
    id: 'pay/webhooks/no-urls',
    title: 'A payment of a merchant without defaults and without URLs is not reported anywhere',
    covers: ['pay.webhook.no-url-no-delivery'],
    needs: [
      'payment.keys.noDefaults',
      'payment.keys.live',
      'payment.bodies.mobile',
      'payment.outcomes.completed',
      'webhooks',
    ],
    uses: [mobilePayment, records],
    tier: 'write',
    phase: 'settled',
    cost: {
      requests: { noDefaults: 6 },
      spends: { payments: 2 },
      waits: ({ timeScale }) => Math.min(2, 30 / timeScale),
    },
    async run(t) {
      await t.use(mobilePayment)
      const key = t.key('noDefaults')
      const as = key === undefined ? {} : { as: key }
      // One with a URL comes first, so that there is something to fall back to. It has no webhook_url, nor has its
      // merchant: its callback_url is called at its end all the same, and only then.
      const before = await settle(t, 'completed', {
        label: 'payment with a callback_url alone of a merchant without defaults',
        urls: 'callback',
        ...as,
      })
      const settled = await settle(t, 'completed', {
        label: 'payment of a merchant without defaults',
        urls: 'none',
        ...as,
      })
      completedControl(t, settled)
      const known = await reported(t, receiver(t, before.payment.callback), before.payment)
      if (!known) t.abortBlocked('deliveries of this merchant do not arrive at all', [before.payment.creation])
      // A delivery for the later payment would follow that one closely.
      await t.pause(Math.min(2000, t.clock.scaled(30)))
      const { id, reference } = settled.payment
      const strays = paymentDeliveries(t).filter(
        ({ json }) => valueAt(json, '/transaction_id') === id || valueAt(json, '/merchant_reference') === reference,
      )
      t.conclude('pay.webhook.no-url-no-delivery', {
        ok: strays.length === 0,
        subject: `payment ${settled.payment.reference}, created without URLs by a merchant without defaults`,
        expected: 'no delivery of its events',
        actual: `${strays.length} deliveries to ${[...new Set(strays.map(({ inbox }) => placeOf(inbox)))].join(', ')}`,
        awaited: false,
        evidence: [settled.payment.creation, ...strays],
      })
    },
  }),
]

/** Whether a creation named a URL of this run in a role, and not that of the merchant default. */
function namesOwn(t: CheckContext, { request }: Exchange, role: Role): boolean {
  const own = valueAt(json(request), `/${role}_url`)
  const usual = t.inbox(inboxName(RUN_DEFAULT, role))?.url
  if (typeof own !== 'string' || usual === undefined || !URL.canParse(own)) return false
  return new URL(own).origin === new URL(usual).origin && new URL(own).pathname !== new URL(usual).pathname
}

/**
 * The kinds that a payment without URLs is made of beside the first one: those that the recipe says nothing of, and in turns
 * some of those that its values have had completed.
 */
async function otherKinds(t: CheckContext, first: Completion): Promise<readonly BodyKind[]> {
  const kind = String(first.payment.body.type)
  const kinds = kindsOf(t, 'completed').filter((each) => t.service.bodies?.[each]?.type !== kind)
  if (kinds.length > 0) return kinds
  if (!hasTurn(t, 'defaults')) return []
  const known: OtherKind[] = []
  for (const each of inTurn(t, OTHER_KINDS, cellsOf(t.target)))
    if ((await withCompletedValues(t, each))?.status === 'completed') known.push(each)
  return known
}

/** The defaults are those of a merchant: of all its payments, whichever kind they are of. */
async function judgeOtherKinds(t: CheckContext, first: Completion, isCalled: boolean): Promise<void> {
  const { webhook, callback, written } = first.defaults
  const id = 'pay.webhook.default-url'
  await Promise.all(
    (await otherKinds(t, first)).map(async (kind) => {
      const label = `payment without URLs, ${kind}`
      const settled = await settle(t, 'completed', { label, urls: 'none', kind }).catch(orNothing)
      // A recipe need not know of every kind of payment.
      if (settled?.status !== 'completed') return
      const inboxes = isCalled ? [webhook, callback] : [webhook]
      const came = await Promise.all(inboxes.map((inbox) => reported(t, inbox, settled.payment)))
      for (const [at, inbox] of inboxes.entries()) arrived(t, id, inbox, settled, came[at] === true, { named: written })
    }),
  )
}

/**
 * Which URL is called: webhook_url on every status change, wherever the URL comes from. A payment of the same recipe was
 * told to be processing at its own URL, and the end of this one says that it had been so too.
 */
async function judgeBeginning(
  t: CheckContext,
  webhook: Inbox,
  payment: Payment,
  own: Payment | undefined,
): Promise<void> {
  const id = 'pay.webhook.every-change'
  const end = eventsAt(webhook, payment).find(tellsOf('completed'))
  const same = own?.webhook?.deliveries.find(tellsOf('processing'))
  if (end === undefined || same === undefined || valueAt(end.json, '/data/previous_status') !== 'processing') {
    t.markUnexercised(id, 'not met', 'no payment of this recipe was told to be processing before its end')
    return
  }
  t.conclude(id, {
    ok: await reported(t, webhook, payment, 'processing'),
    // A payment may have begun as processing, even where another one did not.
    soft: true,
    subject: `payment ${payment.reference}, completed from processing`,
    expected: `its event with status processing at ${placeOf(webhook.name)}, as at the URL of another payment`,
    actual: whatCame(webhook, payment),
    evidence: [payment.creation, end, same],
  })
}
