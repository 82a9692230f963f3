import { describe, expect, test } from 'vitest'
import { startMessagingService } from '../../reference/messaging/index.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { messagingChecks } from '../../suites/messaging/index.ts'
import { messagingService } from '../../suites/messaging/service/index.ts'
import { paymentChecks } from '../../suites/payment/index.ts'
import { paymentService } from '../../suites/payment/service/index.ts'
import { type Disagreement, judgedAgain } from './judged-again.ts'

const payment = (options: Parameters<typeof startPaymentService>[0]) =>
  judgedAgain(() => startPaymentService(options), paymentChecks)
const messaging = (options: Parameters<typeof startMessagingService>[0]) =>
  judgedAgain(() => startMessagingService(options), messagingChecks)

const ids = (found: readonly Disagreement[]): string[] => found.map(({ id }) => id)
const withheld = {
  payment: Object.keys(paymentService.notReplayable),
  messaging: Object.keys(messagingService.notReplayable),
}

describe('the evidence of a run, judged again, says the same of everything but what is withheld', {
  timeout: 120_000,
}, () => {
  test('faithful services: exactly what is withheld, nothing more', async () => {
    expect(ids((await payment({})).disagreements).toSorted()).toEqual(withheld.payment.toSorted())
    expect(ids((await messaging({})).disagreements).toSorted()).toEqual(withheld.messaging.toSorted())
  })

  test.for(['reordered-events'])('payment variant %s', async (variant) => {
    const { disagreements } = await payment({ variants: [variant] })
    expect(disagreements.filter(({ id }) => !withheld.payment.includes(id))).toEqual([])
  })

  test.for(['bare-conversations'])('messaging variant %s', async (variant) => {
    const { disagreements } = await messaging({ variants: [variant] })
    expect(disagreements.filter(({ id }) => !withheld.messaging.includes(id))).toEqual([])
  })

  test.for(['replay-201'])('payment flaw %s: its failures are found again', async (flaw) => {
    const { report, disagreements } = await payment({ flaw })
    expect(report.requirements.some(({ verdict }) => verdict === 'fail')).toBe(true)
    expect(disagreements.filter(({ id }) => !withheld.payment.includes(id))).toEqual([])
  })

  test.for(['resend-answers-created'])('messaging flaw %s: its failures are found again', async (flaw) => {
    const { report, disagreements } = await messaging({ flaw })
    expect(report.requirements.some(({ verdict }) => verdict === 'fail')).toBe(true)
    expect(disagreements.filter(({ id }) => !withheld.messaging.includes(id))).toEqual([])
  })
})
