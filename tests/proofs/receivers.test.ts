import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { messagingReceiverVariants, startMessagingReceiver } from '../../reference/messaging/receiver/index.ts'
import { paymentReceiverVariants, startPaymentReceiver } from '../../reference/payment/receiver/index.ts'
import { messagingReceiverChecks } from '../../suites/messaging/receiver/index.ts'
import { paymentReceiverChecks } from '../../suites/payment/receiver/index.ts'
import { judgedAgain } from './judged-again.ts'
import { prove } from './proof.ts'

// A receiver makes many choices at once. Each mixture is drawn once and for all: a new variant draws new ones.
const SEED = 20
const MIXTURES = 24
const CHOICES = 6

const mixtures = (variants: object): string[] =>
  fc
    .sample(fc.shuffledSubarray(Object.keys(variants), { minLength: CHOICES, maxLength: CHOICES }), {
      seed: SEED,
      numRuns: MIXTURES,
    })
    .map((names) => names.join(' '))

describe('no mixture of variants of a receiver is accused', () => {
  test.for(mixtures(paymentReceiverVariants))('payment: %s', async (mixture) => {
    const start = () => startPaymentReceiver({ variants: mixture.split(' ') })
    const { told } = await prove(start, 'paymentReceiver', paymentReceiverChecks)
    expect(told).toEqual([])
  })

  test.for(mixtures(messagingReceiverVariants))('messaging: %s', async (mixture) => {
    const start = () => startMessagingReceiver({ variants: mixture.split(' ') })
    const { told } = await prove(start, 'messagingReceiver', messagingReceiverChecks)
    expect(told).toEqual([])
  })
})

describe('the evidence of a receiver, judged again, says the same of everything', () => {
  const flaws = [
    undefined,
    'remembers-forged-events',
    'compares-as-many-as-come-and-refuses-duplicates',
    'deduplicates-nothing',
    'verifies-rewritten-json',
  ]

  test.for(flaws)('payment flaw %s', async (flaw) => {
    const start = () => startPaymentReceiver(flaw === undefined ? {} : { flaw })
    const { report, disagreements } = await judgedAgain(start, paymentReceiverChecks)
    expect(report.requirements.some(({ verdict }) => verdict === 'fail')).toBe(flaw !== undefined)
    expect(disagreements).toEqual([])
  })

  test.for([...flaws, 'secret-in-latin-1'])('messaging flaw %s', async (flaw) => {
    const start = () => startMessagingReceiver(flaw === undefined ? {} : { flaw })
    const { report, disagreements } = await judgedAgain(start, messagingReceiverChecks)
    expect(report.requirements.some(({ verdict }) => verdict === 'fail')).toBe(flaw !== undefined)
    expect(disagreements).toEqual([])
  })

  test('where the target file points its probe at nothing', async () => {
    const start = async () => {
      const receiver = await startPaymentReceiver()
      const file = receiver.targetFile() as { paymentReceiver: { probe: object } }
      const probe = { ...file.paymentReceiver.probe, status: '/state', applied: '/count' }
      return {
        close: () => receiver.close(),
        targetFile: () => ({ ...file, paymentReceiver: { ...file.paymentReceiver, probe } }),
      }
    }
    const { report, disagreements } = await judgedAgain(start, paymentReceiverChecks)
    expect(report.requirements.filter(({ verdict }) => verdict === 'blocked').length).toBeGreaterThan(3)
    expect(disagreements).toEqual([])
  })

  test('where it works behind its answers', async () => {
    const start = () => startPaymentReceiver({ variants: ['works-after-answering', 'fails-now-and-then'] })
    const { disagreements } = await judgedAgain(start, paymentReceiverChecks)
    expect(disagreements).toEqual([])
  })
})
