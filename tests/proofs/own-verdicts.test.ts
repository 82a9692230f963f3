import { describe, expect, test } from 'vitest'
import type { Check } from '../../kit/check/check.ts'
import type { Depth } from '../../kit/check/depth.ts'
import { startMessagingService } from '../../reference/messaging/index.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { messagingChecks } from '../../suites/messaging/index.ts'
import { paymentChecks } from '../../suites/payment/index.ts'
import { type Embedded, prove } from './proof.ts'

interface Case {
  readonly which: string
  readonly start: () => Promise<Embedded>
  readonly checks: readonly Check[]
  readonly depth: Depth
  /** Everything that is no pass, by its verdict: a check that no longer sees something is noticed here, though it accuses nobody. */
  readonly rest: Readonly<Record<string, readonly string[]>>
}

/** What nobody outside can see: payouts, whose endpoints are not shown, and whether money moved. */
const ofPayouts = [
  'pay.payout.create',
  'pay.payout.defaults-only',
  'pay.access.test-key-no-money',
  'pay.access.test-key-payouts',
  'pay.outcome.insufficient-balance',
  'pay.outcome.payout-failed',
]

/** Of the two shapes of a conversation the faithful service answers the enveloped one. */
const inapplicable = [
  'msg.envelope.error-field',
  'msg.conversation.bare-id',
  'msg.conversation.bare-account-id',
  'msg.conversation.bare-recipient-phone',
  'msg.conversation.bare-is-active',
  'msg.conversation.bare-created-at',
  'msg.conversation.bare-updated-at',
  'msg.conversation.bare-sender-number-id',
  'msg.conversation.bare-last-message-at',
  'msg.workspaces.refusal-shape',
  'msg.signature.absent',
]

const payment = { which: 'payment', start: () => startPaymentService(), checks: paymentChecks } as const
const messaging = { which: 'messaging', start: () => startMessagingService(), checks: messagingChecks } as const

const cases: readonly Case[] = [
  {
    ...payment,
    depth: 'quick',
    rest: {
      unexercised: [
        'pay.payout.create',
        'pay.idempotency.after-rate-limit',
        'pay.idempotency.after-server-error',
        'pay.reference.duplicate-completed',
        'pay.event.id-stable',
        'pay.error.code-stable',
        'pay.read.agrees-with-events',
        'pay.profile.update-rejected',
        'pay.profile.bad-body',
        'pay.profile.rejected-unchanged',
        'pay.payout.defaults-only',
        'pay.access.test-key',
        'pay.access.test-key-enabled',
        'pay.access.test-key-reads',
        'pay.access.test-key-profile',
        'pay.access.live-key-test-mode',
        'pay.access.test-key-no-money',
        'pay.access.test-key-payouts',
        'pay.webhook.no-url-no-delivery',
        'pay.delivery.retry-after-error',
        'pay.delivery.retry-after-timeout',
        'pay.delivery.retry-after-reset',
        'pay.delivery.ends-after-2xx',
        'pay.outcome.insufficient-balance',
        'pay.outcome.payout-failed',
        'pay.rate.limited',
        'pay.rate.code',
        'pay.rate.reset-header',
        'pay.rate.reset-readable',
        'pay.rate.recovers',
        'pay.rate.per-key',
        'pay.rate.every-endpoint',
        'pay.rate.full-allowance',
      ],
    },
  },
  {
    ...payment,
    depth: 'standard',
    rest: { unexercised: ofPayouts },
  },
  {
    ...payment,
    depth: 'deep',
    rest: { unexercised: ofPayouts },
  },
  {
    ...messaging,
    depth: 'quick',
    rest: {
      unexercised: [
        'msg.service.environments',
        'msg.auth.refused-sends-none',
        'msg.auth.unbound-without-app',
        'msg.auth.app-conflict',
        'msg.error.conflict',
        'msg.limits.rate-answer',
        'msg.limits.retry-after-readable',
        'msg.limits.recovers',
        'msg.limits.attempts',
        'msg.limits.timeout',
        'msg.limits.backoff',
        'msg.version.interface',
        'msg.otp.callback-url-private',
        'msg.otp.callback-ends',
        'msg.otp.refused-sends-none',
        'msg.otp.refused-ends-none',
        'msg.conversation.bare-window',
        'msg.read.inbound-only',
        'msg.read.no-body',
        'msg.event.unconfigured-silent',
        'msg.event.id-stable',
        'msg.event.report-failed',
        'msg.event.report-failed-message-id',
        'msg.event.report-failed-status',
        'msg.event.report-failed-at',
        'msg.event.delivered-more-than-once',
        'msg.event.whatsapp-name',
        'msg.signature.secret-shown',
        'msg.delivery.ends-after-ok',
        'msg.delivery.ends-after-other-success',
        'msg.delivery.body-ignored',
        'msg.delivery.retry-after-server-error',
        'msg.delivery.retry-after-client-error',
        'msg.delivery.retry-after-redirect',
        'msg.delivery.retry-after-timeout',
        'msg.delivery.retry-after-reset',
        'msg.delivery.backoff-grows',
        'msg.delivery.backoff-exponential',
        'msg.delivery.bounded',
        'msg.webhook.https-only',
        'msg.webhook.no-private-address',
      ],
      inapplicable,
    },
  },
  {
    ...messaging,
    depth: 'standard',
    rest: {
      unexercised: [
        'msg.service.environments',
        'msg.auth.unbound-without-app',
        'msg.auth.app-conflict',
        'msg.error.conflict',
        'msg.limits.rate-answer',
        'msg.limits.retry-after-readable',
        'msg.limits.recovers',
        'msg.limits.attempts',
        'msg.version.interface',
        'msg.otp.callback-url-private',
        'msg.conversation.bare-window',
        'msg.read.inbound-only',
        'msg.read.no-body',
        'msg.event.unconfigured-silent',
        'msg.event.delivered-more-than-once',
        'msg.event.whatsapp-name',
        'msg.signature.secret-shown',
        'msg.delivery.bounded',
        'msg.webhook.https-only',
        'msg.webhook.no-private-address',
      ],
      inapplicable,
    },
  },
  {
    ...messaging,
    depth: 'deep',
    rest: {
      unexercised: [
        'msg.service.environments',
        'msg.error.conflict',
        'msg.limits.rate-answer',
        'msg.limits.retry-after-readable',
        'msg.limits.recovers',
        'msg.version.interface',
        'msg.conversation.bare-window',
        'msg.read.inbound-only',
        'msg.event.delivered-more-than-once',
        'msg.event.whatsapp-name',
        'msg.signature.secret-shown',
        'msg.webhook.https-only',
        'msg.webhook.no-private-address',
      ],
      inapplicable,
    },
  },
]

describe('of the faithful service every statement that is asked passes', () => {
  test.for(cases)('$which, $depth', async ({ which, start, checks, depth, rest }) => {
    const { verdicts } = await prove(start, which, checks, depth)
    const notPassed = verdicts.filter(({ verdict }) => verdict !== 'pass')
    const kinds = [...new Set(notPassed.map(({ verdict }) => verdict))]
    const idsOf = (kind: string) => notPassed.filter(({ verdict }) => verdict === kind).map(({ id }) => id)
    expect(Object.fromEntries(kinds.map((kind) => [kind, idsOf(kind)]))).toEqual(rest)
  })
})
