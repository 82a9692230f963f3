import { afterAll, expect, test } from 'vitest'
import { type Check, defineCheck } from '../kit/check.ts'
import { runInProcess } from '../kit/conduct.ts'
import type { Report } from '../kit/report.ts'
import type { TargetFile } from '../kit/target/file.ts'
import { resolveTarget } from '../kit/target/target.ts'
import { startMessagingService } from '../reference/messaging/index.ts'
import { startPaymentService } from '../reference/payment/index.ts'
import { messagingChecks } from '../suites/messaging/index.ts'
import { updateProfile } from '../suites/payment/api.ts'
import { paymentChecks } from '../suites/payment/index.ts'

const open: { close(): unknown }[] = []
afterAll(() => Promise.all(open.map((each) => each.close())))

async function judged(
  service: Promise<{ targetFile(): object; close(): unknown }>,
  checks: readonly Check[],
  only: readonly string[] = [],
): Promise<Report> {
  open.push(await service)
  const target = resolveTarget((await service).targetFile() as TargetFile, { secrets: [] })
  return runInProcess({ target, checks, seed: 1, only })
}

test('payments are told with what to find them by', async () => {
  const report = await judged(startPaymentService({ timeScale: 60 }), paymentChecks, [
    'pay.idempotency.replay-same-payment',
  ])
  const made = new Set(
    report.exchanges
      .filter(({ operation, response }) => operation === 'POST /api/v1/payments' && response?.status === 201)
      .map(({ request }) => (JSON.parse(request.body) as { reference: string }).reference),
  )
  expect([...made].every((reference) => reference.includes(report.run.id))).toBe(true)
  const what = made.size === 1 ? '1 payment' : `${made.size} payments`
  expect(report.notes).toContain(`left behind: ${what}, ${report.run.id} in the reference`)
})

test('messages and apps too', { timeout: 60_000 }, async () => {
  const report = await judged(startMessagingService({ timeScale: 60, variants: ['quick-retries'] }), messagingChecks, [
    'msg.apps.*',
    'msg.event.sent-*',
  ])
  const apps = report.exchanges.filter(
    ({ operation, response }) => operation === 'POST /v1/developer_apps' && (response?.status ?? 500) < 300,
  ).length
  expect(apps).toBeGreaterThan(0)
  const left = report.notes.filter((note) => note.startsWith('left behind'))
  expect(left).toEqual([
    `left behind: ${apps} developer app${apps === 1 ? '' : 's'}, ${report.run.id} in the name`,
    `left behind: ${report.cost.messages} messages sent or queued`,
  ])
})

test('what could not be undone is told with the reason', async () => {
  const careless = defineCheck({
    id: 'pay/test/careless',
    title: 'Changes what it cannot restore',
    covers: ['pay.create.mobile'],
    run: async (t) => {
      t.afterwards('the default URLs of the merchant profile', async (later) => {
        const answer = await updateProfile(later, { authorization: 'none' }, { webhook_url: 'https://a.example' })
        later.control(answer, { expected: '2xx', test: () => ({ ok: false, actual: `${answer.response?.status}` }) })
      })
      t.skip('pay.create.mobile', 'not met', 'nothing is judged')
    },
  })
  const report = await judged(startPaymentService({ timeScale: 60 }), [careless])
  expect(report.notes).toEqual([
    expect.stringMatching(
      /^not undone: the default URLs of the merchant profile: the control .* expected 2xx, got 401$/,
    ),
  ])
})
