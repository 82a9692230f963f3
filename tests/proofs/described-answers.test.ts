import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import type { Check } from '../../kit/check/check.ts'
import { publishedDescription } from '../../kit/contract/published-description.ts'
import { type Exchange, header, json } from '../../kit/http/exchange.ts'
import type { Delivery } from '../../kit/webhooks/delivery.ts'
import { startMessagingService } from '../../reference/messaging/index.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import type { Contract } from '../../specs/contract.ts'
import { messagingContract } from '../../specs/messaging/contract.ts'
import { paymentContract } from '../../specs/payment/contract.ts'
import { messagingChecks } from '../../suites/messaging/index.ts'
import { paymentChecks } from '../../suites/payment/index.ts'
import { type Embedded, prove } from './proof.ts'

interface Subject {
  readonly contract: Contract
  readonly checks: readonly Check[]
  readonly start: (flaw?: string) => Promise<Embedded>
  /** Endpoints that the document shows elsewhere than among its endpoints: no statement ranges over them. */
  readonly unlisted: readonly string[]
  /** Flaws that the description sees, with what it finds. */
  readonly seen: Readonly<Record<string, string>>
  /** Name of the webhook that a payload belongs to; undefined where the description has none for it. */
  readonly webhookOf: (payload: { readonly event?: string }) => string | undefined
}

const subjects: Readonly<Record<'payment' | 'messaging', Subject>> = {
  payment: {
    contract: paymentContract,
    checks: paymentChecks,
    start: (flaw) => startPaymentService(flaw === undefined ? {} : { flaw }),
    unlisted: [],
    seen: { 'error-code-text': '/code must be integer', 'version-number': '/version must be string' },
    webhookOf: () => 'transactionStatusChanged',
  },
  messaging: {
    contract: messagingContract,
    checks: messagingChecks,
    start: (flaw) => startMessagingService(flaw === undefined ? {} : { flaw }),
    unlisted: ['POST /v1/message/send-instant'],
    seen: { 'numeric-error-code': 'must be string' },
    webhookOf: ({ event }) => (event?.startsWith('sms.') ? event : undefined),
  },
}

type Node = Readonly<Record<string, unknown>>

/** What a published description finds wrong with what was said under it. */
class Judge {
  readonly #document: Node
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true })

  constructor(contract: Contract) {
    this.#document = publishedDescription(contract) as unknown as Node
    addFormats.default(this.#ajv)
    this.#ajv.addSchema(this.#document, 'd')
  }

  /** The operations of all paths, as `GET /loans/{id}`. */
  get operations(): string[] {
    return Object.entries(this.#document.paths as Record<string, Node>).flatMap(([path, item]) =>
      Object.keys(item).flatMap((method) => (method === 'parameters' ? [] : [`${method.toUpperCase()} ${path}`])),
    )
  }

  answer({ operation, response }: Exchange): string[] {
    const [method = '', path = ''] = operation.split(' ')
    const pointer = ['paths', path, method.toLowerCase(), 'responses']
    const rows = Object.keys(this.#at(pointer).node)
    const status = String(response?.status)
    const row = [status, `${status[0]}XX`].find((each) => rows.includes(each))
    if (response === undefined || row === undefined) return [`${operation}: ${status} is not described`]
    const described = this.#at([...pointer, row])
    const headers = Object.entries((described.node.headers ?? {}) as Record<string, Node>).map(([name, part]) => ({
      name,
      ...this.#resolved(part),
    }))
    return [
      ...this.#missing(headers, response.headers),
      ...this.#complaints([...described.pointer, 'content', 'application/json', 'schema'], json(response)),
    ].map((complaint) => `${operation} ${status}: ${complaint}`)
  }

  delivery(webhook: string, { headers, json: payload }: Delivery): string[] {
    const pointer = ['webhooks', webhook, 'post']
    const { parameters = [] } = this.#at(pointer).node as { parameters?: readonly Node[] }
    const named = parameters.map((each) => this.#resolved(each)) as { name: string; required?: boolean }[]
    return [
      ...this.#missing(named, headers),
      ...this.#complaints([...pointer, 'requestBody', 'content', 'application/json', 'schema'], payload),
    ].map((complaint) => `${webhook}: ${complaint}`)
  }

  #missing(described: readonly Node[], headers: Delivery['headers']): string[] {
    return described.flatMap(({ name, required }) =>
      required === true && header(headers, String(name)) === undefined ? [`no ${name}`] : [],
    )
  }

  #complaints(pointer: readonly string[], value: unknown): string[] {
    const escaped = pointer.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
    const validate = this.#ajv.getSchema(`d#/${escaped.join('/')}`)
    if (validate === undefined) throw new Error(`there is no schema at ${pointer.join(' ')}`)
    validate(value)
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }

  #at(pointer: readonly string[]): { readonly pointer: readonly string[]; readonly node: Node } {
    const node = pointer.reduce<Node>((each, step) => each[step] as Node, this.#document)
    return typeof node.$ref === 'string' ? this.#at(node.$ref.slice(2).split('/')) : { pointer, node }
  }

  #resolved(part: Node): Node {
    return typeof part.$ref === 'string' ? this.#at(part.$ref.slice(2).split('/')).node : part
  }
}

describe.each(Object.entries(subjects))('the published description of %s', (name, subject) => {
  const { contract, checks, start, unlisted, seen, webhookOf } = subject
  const judge = new Judge(contract)

  test('has the endpoints that the catalogue speaks of, and no other', () => {
    const spoken = Object.values(contract.catalogue).flatMap(({ over }) => over?.endpoint ?? [])
    expect(spoken.filter((endpoint) => !judge.operations.includes(endpoint))).toEqual([])
    expect(judge.operations.filter((operation) => !spoken.includes(operation))).toEqual(unlisted)
  })

  /** What is wrong with the answers and webhooks of a run, each complaint once; and how many there were. */
  const complaintsOf = async (flaw?: string) => {
    const { run } = await prove(() => start(flaw), name as keyof typeof subjects, checks)
    const { exchanges, deliveries } = run.session.store
    const answers = exchanges.filter(
      ({ operation, response, service }) =>
        service === name && response !== undefined && judge.operations.includes(operation),
    )
    const told = deliveries.flatMap((delivery) => {
      const webhook = webhookOf((delivery.json ?? {}) as { event?: string })
      return webhook === undefined ? [] : [judge.delivery(webhook, delivery)]
    })
    return {
      operations: new Set(answers.map(({ operation }) => operation)).size,
      deliveries: told.length,
      complaints: [...new Set([...answers.map((each) => judge.answer(each)), ...told].flat())],
    }
  }

  test('holds for every answer and webhook of the reference', async () => {
    const { operations, deliveries, complaints } = await complaintsOf()
    expect(complaints).toEqual([])
    expect(operations).toBe(judge.operations.length)
    expect(deliveries).toBeGreaterThan(10)
  })

  test.each(Object.entries(seen))('sees %s', async (flaw, complaint) => {
    expect((await complaintsOf(flaw)).complaints).toContainEqual(expect.stringContaining(complaint))
  })
})
