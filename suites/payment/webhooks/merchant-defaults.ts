import type { Key } from '../../../kit/check/context.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { status } from '../../../kit/match/index.ts'
import type { Inbox } from '../../../kit/webhooks/inbox.ts'
import { liveKey, updateProfile } from '../client/api.ts'
import { mobilePayment } from '../client/payment.ts'
import { records } from '../client/records.ts'
import { type Settled, settle } from '../client/settlement.ts'
import { type Claim, defineFixture, defineRestorer, type FixtureContext } from '../define.ts'
import { AS_THEY_WERE, isProfileUntouched } from '../service/leftovers.ts'
import { QUERY } from './called-query.ts'
import { inboxName, receiver } from './deliveries.ts'

export const DEFAULTS: readonly Claim[] = ['payment.keys.live', 'payment.defaults', 'allow.profileWrites', 'webhooks']

const PROFILE = 'merchant-defaults'

/** How most clients name what JSON is written in anyway. */
const WITH_CHARSET = 'application/json; charset=utf-8'

/** Label of the receivers that the run makes the merchant's defaults. */
export const RUN_DEFAULT = 'merchant default'

/** Statuses by which an update is refused for what it holds, and not for who asks or where. */
const FOR_ITS_BODY: readonly number[] = [400, 409, 422]

/** Writes the default URLs that the target file names. Returns the refusal of a service that takes no default away. */
async function restoreDefaults(t: FixtureContext, key: Key): Promise<Exchange | undefined> {
  const { webhookUrl = '', callbackUrl = '' } = t.service.defaults ?? {}
  const whole = { webhook_url: webhookUrl, callback_url: callbackUrl }
  const restored = await updateProfile(t, key, whole, AS_THEY_WERE)
  // How a default is removed is not shown: where there was none, the run's own may have to stay.
  const had = Object.fromEntries(Object.entries(whole).filter(([, url]) => url !== ''))
  const isRefused = FOR_ITS_BODY.includes(restored.response?.status ?? 0) && Object.keys(had).length < 2
  if (!isRefused) {
    t.control(restored, status('2xx'))
    return undefined
  }
  if (Object.keys(had).length > 0) t.control(await updateProfile(t, key, had, AS_THEY_WERE), status('2xx'))
  return restored
}

export const restorers = {
  [PROFILE]: defineRestorer(async (t) => {
    const refused = await restoreDefaults(t, liveKey(t))
    // Nobody looks at the exchanges of an undoing: what is not put back has to be said.
    if (refused !== undefined) t.control(refused, status('2xx'))
  }),
}

/** Whether the profile is updated three times: at full depth, and with every other seed. */
const isWrittenAgain = ({ depth, seed }: Pick<FixtureContext, 'depth' | 'seed'>): boolean =>
  depth === 'deep' || seed % 2 === 0

/** The profile with default URLs of ours, and what the target answered. The last check of the phase restores it. */
export const profile = defineFixture({
  name: PROFILE,
  needs: DEFAULTS,
  cost: { requests: { live: 4 }, typical: { requests: { live: 2 } } },
  make: async (t) => {
    const [former, formerCallback] = (['webhook', 'callback'] as const).map((role) =>
      receiver(t, t.inbox(inboxName('former merchant default', role))),
    )
    const webhook = receiver(t, t.inbox(inboxName(RUN_DEFAULT, 'webhook')))
    const callback = receiver(t, t.inbox(inboxName(RUN_DEFAULT, 'callback')))
    const key = liveKey(t)
    t.afterwards({
      title: 'the default URLs of the merchant profile',
      restorer: PROFILE,
      // Whichever key of the merchant has been used the least by then: a limiter lets it in the soonest.
      undo: async (later) => {
        if (isProfileUntouched(later.exchanges())) return
        await restoreDefaults(later, liveKey(later))
      },
    })
    // Written twice or three times: an update replaces what those before it left.
    const replaced = { webhook_url: former?.url, callback_url: formerCallback?.url }
    const spelled = await updateProfile(t, key, replaced, 'default URLs that are replaced', WITH_CHARSET)
    if (isWrittenAgain(t)) await updateProfile(t, key, replaced, 'default URLs that are replaced, once more')
    const withQuery = { webhook_url: `${webhook.url}?${QUERY}`, callback_url: `${callback.url}?${QUERY}` }
    const asked = await updateProfile(t, key, withQuery, 'default URLs of the run')
    // Which URLs are taken is open.
    const hasQuery = !status('4xx').test(asked).ok
    const urls = hasQuery ? withQuery : { webhook_url: webhook.url, callback_url: callback.url }
    const answer = hasQuery ? asked : await updateProfile(t, key, urls, 'default URLs of the run without a query')
    return { key, spelled, answer, webhook, callback, urls, hasQuery }
  },
})

/** Payments that are reported to the defaults are of one kind, so that one shows what may be expected of the next. */
export const OF_DEFAULTS = 0

export interface Completion extends Settled {
  readonly defaults: {
    readonly webhook: Inbox
    readonly callback: Inbox
    /** The update that named them, and whether they had a query in it. */
    readonly written: Exchange
    readonly hasQuery: boolean
  }
}

async function completion(t: FixtureContext, label: string, urls: 'own' | 'none'): Promise<Completion> {
  const { answer, webhook, callback, hasQuery } = await t.use(profile)
  t.control(answer, status('2xx'))
  await t.use(mobilePayment)
  const turn = urls === 'none' ? OF_DEFAULTS : OF_DEFAULTS + 1
  return {
    ...(await settle(t, 'completed', { label, urls, turn })),
    defaults: { webhook, callback, written: answer, hasQuery },
  }
}

/** What a payment takes that is completed while the merchant has defaults. */
export const completionNeeds: readonly Claim[] = [...DEFAULTS, 'payment.bodies.mobile', 'payment.outcomes.completed']

/** Completed while the merchant has defaults: one payment without URLs, one with its own. */
export const withoutUrls = defineFixture({
  name: 'completed-without-urls',
  needs: completionNeeds,
  uses: [profile, records, mobilePayment],
  cost: { requests: { live: 3 }, spends: { payments: 1 }, typical: { requests: { live: 2 } } },
  make: (t) => completion(t, 'payment without URLs', 'none'),
})
export const withUrls = defineFixture({
  name: 'completed-with-urls',
  needs: completionNeeds,
  uses: [profile, records, mobilePayment],
  cost: { requests: { live: 3 }, spends: { payments: 1 }, typical: { requests: { live: 2 } } },
  make: (t) => completion(t, 'payment with URLs beside defaults', 'own'),
})
