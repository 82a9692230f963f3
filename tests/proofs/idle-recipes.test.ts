import { aroundEach, expect, test } from 'vitest'
import { judgeTarget } from '../../kit/report/of-run.ts'
import { inVirtualTime } from '../../kit/virtual/virtual-time.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { paymentChecks } from '../../suites/payment/index.ts'
import { fileOf, judgedBy, targetOf } from '../targets.ts'

aroundEach(inVirtualTime)

/** What each is held against, where its recipe brings about nothing. */
const HELD = {
  declined: 'pay.declined.answer',
  providerError: 'pay.upstream.error',
  providerUnavailable: 'pay.upstream.unavailable',
  refreshProviderError: 'pay.refresh.provider-error',
  refreshCompletes: 'pay.refresh.updates-status',
  updateRejected: 'pay.profile.update-rejected',
  expired: 'pay.status.expires',
} as const

test('what a recipe was to bring about, and did not, is held against a service with whose mistake it may be', async () => {
  const service = await startPaymentService({ timeScale: 60 })
  try {
    const file = fileOf(service)
    const { outcomes = {} } = file.payment ?? {}
    // Its payments complete, whatever else they were to come to.
    const idle = outcomes.completed
    const idles = Object.fromEntries(Object.keys(HELD).map((name) => [name, idle]))
    const profile = { with: { webhook_url: 'https://shop.example.com/hook' } }
    const target = targetOf({
      ...file,
      payment: {
        ...file.payment!,
        outcomes: { ...outcomes, ...idles, refreshCompletes: outcomes.processing, updateRejected: profile },
      },
    })
    const ids: readonly string[] = Object.values(HELD)
    const checks = paymentChecks.filter(({ covers }) => covers.some((each) => ids.includes(each)))
    const report = await judgeTarget({ ...judgedBy(target), checks, seed: 1 })
    const told = Object.entries(HELD).map(([name, id]) => {
      const { judgements = [] } = report.requirements.find((each) => each.id === id) ?? {}
      const against = judgements.filter(({ verdict }) => verdict === 'fail')
      return [name, against.length > 0 && against.every(({ reason }) => reason?.includes(`payment.outcomes.${name} `))]
    })
    expect(told).toEqual(Object.keys(HELD).map((name) => [name, true]))
  } finally {
    await service.close()
  }
})
