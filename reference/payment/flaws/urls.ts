import type { UrlSources } from '../behaviour.ts'
import { isTerminal, type Role, type StatusEvent } from '../domain/payment.ts'
import { type Patch, together } from '../patch.ts'
import { type Flaw, flaw } from './flaw.ts'

const called = (pick: (sources: UrlSources) => readonly UrlSources['own'][]): Patch => ({
  urls: (sources) => {
    const picked = pick(sources)
    const each = (urls: readonly (string | undefined)[]) => [...new Set(urls.filter((url) => url !== undefined))]
    return {
      webhook: each(picked.map(({ webhookUrl }) => webhookUrl)),
      callback: each(picked.map(({ callbackUrl }) => callbackUrl)),
    }
  },
})

const calls =
  (role: Role, when: (event: StatusEvent) => boolean): Patch =>
  (before) => ({ ...before, calls: (asked, event) => (asked === role ? when(event) : before.calls(asked, event)) })

export const urlFlaws: Record<string, Flaw> = {
  'ignores-payment-urls': flaw(
    'Only the defaults are called',
    [
      'pay.webhook.payment-url',
      'pay.webhook.payment-url-overrides',
      'pay.webhook.callback-on-terminal',
      'pay.webhook.every-change',
    ],
    called(({ defaults }) => [defaults]),
  ),
  'defaults-override': flaw(
    "Defaults win over a payment's own URLs",
    [
      'pay.webhook.payment-url-overrides',
      'pay.webhook.callback-on-terminal',
      'pay.webhook.every-change',
      'pay.webhook.payment-url',
    ],
    called(({ own, defaults }) => [{ ...own, ...defaults }]),
  ),
  'defaults-get-ends-only': flaw(
    'The default webhook_url is told of ends only',
    ['pay.webhook.every-change'],
    calls('webhook', ({ payment, status }) => payment.request.webhookUrl !== undefined || isTerminal(status)),
  ),
  'calls-defaults-besides': flaw(
    "Defaults are called besides a payment's own URLs",
    ['pay.webhook.payment-url-overrides'],
    called(({ own, defaults }) => [own, defaults]),
  ),
  'ignores-default-urls': flaw(
    'Defaults are never called',
    ['pay.webhook.default-url'],
    called(({ own }) => [own]),
  ),
  'defaults-not-for-qr': flaw('Defaults are not called for QR payments', ['pay.webhook.default-url'], (before) => ({
    ...before,
    recipes: 'by call',
    urls: (sources) => before.urls(sources.type === 'qr' ? { ...sources, defaults: {} } : sources),
  })),
  'default-callback-not-for-cards': flaw(
    'The default callback_url is not called for card payments',
    ['pay.webhook.default-url'],
    (before) => ({
      ...before,
      recipes: 'by call',
      urls: ({ defaults, ...sources }) => {
        const { callbackUrl: _, ...left } = defaults
        return before.urls({ ...sources, defaults: sources.type === 'card' ? left : defaults })
      },
    }),
  ),
  'profile-not-kept': flaw('A profile update is confirmed and lost', ['pay.webhook.default-url'], {
    keepsProfile: () => false,
  }),
  'profile-kept-once': flaw('Only the first profile update is kept', ['pay.webhook.default-url'], (before) => {
    let writes = 0
    return { ...before, keepsProfile: () => writes++ === 0 }
  }),
  'profile-kept-twice': flaw('From the third on no profile update is kept', ['pay.webhook.default-url'], (before) => {
    let writes = 0
    return { ...before, keepsProfile: () => writes++ < 2 }
  }),
  'drops-query-of-default': flaw(
    'Default URLs are kept without their query',
    ['pay.webhook.default-url'],
    (before) => ({
      ...before,
      urls: ({ defaults, ...sources }) => {
        const bare = Object.fromEntries(Object.entries(defaults).map(([name, url]) => [name, url.replace(/\?.*$/, '')]))
        return before.urls({ ...sources, defaults: bare })
      },
    }),
  ),
  'drops-query-of-default-webhook': flaw(
    'The default webhook_url is kept without its query',
    ['pay.webhook.default-url'],
    (before) => ({
      ...before,
      urls: ({ defaults, ...sources }) => {
        const { webhookUrl: url, ...others } = defaults
        const bare = url === undefined ? others : { ...others, webhookUrl: url.replace(/\?.*$/, '') }
        return before.urls({ ...sources, defaults: bare })
      },
    }),
  ),
  'drops-query-of-url': flaw(
    'URLs are called without their query',
    ['pay.webhook.payment-url', 'pay.webhook.default-url'],
    (before) => ({
      ...before,
      urls: (sources) => {
        const { webhook, callback } = before.urls(sources)
        const bare = (urls: readonly string[]) => urls.map((url) => url.replace(/\?.*$/, ''))
        return { webhook: bare(webhook), callback: bare(callback) }
      },
    }),
  ),
  'falls-back-to-latest-url': flaw(
    "A payment without URLs is reported to those of the merchant's latest payment",
    ['pay.webhook.no-url-no-delivery', 'pay.webhook.own-events-only'],
    called(({ own, defaults, latest }) => [{ ...latest, ...defaults, ...own }]),
  ),
  'reports-to-earlier-url-besides': flaw(
    "A payment is reported to the URLs of the merchant's earlier payment besides",
    ['pay.webhook.own-events-only', 'pay.webhook.no-url-no-delivery'],
    called(({ own, defaults, latest }) => [{ ...defaults, ...own }, latest]),
  ),
  'webhook-skips-processing': flaw(
    'webhook_url is not called on processing',
    ['pay.webhook.every-change', 'pay.event.chain'],
    calls('webhook', ({ status }) => status !== 'processing'),
  ),
  'webhook-skips-expired': flaw(
    'webhook_url is not called on expired and cancelled',
    ['pay.webhook.every-change'],
    calls('webhook', ({ status }) => status !== 'expired' && status !== 'cancelled'),
  ),
  'callback-never': flaw(
    'callback_url is never called',
    ['pay.webhook.callback-on-terminal'],
    calls('callback', () => false),
  ),
  'callback-on-completed-only': flaw(
    'callback_url is called on completed only',
    ['pay.webhook.callback-on-terminal'],
    calls('callback', ({ status }) => status === 'completed'),
  ),
  'callback-not-for-declined': flaw(
    'A payment that is declined at once is reported to webhook_url only',
    ['pay.webhook.callback-on-terminal'],
    together(
      { reportsDeclined: true },
      calls('callback', ({ payment, status }) => isTerminal(status) && payment.history[0] !== 'failed'),
    ),
  ),
  'callback-on-processing': flaw(
    'callback_url is called on processing too',
    ['pay.webhook.callback-only-terminal'],
    calls('callback', ({ status }) => status === 'processing' || isTerminal(status)),
  ),
  'callback-without-metadata': flaw('callback_url gets other metadata', ['pay.webhook.same-payload'], (before) => ({
    ...before,
    payload: (attempt) =>
      attempt.role === 'callback'
        ? { ...before.payload(attempt), metadata: { channel: 'callback' } }
        : before.payload(attempt),
  })),
  'callback-stands-in-for-webhook': flaw(
    'callback_url is called on every change where there is no webhook_url',
    ['pay.webhook.callback-only-terminal'],
    (before) => ({
      ...before,
      urls: (given) => {
        const { webhook, callback } = before.urls(given)
        return webhook.length === 0 ? { webhook: callback, callback: [] } : { webhook, callback }
      },
    }),
  ),
}
