import type { Delivery } from '../../kit/capture/delivery.ts'
import type { Inbox } from '../../kit/capture/inbox.ts'
import { placeOf } from '../../kit/capture/place.ts'
import { type Arrangement, type Check, type CheckContext, defineCheck, defineFixture } from '../../kit/check.ts'
import { subjectOf } from '../../kit/context.ts'
import type { Exchange } from '../../kit/http/exchange.ts'
import { status, valueAt } from '../../kit/match/index.ts'
import { type Claim, lineFor } from '../../kit/target/claims.ts'
import type { RequirementId } from '../../specs/index.ts'
import { liveKey, updateProfile } from './api.ts'
import {
  eventsAt,
  inboxName,
  paymentDeliveries,
  type Role,
  receiver,
  tellsOf,
  unreadable,
  whatCame,
} from './deliveries.ts'
import { mobilePayment, type Payment } from './payment.ts'
import { records } from './records.ts'
import { refusal } from './refusal.ts'
import { ended, recipeOf, type Settled, settle, settledPayments } from './settlement.ts'

const DEFAULTS: readonly Claim[] = ['payment.keys.live', 'payment.defaults', 'allow.profileWrites', 'webhooks']

/** The profile with default URLs of ours, and what the target answered. The last check of the phase restores it. */
const profile = defineFixture({
  name: 'merchant-defaults',
  needs: DEFAULTS,
  cost: { requests: { live: 1 } },
  make: async (t) => {
    const webhook = receiver(t, t.inbox(inboxName('merchant default', 'webhook')))
    const callback = receiver(t, t.inbox(inboxName('merchant default', 'callback')))
    const key = liveKey(t)
    t.afterwards('the default URLs of the merchant profile', async (later) => {
      const { webhookUrl = '', callbackUrl = '' } = later.target.payment?.defaults ?? {}
      const restored = await updateProfile(
        later,
        key,
        { webhook_url: webhookUrl, callback_url: callbackUrl },
        'as they were',
      )
      later.control(restored, status('2xx'))
    })
    const answer = await updateProfile(
      t,
      key,
      { webhook_url: webhook.url, callback_url: callback.url },
      'default URLs of the run',
    )
    return { key, answer, webhook, callback }
  },
})

type Completion = Settled & { readonly defaults: { readonly webhook: Inbox; readonly callback: Inbox } }

async function completion(t: Arrangement, label: string, urls: 'own' | 'none'): Promise<Completion> {
  const { answer, webhook, callback } = await t.use(profile)
  t.control(answer, status('2xx'))
  await t.use(mobilePayment)
  return { ...(await settle(t, 'completed', { label, urls })), defaults: { webhook, callback } }
}

const needs: readonly Claim[] = [...DEFAULTS, 'payment.bodies.mobile', 'payment.outcomes.completed']

/** Completed while the merchant has defaults: one payment without URLs, one with its own. */
const withoutUrls = defineFixture({
  name: 'completed-without-urls',
  needs,
  uses: [profile, records, mobilePayment],
  cost: { requests: { live: 3 }, payments: 1, typical: { requests: { live: 2 } } },
  make: (t) => completion(t, 'payment without URLs', 'none'),
})
const withUrls = defineFixture({
  name: 'completed-with-urls',
  needs,
  uses: [profile, records, mobilePayment],
  cost: { requests: { live: 3 }, payments: 1, typical: { requests: { live: 2 } } },
  make: (t) => completion(t, 'payment with URLs beside defaults', 'own'),
})

/** Waits until the end of a payment was reported to an inbox, or the time of the target file is up. */
async function reported(t: Arrangement, inbox: Inbox, payment: Payment, outcome = 'completed'): Promise<boolean> {
  const isIt = tellsOf(outcome)
  const own = ({ json }: Pick<Delivery, 'json'>) =>
    valueAt(json, '/merchant_reference') === payment.reference || valueAt(json, '/transaction_id') === payment.id
  const within = (t.target.webhooks?.deliveryWithin ?? 30) * 1000
  return inbox
    .next((delivery) => isIt(delivery) && own(delivery), { within })
    .then(
      () => true,
      () => false,
    )
}

/** Blocks unless the payment was seen to be completed, by a read or an event. */
function completedControl(t: CheckContext, { payment, read, status: now, toldByEvent }: Settled): void {
  if (now !== 'completed' && !toldByEvent)
    t.block(`the payment is ${now ?? 'in an unknown status'}, not completed`, [payment.creation, read])
}

/** What is told of an event that should have come, where it is not that of any payment. */
interface Missing {
  /** What went before, for the reader: it stands first. */
  readonly after?: Exchange
  /** Where the event is if it went astray. */
  readonly instead?: Inbox
}

/** Judges whether the end of a payment came to an inbox; blocks where what came does not tell. */
function arrived(
  t: CheckContext,
  id: RequirementId,
  inbox: Inbox,
  settled: Settled,
  ok: boolean,
  { after, instead }: Missing = {},
): void {
  const place = placeOf(inbox.name)
  const strange = unreadable(inbox)
  if (!ok && strange.length > 0) {
    t.blocked(id, `what arrived at ${place} does not tell its status`, strange)
    return
  }
  const { payment, status: now } = settled
  const astray = instead === undefined ? [] : eventsAt(instead, payment)
  const actual = astray.length > 0 ? `its events at ${placeOf(instead?.name ?? '')}` : whatCame(inbox, payment)
  t.conclude(id, {
    ok,
    subject: `payment ${payment.reference}, ${now === undefined ? 'ended' : `now ${now}`}${after === undefined ? '' : `, created after ${subjectOf(after)}`}`,
    expected: `its event with ${now === undefined ? 'a terminal status' : `status ${now}`} at ${place} within ${t.target.webhooks?.deliveryWithin} s`,
    actual,
    evidence: [
      ...(after === undefined ? [] : [after]),
      payment.creation,
      settled.read,
      ...eventsAt(inbox, payment),
      ...astray.slice(0, 2),
    ],
  })
}

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
    title: 'callback_url is called when a payment ends, however it ends',
    covers: ['pay.webhook.callback-on-terminal'],
    needs: ['payment.keys.live', 'payment.bodies.mobile', 'webhooks'],
    uses: [mobilePayment, ...Object.values(settledPayments)],
    tier: 'write',
    async run(t) {
      const all = (await ended(t)).filter(({ status: now, outcome, toldByEvent }) => now === outcome || toldByEvent)
      if (all.length === 0) t.cannot('not met', 'no payment of the run came to an end')
      await Promise.all(
        all.map(async ({ outcome, ...settled }) => {
          const callback = receiver(t, settled.payment.callback)
          arrived(
            t,
            'pay.webhook.callback-on-terminal',
            callback,
            settled,
            await reported(t, callback, settled.payment, outcome),
          )
        }),
      )
    },
  }),

  // URL resolution: the merchant default is used when the request omits the URLs.
  defineCheck({
    id: 'pay/webhooks/defaults',
    title: 'A payment without URLs is reported to the merchant defaults, as one with URLs is to its own',
    covers: ['pay.webhook.default-url', 'pay.webhook.every-change'],
    needs,
    uses: [withoutUrls, withUrls],
    tier: 'write',
    async run(t) {
      const settled = await t.use(withoutUrls)
      completedControl(t, settled)
      const { webhook, callback } = settled.defaults
      const [atWebhook, atCallback] = await Promise.all([
        reported(t, webhook, settled.payment),
        reported(t, callback, settled.payment),
      ])
      arrived(t, 'pay.webhook.default-url', webhook, settled, atWebhook)
      // A callback_url that is never called at all is another matter.
      const own = await t.use(withUrls).catch(() => undefined)
      const called = own?.payment.callback !== undefined && (await reported(t, own.payment.callback, own.payment))
      if (atCallback || called) arrived(t, 'pay.webhook.default-url', callback, settled, atCallback)
      await judgeBeginning(t, webhook, settled.payment, own?.payment)
    },
  }),

  // URL resolution, priority: the value of the payment comes before the merchant default.
  defineCheck({
    id: 'pay/webhooks/override',
    title: 'A payment with its own URLs is not reported to the merchant defaults',
    covers: ['pay.webhook.payment-url-overrides'],
    needs,
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
        t.block('nothing was delivered, neither to the own URLs nor to the defaults', [settled.read])
      t.conclude('pay.webhook.payment-url-overrides', {
        ok: own && strays.length === 0,
        subject: `payment ${settled.payment.reference}, created with its own URLs`,
        expected: 'its events at its own URLs only',
        actual: `${own ? '' : 'none at its webhook_url, '}${strays.length} of its events at the merchant defaults`,
        evidence: [settled.payment.creation, settled.read, ...strays],
      })
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
    cost: { requests: { noDefaults: 6 }, payments: 2, waits: ({ timeScale }) => Math.min(2, 30 / timeScale) },
    async run(t) {
      await t.use(mobilePayment)
      const key = t.key('noDefaults')
      const as = key === undefined ? {} : { as: key }
      // One with URLs comes first, so that there is something to fall back to.
      const before = await settle(t, 'completed', { label: 'payment with URLs of a merchant without defaults', ...as })
      const settled = await settle(t, 'completed', {
        label: 'payment of a merchant without defaults',
        urls: 'none',
        ...as,
      })
      completedControl(t, settled)
      const known = await reported(t, receiver(t, before.payment.webhook), before.payment)
      if (!known) t.block('deliveries of this merchant do not arrive at all', [before.payment.creation])
      // A delivery for the later payment would follow that one closely.
      await t.pause(Math.min(2000, 30_000 / t.target.timeScale))
      const { id, reference } = settled.payment
      const strays = paymentDeliveries(t).filter(
        ({ json }) => valueAt(json, '/transaction_id') === id || valueAt(json, '/merchant_reference') === reference,
      )
      t.conclude('pay.webhook.no-url-no-delivery', {
        ok: strays.length === 0,
        subject: `payment ${settled.payment.reference}, created without URLs by a merchant without defaults`,
        expected: 'no delivery of its events',
        actual: `${strays.length} deliveries to ${[...new Set(strays.map(({ inbox }) => placeOf(inbox)))].join(', ')}`,
        evidence: [settled.payment.creation, ...strays],
      })
    },
  }),

  // Endpoints: PUT updates the merchant profile; rejection gives UPDATE_FAILED.
  defineCheck({
    id: 'pay/profile/update',
    title: 'The default URLs of the merchant profile can be updated',
    covers: ['pay.profile.update'],
    needs: DEFAULTS,
    uses: [profile],
    tier: 'write',
    async run(t) {
      t.judge('pay.profile.update', (await t.use(profile)).answer, status('2xx'))
    },
  }),

  defineCheck({
    id: 'pay/profile/rejected',
    title: 'A rejected profile update answers 400 UPDATE_FAILED and changes nothing',
    covers: ['pay.profile.update-rejected', 'pay.profile.rejected-unchanged'],
    needs: [...DEFAULTS, 'payment.outcomes.updateRejected'],
    uses: [profile, withoutUrls, mobilePayment, records],
    tier: 'write',
    // A target that accepts what it was to reject has other defaults from then on.
    phase: 'settled',
    cost: { requests: { live: 4 }, payments: 1 },
    async run(t) {
      const { key, answer: control } = await t.use(profile)
      t.control(control, status('2xx'))
      const { with: members = {} } = recipeOf(t, 'updateRejected')
      // A good value beside the bad one: a rejection keeps neither.
      const decoy = { webhook_url: decoyOf(t, 'webhook').url, callback_url: decoyOf(t, 'callback').url }
      const answer = await updateProfile(t, key, { ...decoy, ...members }, 'values that the target rejects')
      const why = 'the rows for bad bodies fit as well'
      t.judge(
        'pay.profile.update-rejected',
        answer,
        refusal(['400 UPDATE_FAILED'], ['400 VALIDATION_ERROR', '400 INVALID_REQUEST'], why),
      )
      await judgeUnchanged(t, answer)
    },
  }),
]

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
    t.skip(id, 'not met', 'no payment of this recipe was told to be processing before its end')
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

// Endpoints: PUT updates the profile, or it is rejected. After a rejection the defaults of before are in force.
async function judgeUnchanged(t: CheckContext, rejection: Exchange): Promise<void> {
  const id = 'pay.profile.rejected-unchanged'
  if (!status('4xx').test(rejection).ok) {
    t.skip(id, 'not met', 'the update was not rejected')
    return
  }
  if (!t.has('payment.outcomes.completed') || !t.has('payment.bodies.mobile')) {
    t.skip(id, 'not claimed', 'no payment can be completed', lineFor('payment.outcomes.completed'))
    return
  }
  const before = await t.use(withoutUrls)
  if (!(await reported(t, before.defaults.webhook, before.payment))) {
    t.blocked(id, 'before the rejected update nothing was delivered to the merchant defaults either')
    return
  }
  const settled = await settle(t, 'completed', { label: 'payment after a rejected update', urls: 'none' })
  completedControl(t, settled)
  const { webhook, callback } = before.defaults
  const missing = (role: Role): Missing => ({ after: rejection, instead: decoyOf(t, role) })
  arrived(t, id, webhook, settled, await reported(t, webhook, settled.payment), missing('webhook'))
  if (await reported(t, callback, before.payment))
    arrived(t, id, callback, settled, await reported(t, callback, settled.payment), missing('callback'))
}

/** Where events go if a rejected update is kept all the same. */
const decoyOf = (t: CheckContext, role: Role): Inbox =>
  receiver(t, t.inbox(inboxName('rejected merchant default', role)))
