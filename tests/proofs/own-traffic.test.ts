import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { header, json } from '../../kit/http/exchange.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { paymentContract } from '../../specs/payment/contract.ts'
import { paymentChecks } from '../../suites/payment/index.ts'
import { prove } from './proof.ts'

/** A validator of one schema of the payment description, references and all. */
function validatorOf(name: string) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(paymentContract.description(), 'payment')
  const validate = ajv.getSchema(`payment#/components/schemas/${name}`)
  if (validate === undefined) throw new Error(`the description has no schema ${name}`)
  return validate
}

test('every mobile creation that was accepted is lawful by the description', async () => {
  const { run } = await prove(() => startPaymentService(), 'payment', paymentChecks)
  const validate = validatorOf('MobilePaymentCreate')
  const accepted = run.session.store.exchanges.filter(
    ({ operation, response, request, check }) =>
      operation === 'POST /api/v1/payments' &&
      // What a reader may convert, or overlook, is sent on purpose.
      !check.startsWith('pay/validation/') &&
      response !== undefined &&
      response.status < 300 &&
      (json(request) as { type?: string })?.type === 'mobile',
  )
  expect(accepted.length).toBeGreaterThan(15)
  const unlawful = accepted.filter(({ request }) => !validate(json(request)))
  expect(unlawful.map(({ label }) => label)).toEqual([])
  const keys = accepted.map(({ request }) => header(request.headers, 'Idempotency-Key') ?? '')
  expect(keys.filter((key) => key.length < 1 || key.length > 255)).toEqual([])
})
