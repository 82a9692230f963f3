// The descriptions that `assay schema openapi` prints, with what a tool has to be given by hand: an address, and values
// that the sandbox knows. Nothing is taken away from what they promise.
import { execFileSync } from 'node:child_process'
import { assay } from './sandbox.mjs'

const METHODS = ['get', 'put', 'post', 'delete', 'patch']

/** The description of a service, with examples from the target file of the sandbox. */
export function described(service, address, target, paymentId) {
  const document = JSON.parse(
    execFileSync(process.execPath, [assay, 'schema', 'openapi', service], { maxBuffer: 1e8 }).toString(),
  )
  document.servers = [{ url: address }]
  const examples =
    service === 'payment' ? paymentExamples(target.payment, paymentId) : messagingExamples(target.messaging)
  for (const [path, item] of Object.entries(document.paths)) {
    for (const parameter of [
      ...(item.parameters ?? []),
      ...operationsOf(item).flatMap((each) => each.parameters ?? []),
    ]) {
      const own = resolved(document, parameter)
      if (examples.parameters[own.name] !== undefined) own.example = examples.parameters[own.name]
    }
    for (const operation of operationsOf(item)) {
      const body = examples.bodies[path]
      if (operation.requestBody !== undefined && body !== undefined)
        operation.requestBody.content['application/json'].example = body
    }
  }
  return document
}

const paymentExamples = ({ bodies, outcomes }, id) => ({
  parameters: { id },
  bodies: {
    '/api/v1/payments': { ...bodies.mobile, ...outcomes.completed.with, reference: 'order-1' },
    '/api/v1/merchants/me': { webhook_url: 'https://shop.example.com/hook' },
  },
})

const messagingExamples = ({ fixtures, appKey }) => ({
  parameters: { conversation_id: fixtures.conversation, campaign_id: fixtures.campaign, app_key: appKey },
  bodies: {
    '/v1/developer_apps': { app_name: 'Shop notices' },
    '/v1/otp/resend': { phone_number: fixtures.phones.otp },
    '/v1/message/send-instant': { recipients: [fixtures.phones.delivered], content: 'hello' },
  },
})

/** Headers with which every operation of a service is permitted. */
export const credentials = (service, { payment, messaging }) =>
  service === 'payment'
    ? { Authorization: `Bearer ${payment.keys.live[0]}` }
    : { 'X-API-Key': messaging.keys.bound, Authorization: `Bearer ${messaging.bearer}` }

export const operationsOf = (item) => METHODS.flatMap((method) => (item[method] === undefined ? [] : [item[method]]))

export const resolved = (document, value) =>
  value.$ref === undefined
    ? value
    : value.$ref
        .slice(2)
        .split('/')
        .reduce((part, name) => part[name], document)

/** For tools that know no ranges of statuses: each 2XX as 200, 201 and 202, which promise the same; 5XX as 500. */
export function withoutRanges(document, success = ['200', '201', '202']) {
  const copy = structuredClone(document)
  for (const item of Object.values(copy.paths)) {
    for (const { responses } of operationsOf(item)) {
      const { '2XX': any2, '5XX': any5 } = responses
      for (const status of success) if (any2 !== undefined) responses[status] ??= any2
      if (any5 !== undefined) responses['500'] ??= any5
      delete responses['2XX']
      delete responses['5XX']
    }
  }
  return copy
}

/** OpenAPI 3.0.3 for tools that know no 3.1: the same promises, as far as 3.0 can say them. */
export function asOpenApi30(document) {
  const copy = older(document)
  delete copy.webhooks
  delete copy.info.summary
  delete copy.info.license
  return { ...copy, openapi: '3.0.3' }
}

function older(value) {
  if (Array.isArray(value)) return value.map(older)
  if (typeof value !== 'object' || value === null) return value
  const { const: only, if: _if, then: _then, else: _else, examples, $defs, ...rest } = value
  const copy = Object.fromEntries(Object.entries(rest).map(([name, each]) => [name, older(each)]))
  if (only !== undefined) copy.enum = typeof only === 'object' && only !== null ? [older(only)] : [only]
  if (Array.isArray(copy.type)) {
    const types = copy.type.filter((each) => each !== 'null')
    if (types.length < copy.type.length) copy.nullable = true
    if (types.length === 1) copy.type = types[0]
    else delete copy.type
  }
  if (copy.type === 'null') {
    copy.nullable = true
    delete copy.type
  }
  if (examples !== undefined && !Array.isArray(examples)) copy.examples = older(examples)
  return copy
}
