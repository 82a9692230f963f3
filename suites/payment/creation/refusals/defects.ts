import type { Exchange } from '../../../../kit/http/exchange.ts'
import { cameBack, type Matcher, matcher, soft } from '../../../../kit/match/index.ts'
import type { JsonObject } from '../../../../kit/target/file/parts.ts'
import { BAD_BODY, type Row, refusal } from '../../client/refusal.ts'
import type { FixtureContext, UnstatedId } from '../../define.ts'
import { withDecimals } from '../fractions.ts'

/** The statements that a member of a wrong kind contradicts. */
export const DEFECT_IDS = [
  'pay.amount.wrong-type',
  'pay.currency.unsupported',
  'pay.network.invalid',
  'pay.phone.bad',
  'pay.customer.email-valid',
  'pay.validation.wrong-type',
] as const

/** One thing that is wrong with an otherwise valid creation, for every lawful reader of it. */
export interface MemberDefect {
  readonly label: string
  readonly members: JsonObject
  readonly id: (typeof DEFECT_IDS)[number]
  readonly expected: Matcher<Exchange>
}

const ANY_BAD: readonly Row[] = ['400 PAYMENT_FAILED', ...BAD_BODY]
const DETAILS: readonly Row[] = ['422 INVALID_PAYMENT_DETAILS']
const badBody = refusal(BAD_BODY)
/** Errors › Request and validation: the row names the cause; a malformed field fits the other one as well. */
const named = (...tolerated: readonly Row[]): Matcher<Exchange> =>
  refusal(['400 VALIDATION_ERROR'], ['400 INVALID_REQUEST', ...tolerated])

/** No row names an e-mail address: 400 with another code only warns. */
export const anyCode = matcher<Exchange>(badBody.expected, (exchange) => {
  const outcome = refusal(BAD_BODY, DETAILS).test(exchange)
  if (outcome.ok || exchange.response?.status !== 400) return outcome
  return soft(cameBack(exchange), 'no row names this cause')
})

const OF_FOUR = 'currency of four'
const none = { value: 'none' }
const list = ['none', 'none']

/** Members that are texts; where a number or a boolean is taken for its text, that text is none of what it stands for. */
const texts: readonly MemberDefect[] = (['currency', 'network', 'phone'] as const).flatMap((name) => [
  wrong(`${name} an object`, { [name]: none }),
  wrong(`${name} a list`, { [name]: list }),
  wrong(`${name} true`, { [name]: true }, refusal(BAD_BODY, name === 'phone' ? DETAILS : [])),
  ...(name === 'phone' ? [] : [wrong(`${name} a number`, { [name]: 12345 })]),
])

/** Of these any text is one, so that a number may lawfully be taken for it. */
const names: readonly MemberDefect[] = (['firstname', 'lastname'] as const).flatMap((name) => [
  wrong(`customer.${name} an object`, { customer: { [name]: none } }),
  wrong(`customer.${name} a list`, { customer: { [name]: list } }),
])

const memberDefects: readonly MemberDefect[] = [
  ...texts,
  ...names,
  wrong('type an object', { type: none }),
  wrong('type a list', { type: list }),
  wrong('reference an object', { reference: none }),
  wrong('reference a list', { reference: list }),
  // An empty list is an empty object to some readers.
  wrong('customer a list', { customer: list }),
  wrong('customer a number', { customer: 12345 }),
  wrong('customer true', { customer: true }),
  { id: 'pay.amount.wrong-type', label: 'amount a list', members: { amount: list }, expected: refusal(ANY_BAD) },
  { id: 'pay.amount.wrong-type', label: 'no amount', members: { amount: undefined }, expected: refusal(ANY_BAD) },
  ...(
    [
      ['a mobile payment without a phone', undefined],
      // Nothing to whoever takes it for missing, and no number of digits to whoever does not.
      ['phone null', null],
      ['phone empty', ''],
    ] as const
  ).map(
    ([label, phone]): MemberDefect => ({
      id: 'pay.phone.bad',
      label,
      members: { phone },
      expected: refusal(BAD_BODY, DETAILS),
    }),
  ),
  // A code of three letters is none of two, and none of four.
  { id: 'pay.currency.unsupported', label: 'currency of two letters', members: { currency: 'XT' }, expected: named() },
  currencyOfFour('XTS'),
  { id: 'pay.network.invalid', label: 'network in blanks', members: { network: '-- --' }, expected: named() },
  { id: 'pay.phone.bad', label: 'phone of letters', members: { phone: 'abcdefghij' }, expected: named(...DETAILS) },
  {
    id: 'pay.phone.bad',
    label: 'phone of 40 digits',
    members: { phone: '25570'.repeat(8) },
    expected: named(...DETAILS),
  },
  email('an object', none),
  email('a list', list),
  email('a number', 12345),
  email('true', true),
  email('without a name', '@example.com'),
  email('without a sign', 'nope.example.com'),
  ...['webhook_url', 'callback_url'].flatMap((name) => [
    wrong(`${name} an object`, { [name]: none }),
    wrong(`${name} a list`, { [name]: list }),
  ]),
]

/** As 1 or 0, or where it counts as left out, each is below the minimum, which holds for mobile payments in shillings. */
const ofShillings: readonly MemberDefect[] = (
  [
    ['amount true', true],
    ['amount null', null],
    ['amount empty', ''],
  ] as const
).map(([label, amount]) => ({
  id: 'pay.amount.wrong-type',
  label,
  members: { amount },
  expected: refusal(ANY_BAD),
}))

/** Whoever looks at the beginning of a code takes a longer one. */
function currencyOfFour(beginning: string): MemberDefect {
  const members = { currency: `${beginning}S` }
  return { id: 'pay.currency.unsupported', label: OF_FOUR, members, expected: named() }
}

function wrong(label: string, members: JsonObject, expected: Matcher<Exchange> = badBody): MemberDefect {
  return { id: 'pay.validation.wrong-type', label, members, expected }
}

function email(what: string, value: unknown): MemberDefect {
  const id = typeof value === 'string' ? 'pay.customer.email-valid' : 'pay.validation.wrong-type'
  return { id, label: `e-mail ${what}`, members: { customer: { email: value } }, expected: anyCode }
}

/** Every defect that a mobile creation of this target can have. */
export function defectsOf(t: FixtureContext): readonly MemberDefect[] {
  const { currency, type } = t.service.bodies?.mobile ?? {}
  const all = memberDefects.map((each) =>
    each.label === OF_FOUR && typeof currency === 'string' ? currencyOfFour(currency) : each,
  )
  return currency === 'TZS' && type === 'mobile' ? [...all, ...ofShillings] : all
}

interface OpenForm {
  readonly label: string
  readonly open: UnstatedId
  /** Nothing else is unusual about a creation with them: what it is answered says something of this form. */
  readonly members: (valid: JsonObject) => JsonObject
}

/** What some lawful reader takes, by leaving it out or by converting it: noted. */
export function openFormsOf(t: FixtureContext): readonly OpenForm[] {
  const judged = new Set(defectsOf(t).map(({ label }) => label))
  const amount = withDecimals(t, t.service.bodies?.mobile ?? {})
  const decimals: readonly OpenForm[] =
    amount === undefined
      ? []
      : [{ label: `amount ${amount}`, open: 'pay.open.amount-forms', members: () => ({ amount }) }]
  return [...openForms, ...decimals].filter(({ label }) => !judged.has(label))
}

const openForms: readonly OpenForm[] = [
  ...['amount', 'currency', 'type', 'network', 'customer', 'webhook_url', 'callback_url'].flatMap((name) => [
    { label: `${name} null`, open: 'pay.open.null-fields' as const, members: () => ({ [name]: null }) },
    { label: `${name} empty`, open: 'pay.open.null-fields' as const, members: () => ({ [name]: '' }) },
  ]),
  ...['firstname', 'lastname', 'email'].flatMap((name) => [
    {
      label: `customer.${name} null`,
      open: 'pay.open.null-fields' as const,
      members: () => ({ customer: { [name]: null } }),
    },
    {
      label: `customer.${name} empty`,
      open: 'pay.open.null-fields' as const,
      members: () => ({ customer: { [name]: '' } }),
    },
  ]),
  {
    label: 'amount a number in a text',
    open: 'pay.open.amount-as-text',
    members: ({ amount }) => ({ amount: String(amount) }),
  },
  {
    label: 'phone a number',
    open: 'pay.open.phone-spellings',
    members: ({ phone }) => ({ phone: Number(String(phone).replaceAll(/\D/g, '')) }),
  },
  {
    label: 'phone with a plus sign',
    open: 'pay.open.phone-spellings',
    members: ({ phone }) => ({ phone: `+${String(phone).replaceAll(/\D/g, '')}` }),
  },
  {
    label: 'customer.firstname a number',
    open: 'pay.open.text-lengths',
    members: () => ({ customer: { firstname: 7 } }),
  },
  {
    label: 'customer.lastname with half a pair of surrogates',
    open: 'pay.open.text-lengths',
    members: () => ({ customer: { lastname: 'Mushi \ud83d' } }),
  },
  { label: 'metadata', open: 'pay.open.unknown-fields', members: () => ({ metadata: { order: 'A-1' }, note: 'none' }) },
]
