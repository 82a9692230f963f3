import { afterAll, aroundEach, expect, test } from 'vitest'
import type { Check } from '../../kit/check/check.ts'
import { judgeTarget } from '../../kit/report/of-run.ts'
import type { Report } from '../../kit/report/report.ts'
import { inVirtualTime } from '../../kit/virtual/virtual-time.ts'
import { startMessagingService } from '../../reference/messaging/index.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { messagingChecks } from '../../suites/messaging/index.ts'
import { updateProfile } from '../../suites/payment/client/api.ts'
import { defineCheck } from '../../suites/payment/define.ts'
import { paymentChecks } from '../../suites/payment/index.ts'
import { judgedBy, targetOf } from '../targets.ts'

aroundEach(inVirtualTime)

const open: { close(): unknown }[] = []
afterAll(() => Promise.all(open.map((each) => each.close())))

async function judged(
  service: Promise<{ targetFile(): object; close(): unknown }>,
  checks: readonly Check[],
  only: readonly string[] = [],
): Promise<Report> {
  open.push(await service)
  const target = targetOf((await service).targetFile())
  return judgeTarget({ ...judgedBy(target), checks, seed: 1, only })
}

test('apps are told with what to find them by', { timeout: 60_000 }, async () => {
  const report = await judged(startMessagingService({ timeScale: 60, variants: ['quick-retries'] }), messagingChecks, [
    'msg.apps.*',
    'msg.event.sent-*',
  ])
  const apps = report.exchanges.filter(
    ({ operation, response }) => operation === 'POST /v1/developer_apps' && (response?.status ?? 500) < 300,
  ).length
  expect(apps).toBeGreaterThan(0)
  expect(report.notes).toContain(
    `left behind: ${apps} developer app${apps === 1 ? '' : 's'}, with ${report.run.id} in the name`,
  )
})

test('default URLs that nobody can take away again are told, and are no fault', async () => {
  const service = startPaymentService({ timeScale: 60, variants: ['profile-cannot-be-cleared'] })
  const report = await judged(service, paymentChecks, ['pay.profile.update'])
  expect(report.notes).toEqual([
    'left behind: webhook_url and callback_url of this run in the merchant profile, for which payment.defaults names none',
  ])
})

test('what could not be undone is told with the reason', async () => {
  const careless = defineCheck({
    id: 'pay/test/careless',
    title: 'Changes what it cannot restore',
    covers: ['pay.create.mobile'],
    run: async (t) => {
      t.afterwards({
        title: 'the default URLs of the merchant profile',
        undo: async (later) => {
          const answer = await updateProfile(later, { authorization: 'none' }, { webhook_url: 'https://a.example' })
          later.control(answer, { expected: '2xx', test: () => ({ ok: false, actual: `${answer.response?.status}` }) })
        },
      })
      t.markUnexercised('pay.create.mobile', 'not met', 'nothing is judged')
    },
  })
  const report = await judged(startPaymentService({ timeScale: 60 }), [careless])
  expect(report.notes).toEqual([
    expect.stringMatching(
      /^not undone: the default URLs of the merchant profile: PUT \/api\/v1\/merchants\/me: expected 2xx, got 401$/,
    ),
  ])
})
