import { describe, expect, test } from 'vitest'
import { startMessagingCaller } from '../../reference/messaging/caller/index.ts'
import { startPaymentCaller } from '../../reference/payment/caller/index.ts'
import { messagingCallerChecks } from '../../suites/messaging/caller/index.ts'
import { paymentCallerChecks } from '../../suites/payment/caller/index.ts'
import { judgedAgain } from './judged-again.ts'

const payment = (options: Parameters<typeof startPaymentCaller>[0]) =>
  judgedAgain(() => startPaymentCaller(options), paymentCallerChecks)
const messaging = (options: Parameters<typeof startMessagingCaller>[0]) =>
  judgedAgain(() => startMessagingCaller(options), messagingCallerChecks)

const EXERCISED = 25

describe('what was recorded of a client, judged again, says the same of everything', () => {
  test.for(['', 'no-retries', 'reads-duplicates'])('payment variant %j', async (variant) => {
    const { report, disagreements } = await payment({ variants: variant === '' ? [] : [variant] })
    expect(report.requirements.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(EXERCISED - 8)
    expect(disagreements).toEqual([])
  })

  test.for(['', 'no-retries', 'app-in-a-header'])('messaging variant %j', async (variant) => {
    const { report, disagreements } = await messaging({ variants: variant === '' ? [] : [variant] })
    expect(report.requirements.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(EXERCISED - 8)
    expect(disagreements).toEqual([])
  })

  test.for(['new-key-on-retries', 'basic-scheme', 'raises-small-amounts', 'ignores-resets', 'verifies-beginnings'])(
    'payment flaw %s: its failures are found again',
    async (flaw) => {
      const { report, disagreements } = await payment({ flaw })
      expect(report.requirements.some(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toBe(true)
      expect(disagreements).toEqual([])
    },
  )

  test.for(['sends-blindly-again', 'phones-with-a-plus', 'keys-follow-redirects', 'no-token'])(
    'messaging flaw %s: its failures are found again',
    async (flaw) => {
      const { report, disagreements } = await messaging({ flaw })
      expect(report.requirements.some(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toBe(true)
      expect(disagreements).toEqual([])
    },
  )
})
