import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import type { Delivery } from '../../kit/webhooks/delivery.ts'
import { startMessagingCaller } from '../../reference/messaging/caller/index.ts'
import { startPaymentCaller } from '../../reference/payment/caller/index.ts'
import type { Contract } from '../../specs/contract.ts'
import { messagingContract } from '../../specs/messaging/contract.ts'
import { paymentContract } from '../../specs/payment/contract.ts'
import { paymentErrors } from '../../specs/payment/errors.ts'
import { messagingCallerChecks } from '../../suites/messaging/caller/index.ts'
import { paymentCallerChecks } from '../../suites/payment/caller/index.ts'
import { type Embedded, prove } from './proof.ts'

type Served = Delivery & { readonly answer: { readonly kind: 'status' } }
type Node = { readonly [member: string]: Node }

/** What was answered to requests, below a base URL. */
async function served(
  start: () => Promise<Embedded>,
  id: string,
  checks: Parameters<typeof prove>[2],
): Promise<Served[]> {
  const { run } = await prove(start, id, checks)
  return run.session.store.deliveries.filter(
    (each): each is Served => each.answer.kind === 'status' && each.below !== undefined,
  )
}

/** Says what is wrong with an answer by the description of a service, empty where nothing is; undefined where that says nothing of it. */
function faultFinder(contract: Contract): (each: Served) => string | undefined {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  const description = contract.description() as unknown as Node
  ajv.addSchema(description, 'service')
  const paths = Object.keys(description.paths ?? {})
  const schemaAt = (place: string) => {
    try {
      return ajv.getSchema(`service${place}`)
    } catch {
      return undefined
    }
  }
  return ({ method, below = '', answer }) => {
    const path = (below.split('?')[0] ?? '').replace(/(.)\/$/, '$1')
    const template = paths.find((each) => {
      const pattern = each.replace(/\/$/, '').replaceAll(/\{\w+\}/g, '[^/]+')
      return new RegExp(`^${pattern}$`).test(path)
    })
    if (template === undefined) return undefined
    const responses = description.paths?.[template]?.[method.toLowerCase()]?.responses ?? {}
    const pointer = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')
    const name = [String(answer.status), `${String(answer.status)[0]}XX`, 'default'].find((each) => each in responses)
    if (name === undefined) return undefined
    const shared = responses[name]?.$ref as unknown as string | undefined
    const own = `#/${['paths', template, method.toLowerCase(), 'responses', name].map(pointer).join('/')}`
    const place = `${shared ?? own}/content/application~1json/schema`
    const validate = schemaAt(place)
    if (validate === undefined) return undefined
    if (validate(JSON.parse(answer.body || '{}'))) return ''
    return `${method} ${template} ${answer.status}: ${ajv.errorsText(validate.errors)}`
  }
}

test('what a client of the payment service is answered is lawful by the description and the error tables', async () => {
  const answers = await served(() => startPaymentCaller(), 'paymentCaller', paymentCallerChecks)
  const faultIn = faultFinder(paymentContract)
  const told = answers.map(faultIn).filter((fault) => fault !== undefined)
  expect(told.length).toBeGreaterThan(30)
  expect(told.filter((fault) => fault !== '')).toEqual([])
  const rows: Record<string, { status: number }> = paymentErrors
  const refused = answers.filter(({ answer }) => answer.status >= 400)
  const unlawful = refused.filter(({ answer }) => {
    const { error_code: code, code: status } = JSON.parse(answer.body ?? '{}') as { error_code: string; code: number }
    return rows[code]?.status !== answer.status || status !== answer.status
  })
  expect(refused.length).toBeGreaterThan(30)
  expect(unlawful.map(({ answer }) => answer.body)).toEqual([])
})

test('what a client of the messaging service is answered is lawful by the description', async () => {
  const answers = await served(() => startMessagingCaller(), 'messagingCaller', messagingCallerChecks)
  const faultIn = faultFinder(messagingContract)
  const told = answers.map(faultIn).filter((fault) => fault !== undefined)
  expect(told.length).toBeGreaterThan(30)
  expect(told.filter((fault) => fault !== '')).toEqual([])
})
