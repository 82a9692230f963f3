import { describe, expect, test } from 'vitest'
import type { Check } from '../../kit/check/check.ts'
import { messagingFlaws, startMessagingService } from '../../reference/messaging/index.ts'
import { paymentFlaws } from '../../reference/payment/flaws.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { messagingChecks } from '../../suites/messaging/index.ts'
import { paymentChecks } from '../../suites/payment/index.ts'
import { type Embedded, prove } from './proof.ts'

/** `OTHER_SEEDS=all` for every flaw; else one in so many, from a place that the seed decides. */
const ALL = process.env.OTHER_SEEDS === 'all'
const EVERY = 24
const SEED = Number(process.env.OTHER_SEED ?? 11)

interface Seeded {
  readonly breaks: readonly string[]
  readonly mayBreak?: readonly string[]
}

interface Service {
  readonly flaws: Readonly<Record<string, Seeded>>
  readonly checks: readonly Check[]
  readonly start: (flaw: string) => Promise<Embedded>
  /** What else a flaw breaks where full depth looks at more of it than the proofs of the kills do. */
  readonly besides: Readonly<Record<string, readonly string[]>>
  /** Flaws of single cells that full depth comes to with some seeds only: a message is dear. */
  readonly inTurn: readonly string[]
}

/** Whoever takes a body without it takes one that nobody can read. */
const READS_NOTHING = ['msg.error.media-type']
/** The kinds of failures take turns in what comes first. */
const OTHER_FAILURES = [
  'msg.delivery.retry-after-timeout',
  'msg.delivery.retry-after-redirect',
  'msg.delivery.retry-after-client-error',
  'msg.delivery.retry-after-server-error',
]

const SERVICES: Readonly<Record<'payment' | 'messaging', Service>> = {
  payment: {
    flaws: paymentFlaws,
    checks: paymentChecks,
    start: (flaw) => startPaymentService({ flaw }),
    besides: {
      'qr-replay-201': ['pay.idempotency.replay-after-terminal'],
      'rate-503': ['pay.error.handled'],
    },
    inTurn: ['refused-card-keeps-reference'],
  },
  messaging: {
    flaws: messagingFlaws,
    checks: messagingChecks,
    start: (flaw) => startMessagingService({ flaw }),
    besides: {
      'senders-without-key': ['msg.auth.key-invalid'],
      'resend-without-phone': READS_NOTHING,
      'app-without-name': READS_NOTHING,
      'channel-change-refused': ['msg.otp.channel-call'],
      'callbacks-of-whatsapp-untold': ['msg.otp.callback-kept'],
      'marks-later-messages': ['msg.read.second-count-zero'],
      'counts-one-too-few': ['msg.read.up-to-bounds'],
      'webhook-of-other-app-told': ['msg.event.unconfigured-silent', 'msg.event.app-id-header-app'],
      'failed-submit-not-reported': ['msg.event.batch-one-each'],
      // What was told as sent before is a message whose delivery failed.
      'failed-submit-told-as-sent-too': ['msg.event.report-failed-at'],
      'message-id-of-job': ['msg.event.report-failed-at'],
      'signs-without-secret': ['msg.signature.verifies'],
      'reports-are-told-once': OTHER_FAILURES,
      'expired-is-told-once': OTHER_FAILURES,
    },
    inTurn: [
      'refused-app-key-sends',
      'expiry-told-by-default',
      'unknown-app-passes-by-whatsapp',
      'callback-goes-by-whatsapp',
      'callback-forgotten-where-left-out',
      'webhook-of-other-channel-stands-in',
    ],
  },
}

describe.for(Object.entries(SERVICES))('flaws of %s at full depth, with another seed', ([which, service]) => {
  const { flaws, checks, start, besides, inTurn } = service
  const chosen = Object.entries(flaws).filter((_, place) => ALL || place % EVERY === SEED % EVERY)

  test.for(chosen)('%s', async ([name, { breaks, mayBreak = [] }]) => {
    const { failed, warned, told } = await prove(() => start(name), which, checks, 'deep', undefined, SEED)
    const seen = [...failed, ...warned]
    const may = [...breaks, ...mayBreak, ...(besides[name] ?? [])]
    expect(
      seen.filter((id) => !may.includes(id)),
      told.join('\n'),
    ).toEqual([])
    if (!inTurn.includes(name)) expect(seen, told.join('\n')).not.toEqual([])
  })
})
