import type { Inbox } from '../../kit/capture/inbox.ts'
import { type Arrangement, type Check, type CheckContext, defineCheck, defineFixture } from '../../kit/check.ts'
import { status, valueAt } from '../../kit/match/index.ts'
import type { Claim } from '../../kit/target/claims.ts'
import { liveKey, updateProfile } from './api.ts'
import { inboxName, paymentDeliveries, receiver } from './deliveries.ts'
import { mobilePayment, type Payment } from './payment.ts'
import { records } from './records.ts'
import { refusal } from './refusal.ts'
import { recipeOf, type Settled, settle, settledPayments } from './settlement.ts'

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
  cost: { requests: { live: 3 }, payments: 1 },
  make: (t) => completion(t, 'payment without URLs', 'none'),
})
const withUrls = defineFixture({
  name: 'completed-with-urls',
  needs,
  uses: [profile, records, mobilePayment],
  cost: { requests: { live: 3 }, payments: 1 },
  make: (t) => completion(t, 'payment with URLs beside defaults', 'own'),
})

/** Deliveries of one payment to one inbox. */
const of = (inbox: Inbox, { reference, id }: Payment) =>
  inbox.deliveries.filter(
    ({ json }) => valueAt(json, '/merchant_reference') === reference || valueAt(json, '/transaction_id') === id,
  )

/** Waits until a completed payment was reported to an inbox, or the time of the target file is up. */
async function reported(t: Arrangement, inbox: Inbox, payment: Payment): Promise<boolean> {
  const within = (t.target.webhooks?.deliveryWithin ?? 30) * 1000
  const completed = inbox.next(
    ({ json }) =>
      valueAt(json, '/data/status') === 'completed' &&
      (valueAt(json, '/merchant_reference') === payment.reference || valueAt(json, '/transaction_id') === payment.id),
    { within },
  )
  return completed.then(
    () => true,
    () => false,
  )
}

/** Blocks unless the payment was seen to be completed, by a read or an event. */
function completedControl(t: CheckContext, { payment, read, status: now, toldByEvent }: Settled): void {
  if (now !== 'completed' && !toldByEvent)
    t.block(`the payment is ${now ?? 'in an unknown status'}, not completed`, [payment.creation, read])
}

function arrived(
  t: CheckContext,
  id: Parameters<CheckContext['conclude']>[0],
  inbox: Inbox,
  settled: Settled,
  ok: boolean,
): void {
  const evidence = [settled.payment.creation, settled.read]
  t.conclude(id, {
    ok,
    subject: `the completed payment ${settled.payment.reference}`,
    expected: `a delivery of its completion to ${inbox.name} within ${t.target.webhooks?.deliveryWithin} s`,
    actual:
      inbox.deliveries.length === 0
        ? 'nothing arrived there'
        : `${inbox.deliveries.length} deliveries arrived there, none of it`,
    evidence: [...evidence, ...of(inbox, settled.payment)],
  })
}

export const webhookUrls: readonly Check[] = [
  // URL resolution: the URLs of the creation apply to that payment. Which URL is called: both when the status is terminal.
  defineCheck({
    id: 'pay/webhooks/own-urls',
    title: 'A payment with its own URLs is reported to both when it is completed',
    covers: ['pay.webhook.payment-url', 'pay.webhook.callback-on-terminal'],
    needs: [...settledPayments.completed.needs, 'webhooks'],
    uses: [settledPayments.completed],
    tier: 'write',
    async run(t) {
      const settled = await t.use(settledPayments.completed)
      completedControl(t, settled)
      const webhook = receiver(t, settled.payment.webhook)
      const callback = receiver(t, settled.payment.callback)
      const [atWebhook, atCallback] = await Promise.all([
        reported(t, webhook, settled.payment),
        reported(t, callback, settled.payment),
      ])
      arrived(t, 'pay.webhook.payment-url', webhook, settled, atWebhook)
      arrived(t, 'pay.webhook.callback-on-terminal', callback, settled, atCallback)
    },
  }),

  // URL resolution: the merchant default is used when the request omits the URLs.
  defineCheck({
    id: 'pay/webhooks/defaults',
    title: 'A payment without URLs is reported to the merchant defaults',
    covers: ['pay.webhook.default-url'],
    needs,
    uses: [withoutUrls],
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
      arrived(t, 'pay.webhook.default-url', callback, settled, atCallback)
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
        ...of(settled.defaults.webhook, settled.payment),
        ...of(settled.defaults.callback, settled.payment),
      ]
      if (!own && strays.length === 0 && !inForce)
        t.block('nothing was delivered, neither to the own URLs nor to the defaults', [settled.read])
      t.conclude('pay.webhook.payment-url-overrides', {
        ok: own && strays.length === 0,
        subject: `the completed payment ${settled.payment.reference}, which has its own URLs`,
        expected: 'deliveries to its own URLs only',
        actual: `${own ? '' : 'no delivery to its webhook_url, '}${strays.length} deliveries to the merchant defaults`,
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
    cost: { requests: { noDefaults: 4 }, payments: 1 },
    async run(t) {
      await t.use(mobilePayment)
      const as = t.key('noDefaults')
      const settled = await settle(t, 'completed', {
        label: 'payment of a merchant without defaults',
        urls: 'none',
        ...(as === undefined ? {} : { as }),
      })
      completedControl(t, settled)
      // Others' deliveries took this long at most; one for this payment would have come by then.
      await t.pause(Math.min(2000, 60_000 / t.target.timeScale))
      const strays = paymentDeliveries(t).filter(({ json }) => valueAt(json, '/transaction_id') === settled.payment.id)
      t.conclude('pay.webhook.no-url-no-delivery', {
        ok: strays.length === 0,
        subject: `the completed payment ${settled.payment.reference}, which has no URLs`,
        expected: 'no delivery',
        actual: `${strays.length} deliveries to ${[...new Set(strays.map(({ inbox }) => inbox))].join(', ')}`,
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
    title: 'A rejected profile update answers 400 UPDATE_FAILED',
    covers: ['pay.profile.update-rejected'],
    needs: [...DEFAULTS, 'payment.outcomes.updateRejected'],
    uses: [profile],
    tier: 'write',
    cost: { requests: { live: 1 } },
    async run(t) {
      const { key, answer: control } = await t.use(profile)
      t.control(control, status('2xx'))
      const { with: members = {} } = recipeOf(t, 'updateRejected')
      const answer = await updateProfile(t, key, members, 'values that the target rejects')
      const why = 'the rows for bad bodies fit as well'
      t.judge(
        'pay.profile.update-rejected',
        answer,
        refusal(['400 UPDATE_FAILED'], ['400 VALIDATION_ERROR', '400 INVALID_REQUEST'], why),
      )
    },
  }),
]
