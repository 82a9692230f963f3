import type { Exchange } from '../../../../kit/http/exchange.ts'
import type { Matcher } from '../../../../kit/match/index.ts'
import type { JsonObject } from '../../../../kit/target/file/parts.ts'
import { freshKey, LONGEST } from '../../client/bodies.ts'
import { handled } from '../../client/error-matchers.ts'
import { BAD_BODY, type Row, refusal } from '../../client/refusal.ts'
import type { FixtureContext } from '../../define.ts'
import { anyCode } from './defects.ts'

/** The statements that hold of a creation of whichever kind. */
export const KIND_DEFECT_IDS = [
  'pay.amount.wrong-type',
  'pay.currency.unsupported',
  'pay.validation.wrong-type',
  'pay.customer.email-valid',
  'pay.error.handled',
  'pay.idempotency.key-required',
  'pay.idempotency.key-too-long',
] as const

/** One thing that is wrong with an otherwise valid creation of some kind. */
export interface KindDefect {
  readonly label: string
  readonly members?: JsonObject
  /** `none`: the header is not sent. Absent: a key of its own. */
  readonly idempotencyKey?: string
  readonly id: (typeof KIND_DEFECT_IDS)[number]
  readonly expected: Matcher<Exchange>
}

type Members = readonly (readonly [label: string, members: JsonObject])[]

const ANY_BAD: readonly Row[] = ['400 PAYMENT_FAILED', ...BAD_BODY]
const none = { value: 'none' }
const list = ['none', 'none']

const amounts: Members = [
  ['amount an object', { amount: none }],
  ['amount a list', { amount: list }],
  ['amount a word', { amount: 'none' }],
]

/** Where no minimum is told nothing may be as good as 0: whatever is answered, it is an answer. */
const noAmounts: Members = [
  ['no amount', { amount: undefined }],
  ['amount null', { amount: null }],
]

const currencies: Members = [
  ['currency XTS', { currency: 'XTS' }],
  ['currency of two letters', { currency: 'XT' }],
  ['currency of four', { currency: 'XTSX' }],
]

const wrongTypes: Members = [
  ['currency an object', { currency: none }],
  ['currency a list', { currency: list }],
  ['reference an object', { reference: none }],
  ['reference a list', { reference: list }],
]

/** A QR code may be shown to whoever pays: its reader may leave the customer out. */
const ofCustomers: Members = [
  ['customer a list', { customer: list }],
  ['customer a number', { customer: 12345 }],
  ['customer.firstname an object', { customer: { firstname: none } }],
  ['customer.lastname a list', { customer: { lastname: list } }],
]

const emails: Members = [
  ['e-mail nope', { customer: { email: 'nope' } }],
  ['e-mail without a name', { customer: { email: '@example.com' } }],
  ['e-mail without a domain', { customer: { email: 'nope@' } }],
]

/**
 * Defects of what every kind of payment has: an amount, a currency, a reference and an Idempotency-Key; for cards the
 * customer as well. What else the kinds look at is not shown.
 */
export function kindDefects(t: FixtureContext, kind: 'card' | 'qr'): readonly KindDefect[] {
  const valid = t.service.bodies?.[kind] ?? {}
  const has = (name: string): boolean => valid[name] !== undefined
  const of = (id: KindDefect['id'], members: Members, expected: Matcher<Exchange>): KindDefect[] =>
    members
      .filter(([, changed]) => Object.keys(changed).every((name) => name === 'reference' || has(name)))
      .map(([label, changed]) => ({ id, label, members: changed, expected }))
  return [
    ...of('pay.amount.wrong-type', amounts, refusal(ANY_BAD)),
    ...of('pay.error.handled', noAmounts, handled),
    // Errors › Request and validation: the row names the cause; a malformed field fits the other one as well.
    ...of('pay.currency.unsupported', currencies, refusal(['400 VALIDATION_ERROR'], ['400 INVALID_REQUEST'])),
    ...of(
      'pay.validation.wrong-type',
      kind === 'card' ? [...wrongTypes, ...ofCustomers] : wrongTypes,
      refusal(BAD_BODY),
    ),
    ...of('pay.customer.email-valid', kind === 'card' ? emails : [], anyCode),
    {
      id: 'pay.idempotency.key-required',
      label: 'without Idempotency-Key',
      idempotencyKey: 'none',
      expected: refusal(['400 IDEMPOTENCY_KEY_REQUIRED']),
    },
    {
      id: 'pay.idempotency.key-too-long',
      label: 'Idempotency-Key of 256 characters',
      idempotencyKey: freshKey(t, LONGEST + 1),
      expected: refusal(['400 VALIDATION_ERROR']),
    },
  ]
}
