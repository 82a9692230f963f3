import { expect, test } from 'vitest'
import { selects } from '../../kit/plan/selection.ts'
import { startMessagingService } from '../../reference/messaging/index.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { messagingChecks } from '../../suites/messaging/index.ts'
import { paymentChecks } from '../../suites/payment/index.ts'
import { prove } from './proof.ts'

const payment = { which: 'payment', start: () => startPaymentService(), checks: paymentChecks } as const
const messaging = { which: 'messaging', start: () => startMessagingService(), checks: messagingChecks } as const

// They go by what others have sent, which nothing beside them in their area sends: whoever asks for one alone is to be told of it.
test.for([
  ['pay.idempotency.after-rate-limit', payment],
  ['pay.error.code-stable', payment],
  ['pay.create.any-spelling', payment],
  ['pay.event.id-stable', payment],
  ['msg.auth.refused-sends-none', messaging],
] as const)('%s is judged where it is asked for by its name alone', async ([id, { which, start, checks }]) => {
  const own = checks.filter((check) => selects(check, { only: [id], skip: [] }))
  const { verdicts, told } = await prove(start, which, own)
  expect(told).toEqual([])
  expect(verdicts.find((each) => each.id === id)?.verdict).toBe('pass')
})

test('a payment that a refused creation left is told of where its statement is asked for alone', async () => {
  const id = 'pay.idempotency.no-second-payment'
  const own = paymentChecks.filter((check) => selects(check, { only: [id], skip: [] }) && check.generated === undefined)
  const { failed } = await prove(() => startPaymentService({ flaw: 'collision-is-charged' }), 'payment', own)
  expect(failed).toContain(id)
})
