import fc from 'fast-check'
import { schemaOf } from '../../../generators/schema.ts'
import { type Spelling, spelled, spellings } from '../../../generators/spelling.ts'
import { AWKWARD, headerText } from '../../../generators/text.ts'
import { usualOf } from '../../../generators/usual.ts'
import { valuesOf } from '../../../generators/values.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { paymentContract } from '../../../specs/payment/contract.ts'
import { merged } from '../client/bodies.ts'
import type { CheckContext, FixtureContext } from '../define.ts'

const MINIMUM = 500

/** A creation as it is generated: what makes it this run's own comes when it is sent. */
export interface GeneratedCreation {
  readonly body: JsonObject
  /** Behind a reference and a key of the run. */
  readonly referenceTail: string
  readonly keyTail: string
  readonly spelling: Spelling
}

/** The mobile body that the target file shows. */
export function givenBody(t: FixtureContext): JsonObject {
  return t.service.bodies?.mobile ?? t.abortUnexercised('not claimed', 'the target file shows no valid mobile creation')
}

/**
 * Valid mobile creations without URLs: what the documents do not show (currency, network, type, phone, further members) as
 * the target file has it, everything else from the schema.
 */
function validBodies(t: CheckContext): fc.Arbitrary<JsonObject> {
  const given = givenBody(t)
  const schema = schemaOf(paymentContract, 'MobilePaymentCreate')
  const { webhook_url: _, callback_url: __, ...properties } = schema.properties ?? {}
  // What the file leaves out nobody knows a lawful value of, nor a number that may be called.
  const isKnown = (name: string): boolean => !NOT_SHOWN.includes(name) || Object.hasOwn(given, name)
  const shown = Object.fromEntries(Object.entries(properties).filter(([name]) => isKnown(name)))
  const kept = Object.keys(given).filter((name) => NOT_SHOWN.includes(name))
  // What the target file shows is taken, whether the schema knows it or not.
  const free = Object.fromEntries(kept.map((name) => [name, {}]))
  const required = (schema.required ?? []).filter(isKnown)
  const fixed = Object.fromEntries([
    ...kept.map((name) => [`/${name}`, fc.constant(given[name])] as const),
    ['/amount', amounts(given)],
    ['/reference', fc.constant('-')],
  ])
  const values = valuesOf(
    { ...schema, required, properties: { ...shown, ...free } },
    { usual: usualOf(t.sampling.seed), fixed },
  )
  return values.map((value) => merged(given, value as JsonObject))
}

/** Members whose lawful values the document does not show. */
const NOT_SHOWN = ['currency', 'type', 'phone', 'network']

/** From the minimum to what the target file shows, whole for the most part: other limits are not shown. */
function amounts({ amount }: JsonObject): fc.Arbitrary<number> {
  const most = typeof amount === 'number' && amount > MINIMUM ? amount : MINIMUM
  const whole = fc.integer({ min: MINIMUM, max: Math.floor(most) })
  const hundredths = fc.integer({ min: MINIMUM * 100, max: Math.floor(most * 100) }).map((value) => value / 100)
  return fc.oneof({ arbitrary: whole, weight: 5 }, { arbitrary: hundredths, weight: 1 })
}

const PLAIN_TAIL = /^[A-Za-z0-9_-]*$/
const plainTails = fc.stringMatching(/^[A-Za-z0-9_-]{0,20}$/)

const referenceTails: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: plainTails, weight: 1 },
  { arbitrary: fc.tuple(fc.constantFrom(...AWKWARD), plainTails).map((parts) => parts.join('')), weight: 1 },
)

/** Printable ASCII; with the run's own part a key stays below 255 characters. */
const keyTails: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: plainTails, weight: 2 },
  { arbitrary: headerText({ min: 1, max: 210 }), weight: 1 },
)

export function creations(t: CheckContext): fc.Arbitrary<GeneratedCreation> {
  return fc.record({ body: validBodies(t), referenceTail: referenceTails, keyTail: keyTails, spelling: spellings })
}

/** The bytes of a body with a reference. */
export function bytesOf({ body, spelling }: Pick<GeneratedCreation, 'body' | 'spelling'>, reference: string): Buffer {
  return Buffer.from(spelled({ ...body, reference }, spelling), 'utf8')
}

/** A freedom of the documents that a creation may make use of. */
export type Liberty = 'pay.open.text-lengths' | 'pay.open.idempotency-key-characters' | 'pay.open.amount-forms'

/** The freedoms that a creation makes use of; none where a lawful target takes it. */
export function libertiesOf({ body, referenceTail, keyTail, spelling }: GeneratedCreation): readonly Liberty[] {
  const isUsual: Readonly<Record<Liberty, boolean>> = {
    'pay.open.amount-forms': Number.isInteger(body.amount) && spelling.numbers === 'plain',
    'pay.open.text-lengths': PLAIN_TAIL.test(referenceTail),
    'pay.open.idempotency-key-characters': PLAIN_TAIL.test(keyTail),
  }
  return (Object.keys(isUsual) as Liberty[]).filter((each) => !isUsual[each])
}

/** The same payment without what a target may refuse: whole, with the customer that the target file shows, no tails. */
export function boundForm(t: CheckContext, { body, spelling }: GeneratedCreation): GeneratedCreation {
  const { customer: _, ...rest } = body
  const { customer } = givenBody(t)
  const amount = typeof body.amount === 'number' ? Math.floor(body.amount) : body.amount
  return {
    body: { ...rest, ...(amount === undefined ? {} : { amount }), ...(customer === undefined ? {} : { customer }) },
    referenceTail: '',
    keyTail: '',
    spelling: { ...spelling, numbers: 'plain' },
  }
}

/** Whether the names of a customer are in ASCII letters: no sentence keeps a target from refusing others. */
export function isPlainCustomer({ customer }: JsonObject): boolean {
  const { firstname, lastname, email } = (customer ?? {}) as Record<string, string>
  return (
    [firstname, lastname].every((name = '') => /^[A-Za-z][A-Za-z' -]{0,39}$/.test(name)) &&
    /^[\w.+-]+@[a-z.-]+$/i.test(email ?? '')
  )
}
