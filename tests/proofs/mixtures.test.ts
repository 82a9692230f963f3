import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { messagingTroubles, messagingVariants, startMessagingService } from '../../reference/messaging/index.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { paymentVariants } from '../../reference/payment/variants.ts'
import { messagingChecks } from '../../suites/messaging/index.ts'
import { paymentChecks } from '../../suites/payment/index.ts'
import { prove } from './proof.ts'

// A real deployment makes many choices at once. Each mixture is drawn once and for all: a new variant draws new ones. Other
// mixtures, judged with another seed, are asked for by these variables.
const SEED = Number(process.env.MIXTURE_SEED ?? 20)
const MIXTURES = Number(process.env.MIXTURES ?? 30)
const RUN_SEED = Number(process.env.MIXTURE_RUN_SEED ?? 7)
const CHOICES = 6

const mixtures = (names: readonly string[]): string[][] =>
  fc.sample(fc.shuffledSubarray([...names], { minLength: CHOICES, maxLength: CHOICES }), {
    seed: SEED,
    numRuns: MIXTURES,
  })

/** Variants of which one mixture holds one at most, and why. */
const APART: readonly (readonly string[])[] = [
  // Together they put a reason of a validation error into details, which neither does alone.
  ['outcome-context', 'collision-400'],
  // Each sends an event twice, long after. Four times is what attempts look like that no 2xx ends.
  ['two-senders', 'submits-told-twice'],
  // One leads to the form that the other has not.
  ['page-without-slash', 'no-slash', 'redirects-301', 'redirects-307', 'redirects-308'],
  // A page of text has no members that another one could add.
  ['routes-of-the-framework', 'error-members', 'extra-members', 'missing-at-root'],
  // The one that comes last says how a text is made.
  ['expiry-phrase', 'code-added-to-template'],
  // What waits for its predecessor, what overtakes it, and what goes two ways at once.
  ['webhook-in-order', 'events-in-disorder', 'reports-before-submit', 'two-senders', 'submits-told-twice'],
  // Too many requests a minute, and too many codes for a number: the same answer, with other pauses.
  ['resend-cooldown', 'limits-narrowly'],
  // How the same time is written.
  Object.keys(paymentVariants).filter((name) => name.startsWith('timestamp-')),
  Object.keys(messagingVariants).filter((name) => name.startsWith('times-') || name === 'naive-times'),
]

const isPossible = (mixture: readonly string[]): boolean =>
  APART.every((names) => names.filter((name) => mixture.includes(name)).length < 2)

/** Of messaging: lawful choices, and what befalls who made them. */
const all = { ...messagingVariants, ...messagingTroubles }

describe('no mixture of variants is accused', () => {
  const payment = mixtures(Object.keys(paymentVariants)).filter(isPossible)

  test.for(payment.map((mixture) => mixture.join(' ')))('payment: %s', async (mixture) => {
    const variants = mixture.split(' ')
    const may = variants.flatMap((name) => paymentVariants[name]?.warns ?? [])
    const { told } = await prove(
      () => startPaymentService({ variants }),
      'payment',
      paymentChecks,
      'deep',
      undefined,
      RUN_SEED,
    )
    expect(told.filter((line) => !may.some((id) => line.startsWith(`warn ${id}:`)))).toEqual([])
  })

  const messaging = mixtures(Object.keys(messagingVariants)).filter(isPossible)

  // Two senders that deliver twice, each in its own time: four copies, and none of them a retry.
  const twice = ['throttles', 'events-in-disorder', 'duplicate-deliveries', 'two-senders']

  // Who shows nothing of what is unread, and knows the last marking by its second.
  const bare = ['bare-conversations', 'reads-by-pointer-of-seconds', 'inbox-lags']

  // Who tells of expiries alone, where a resend of another app leaves none to come about, and the inbox shows that late.
  const ended = ['tells-of-expiry', 'code-ends-in-every-app', 'inbox-lags']

  test.for([...messaging, twice, bare, ended].map((mixture) => mixture.join(' ')))('messaging: %s', async (mixture) => {
    const variants = mixture.split(' ')
    const warns: readonly string[] = variants.flatMap((name) => all[name]?.warns ?? [])
    // What is said of a conversation in one shape holds for the other.
    const may = new Set([...warns, ...warns.map((id) => id.replace('.enveloped-', '.bare-'))])
    const start = () => startMessagingService({ variants })
    const { verdicts } = await prove(start, 'messaging', messagingChecks, 'deep', undefined, RUN_SEED)
    const accused = verdicts.filter(
      ({ id, verdict }) => verdict === 'fail' || verdict === 'blocked' || (verdict === 'warn' && !may.has(id)),
    )
    expect(accused.map(({ id, verdict }) => `${verdict} ${id}`)).toEqual([])
  })
})

// An answer that is lost hides what was done, and a delay shows it at the wrong time: each alone is told apart, both are hard to.
describe('trouble beside a delay accuses nobody', () => {
  const pairs = Object.keys(messagingTroubles).flatMap((name) =>
    ['events-take-seconds', 'inbox-lags', 'reads-lag'].flatMap((delay) =>
      [1, 4, 7].map((seed) => [name, delay, seed] as const),
    ),
  )

  test.for(pairs)('messaging: %s, %s, seed %i', async ([name, delay, seed]) => {
    const variants = [name, delay]
    const may: readonly string[] = variants.flatMap((each) => all[each]?.warns ?? [])
    const start = () => startMessagingService({ variants })
    const { verdicts } = await prove(start, 'messaging', messagingChecks, 'standard', undefined, seed)
    const accused = verdicts.filter(
      ({ id, verdict }) => verdict === 'fail' || (verdict === 'warn' && !may.includes(id)),
    )
    expect(accused.map(({ id, verdict }) => `${verdict} ${id}`)).toEqual([])
  })
})
