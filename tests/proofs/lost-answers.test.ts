import { expect, test, vi } from 'vitest'
import type { Check } from '../../kit/check/check.ts'
import type { Depth } from '../../kit/check/depth.ts'
import { judgeTarget } from '../../kit/report/of-run.ts'
import type { Report } from '../../kit/report/report.ts'
import { inVirtualTime } from '../../kit/virtual/virtual-time.ts'
import { Pipeline } from '../../reference/messaging/http/pipeline.ts'
import { startMessagingService } from '../../reference/messaging/index.ts'
import { otpPhone, secondOtpPhone } from '../../reference/messaging/recipes.ts'
import { Store } from '../../reference/payment/domain/store.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { costLines } from '../../reporters/console/cost.ts'
import { messagingChecks } from '../../suites/messaging/index.ts'
import { create, liveKey } from '../../suites/payment/client/api.ts'
import { freshKey, validBody } from '../../suites/payment/client/bodies.ts'
import { defineCheck } from '../../suites/payment/define.ts'
import { paymentChecks } from '../../suites/payment/index.ts'
import { proxy } from '../hostile/proxy.ts'
import { fileOf, judgedBy, targetOf } from '../targets.ts'

/** What the last lines of a run say of a budget at most. */
function toldOf(report: Report, budget: string): number {
  const [, many] = new RegExp(`left behind: up to (\\d+) ${budget}`).exec(costLines(report).join('\n')) ?? []
  return Number(many ?? 0)
}

/** Messages that the service sent, those of refused and unanswered requests among them. */
async function messagesOf(
  allowed: number,
  depth: Depth,
): Promise<{ readonly carried: number; readonly report: Report }> {
  const sent = vi.spyOn(Pipeline.prototype, 'run')
  const service = await startMessagingService({ timeScale: 60, seed: 1, variants: ['gateway-gives-up-often'] })
  try {
    const file = fileOf(service)
    // A code that the operator issues is none of the run.
    const { issueOtp: _, ...outcomes } = file.messaging?.outcomes ?? {}
    const target = targetOf({ ...file, allow: { messages: allowed }, messaging: { ...file.messaging, outcomes } })
    const report = await judgeTarget({ ...judgedBy(target), checks: messagingChecks, seed: 7, depth })
    let carried = sent.mock.calls.reduce((sum, [batch]) => sum + batch.length, 0)
    for (const phone of [otpPhone, secondOtpPhone]) {
      const codes = await fetch(`${service.controlUrl}/otp?phone=${encodeURIComponent(phone)}`)
      carried += ((await codes.json()) as unknown[]).length
    }
    return { carried, report }
  } finally {
    sent.mockRestore()
    await service.close()
  }
}

/** Payments that the service made behind a gateway that answers some requests in its place, once they are carried out. */
async function paymentsOf(
  allowed: number,
  { every, checks }: { readonly every: number; readonly checks: readonly Check[] },
): Promise<{ readonly carried: number; readonly report: Report }> {
  const made = vi.spyOn(Store.prototype, 'add')
  const service = await startPaymentService({ timeScale: 60, seed: 1 })
  const file = fileOf(service)
  const front = await proxy(file.payment?.baseUrl ?? '', async (passing) => {
    const answer = await passing.forward()
    const isLost = passing.method === 'POST' && passing.nth % every === 0
    passing.give(isLost ? { status: 502, headers: ['Content-Length', '0'], body: Buffer.alloc(0) } : answer)
  })
  try {
    const payment = { ...file.payment, baseUrl: front.url }
    const target = targetOf({ ...file, allow: { payments: allowed }, payment })
    const report = await judgeTarget({ ...judgedBy(target), checks, seed: 7, depth: 'quick' })
    return { carried: made.mock.calls.length, report }
  } finally {
    made.mockRestore()
    front.vanish()
    await service.close()
  }
}

/** A creation in which nothing is wrong, though its sender expects a refusal. */
const mistaken = defineCheck({
  id: 'pay/test/mistaken',
  title: 'Expects that payments are refused',
  covers: ['pay.create.mobile'],
  needs: ['payment.keys.live'],
  tier: 'write',
  run: async (t) => {
    for (const expects of ['refused', 'replayed', 'refused', 'replayed'] as const)
      await create(t, {
        label: 'mistaken',
        as: liveKey(t),
        body: validBody(t, 'mobile'),
        idempotencyKey: freshKey(t),
        expects,
      })
  },
})

test.each([
  [8, 'quick'],
  [200, 'quick'],
  [25, 'standard'],
] as const)('of %i messages (%s) no more are sent, nor more than are told', { timeout: 120_000 }, (allowed, depth) =>
  inVirtualTime(async () => {
    const { carried, report } = await messagesOf(allowed, depth)
    const told = toldOf(report, 'messages')
    expect(carried).toBeGreaterThan(4)
    expect({ carried: carried <= told, told: told <= allowed }, `${carried} carried out, ${told} told`).toEqual({
      carried: true,
      told: true,
    })
    expect(report.notes.join('\n')).toMatch(/left behind: up to \d+ developer apps?, /)
  }),
)

test.each<[number, { every: number; checks: readonly Check[] }]>([
  [6, { every: 3, checks: paymentChecks }],
  [200, { every: 3, checks: paymentChecks }],
  [6, { every: 1, checks: [mistaken] }],
])('of %i payments no more are made, nor more than are told', { timeout: 120_000 }, (allowed, gateway) =>
  inVirtualTime(async () => {
    const { carried, report } = await paymentsOf(allowed, gateway)
    const told = toldOf(report, 'payments')
    expect(carried).toBeGreaterThan(2)
    expect({ carried: carried <= told, told: told <= allowed }, `${carried} carried out, ${told} told`).toEqual({
      carried: true,
      told: true,
    })
  }),
)
