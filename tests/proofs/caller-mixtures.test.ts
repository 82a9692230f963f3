import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { messagingCallerVariants, startMessagingCaller } from '../../reference/messaging/caller/index.ts'
import { paymentCallerVariants, startPaymentCaller } from '../../reference/payment/caller/index.ts'
import { messagingCallerChecks } from '../../suites/messaging/caller/index.ts'
import { paymentCallerChecks } from '../../suites/payment/caller/index.ts'
import { prove } from './proof.ts'

const SEED = 20
const MIXTURES = 12
const CHOICES = 5

/** Each decides what is refused beforehand: together they would take bad input for good. */
const CONTRADICTORY = ['refuses-other-phones', 'leaves-out-what-is-not-right']

const mixtures = (variants: object): string[] =>
  fc
    .sample(fc.shuffledSubarray(Object.keys(variants), { minLength: CHOICES, maxLength: CHOICES }), {
      seed: SEED,
      numRuns: MIXTURES,
    })
    .filter((names) => !CONTRADICTORY.every((each) => names.includes(each)))
    .map((names) => names.join(' '))

describe('no mixture of lawful choices of a client is accused', () => {
  test.for(mixtures(paymentCallerVariants))('payment: %s', async (mixture) => {
    const start = () => startPaymentCaller({ variants: mixture.split(' ') })
    expect((await prove(start, 'paymentCaller', paymentCallerChecks)).told).toEqual([])
  })

  test.for(mixtures(messagingCallerVariants))('messaging: %s', async (mixture) => {
    const start = () => startMessagingCaller({ variants: mixture.split(' ') })
    expect((await prove(start, 'messagingCaller', messagingCallerChecks)).told).toEqual([])
  })
})
