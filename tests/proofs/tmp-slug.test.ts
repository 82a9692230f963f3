import { test } from 'vitest'
import { startMessagingService } from '../../reference/messaging/index.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { paymentFlaws } from '../../reference/payment/flaws.ts'
import { messagingFlaws } from '../../reference/messaging/flaws.ts'
import { messagingChecks } from '../../suites/messaging/index.ts'
import { paymentChecks } from '../../suites/payment/index.ts'
import { appendFileSync } from 'node:fs'
import { judgedAgain } from './judged-again.ts'
const pick = (o: object) => Object.keys(o).filter((_, i) => i % 5 === Number(process.env.MOD ?? 0))
test.for(pick(paymentFlaws))('p %s', { timeout: 300_000 }, async (flaw) => {
  const { disagreements, unasked } = await judgedAgain(() => startPaymentService({ timeScale: 20, flaw }), paymentChecks, 60)
  if (disagreements.length + unasked.length > 0) appendFileSync('/tmp/slug.txt', `P ${flaw} ${JSON.stringify(disagreements)} ${unasked.slice(0, 5)}\n`)
})
test.for(pick(messagingFlaws))('m %s', { timeout: 300_000 }, async (flaw) => {
  const { disagreements, unasked } = await judgedAgain(() => startMessagingService({ timeScale: 20, flaw }), messagingChecks, 60)
  if (disagreements.length + unasked.length > 0) appendFileSync('/tmp/slug.txt', `M ${flaw} ${JSON.stringify(disagreements)} ${unasked.slice(0, 5)}\n`)
})
