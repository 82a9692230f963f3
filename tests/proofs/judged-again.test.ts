import { describe, expect, test } from 'vitest'
import { startMessagingService } from '../../reference/messaging/index.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { messagingChecks } from '../../suites/messaging/index.ts'
import { paymentChecks } from '../../suites/payment/index.ts'
import { judgedAgain } from './judged-again.ts'

const payment = (options: Parameters<typeof startPaymentService>[0]) =>
  judgedAgain(() => startPaymentService(options), paymentChecks)
const messaging = (options: Parameters<typeof startMessagingService>[0]) =>
  judgedAgain(() => startMessagingService(options), messagingChecks)

describe('the evidence of a run, judged again, says the same of everything', { timeout: 120_000 }, () => {
  test.for(['', 'reordered-events'])('payment variant %j', async (variant) => {
    const variants = variant === '' ? [] : [variant]
    const { report, disagreements } = await payment({ variants })
    expect(report.requirements.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(100)
    expect(disagreements).toEqual([])
  })

  test.for(['', 'bare-conversations'])('messaging variant %j', async (variant) => {
    const variants = variant === '' ? [] : [variant]
    const { report, disagreements } = await messaging({ variants })
    expect(report.requirements.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(100)
    expect(disagreements).toEqual([])
  })

  test.for(['replay-201'])('payment flaw %s: its failures are found again', async (flaw) => {
    const { report, disagreements } = await payment({ flaw })
    expect(report.requirements.some(({ verdict }) => verdict === 'fail')).toBe(true)
    expect(disagreements).toEqual([])
  })

  test.for(['resend-answers-created'])('messaging flaw %s: its failures are found again', async (flaw) => {
    const { report, disagreements } = await messaging({ flaw })
    expect(report.requirements.some(({ verdict }) => verdict === 'fail')).toBe(true)
    expect(disagreements).toEqual([])
  })
})
