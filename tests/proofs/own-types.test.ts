import { aroundEach, expect, test } from 'vitest'
import { judgeTarget } from '../../kit/report/of-run.ts'
import { inVirtualTime } from '../../kit/virtual/virtual-time.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { paymentChecks } from '../../suites/payment/index.ts'
import { fileOf, judgedBy, targetOf } from '../targets.ts'

aroundEach(inVirtualTime)

const OWED = ['pay.card.redirect-url-required', 'pay.card.cancel-url-required', 'pay.card.billing-required']
const KINDS = ['pay.create.card', 'pay.create.qr']

test('a card or QR body with the type of a mobile payment accuses nobody of what only cards owe', async () => {
  const service = await startPaymentService({ timeScale: 60 })
  try {
    const file = fileOf(service)
    const { mobile = {}, card = {} } = file.payment?.bodies ?? {}
    const bodies = { mobile, card: { ...card, ...mobile }, qr: mobile }
    const target = targetOf({ ...file, payment: { ...file.payment!, bodies } })
    const asked = /^pay\/(card|qr|validation\/card|idempotency\/(card|qr)|references\/duplicate-of-another)/
    const checks = paymentChecks.filter(({ id }) => asked.test(id))
    const report = await judgeTarget({ ...judgedBy(target), checks, seed: 1 })
    const troubled = report.requirements.filter(({ verdict }) =>
      ['fail', 'warn', 'broken', 'blocked'].includes(verdict),
    )
    expect(troubled.map(({ id, judgements }) => ({ id, judgements }))).toEqual([])
    for (const id of [...OWED, ...KINDS]) {
      const kind = id.endsWith('.qr') ? 'qr' : 'card'
      expect(report.requirements.find((each) => each.id === id)).toMatchObject({
        verdict: 'unexercised',
        why: 'not claimed',
        reason: expect.stringContaining(`payment.bodies.${kind} has the type of a mobile payment, "mobile"`) as string,
        line: expect.stringContaining(`payment.bodies.${kind}: `) as string,
      })
    }
  } finally {
    await service.close()
  }
})
