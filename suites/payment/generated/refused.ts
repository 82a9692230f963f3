import fc from 'fast-check'
import { schemaOf } from '../../../generators/schema.ts'
import { PLAIN } from '../../../generators/spelling.ts'
import { faultsOf } from '../../../generators/validity.ts'
import { type Violation, violationsOf } from '../../../generators/violations.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack, type Matcher, matcher, soft } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { paymentContract } from '../../../specs/payment/contract.ts'
import { permittedPhones } from '../../shared/generated/permitted-phones.ts'
import type { Property } from '../../shared/generated/property.ts'
import { BAD_BODY, type Row, refusal } from '../client/refusal.ts'
import type { CheckContext, RequirementId, UnstatedId } from '../define.ts'
import { givenBody } from './bodies.ts'
import { handled, named, send, untroubled } from './sending.ts'
import { unexecutable } from './unexecutable.ts'

interface Broken {
  readonly name: string
  readonly body: JsonObject
}

/** What the documents say of one violation: the statement with what it expects, or the point that they leave open. */
type Stated = { readonly id: RequirementId; readonly expected: Matcher<Exchange> } | { readonly open: UnstatedId }

const ANY_BAD: readonly Row[] = ['400 PAYMENT_FAILED', ...BAD_BODY]

/** 400 with a code that no row gives to this cause only warns: which code it has is not stated. */
const as400 = (inner: Matcher<Exchange>): Matcher<Exchange> =>
  matcher(inner.expected, (exchange) => {
    const outcome = inner.test(exchange)
    if (outcome.ok || exchange.response?.status !== 400) return outcome
    return soft(cameBack(exchange), 'no row names this cause')
  })

const badBody = refusal(BAD_BODY)
const isShillings = ({ currency, type }: JsonObject): boolean => currency === 'TZS' && type === 'mobile'

/** Holds the sentences of the document against one violation of one body. */
function stated({ pointer, keyword }: Pick<Violation, 'pointer' | 'keyword'>, body: JsonObject): Stated {
  const value = pointer
    .slice(1)
    .split('/')
    .reduce<unknown>((node, step) => (node as JsonObject | undefined)?.[step], body)
  if (keyword === 'required' || value === null || value === '')
    return { open: value === undefined ? 'pay.open.required-fields' : 'pay.open.null-fields' }
  if (pointer === '/amount') return amountStated(keyword, value, body)
  if (keyword === 'type') return typeStated(pointer, value)
  if (pointer === '/customer/email')
    return { id: 'pay.customer.email-valid', expected: as400(refusal(BAD_BODY, ['422 INVALID_PAYMENT_DETAILS'])) }
  if (/_url$/.test(pointer))
    // Readers of URLs differ: only what none of them takes is beyond doubt.
    return URL.canParse(String(value))
      ? { open: 'pay.open.webhook-url-rules' }
      : { id: 'pay.validation.url-fields', expected: badBody }
  // Blanks, dashes, a plus sign and other digits may be normalised: only letters are beyond doubt.
  if (pointer === '/phone')
    return /[A-Za-z]/.test(String(value))
      ? {
          id: 'pay.phone.bad',
          expected: refusal(['400 VALIDATION_ERROR'], ['400 INVALID_REQUEST', '422 INVALID_PAYMENT_DETAILS']),
        }
      : { open: 'pay.open.phone-spellings' }
  if (pointer === '/currency')
    return /^[\s]*[A-Za-z]{3}[\s]*$/.test(String(value))
      ? { open: 'pay.open.currencies' }
      : { id: 'pay.currency.unsupported', expected: refusal(['400 VALIDATION_ERROR'], ['400 INVALID_REQUEST']) }
  return { open: pointer === '/type' ? 'pay.open.payment-types' : 'pay.open.text-lengths' }
}

function typeStated(pointer: string, value: unknown): Stated {
  // A number or a boolean may be taken for its text; an object or a list is none.
  if (typeof value !== 'object' && pointer !== '/customer') return { open: 'pay.open.amount-as-text' }
  if (/_url$/.test(pointer)) return { id: 'pay.validation.url-fields', expected: badBody }
  return { id: 'pay.validation.wrong-type', expected: badBody }
}

function amountStated(keyword: string, value: unknown, body: JsonObject): Stated {
  if (keyword === 'type')
    return typeof value === 'boolean'
      ? { open: 'pay.open.amount-as-text' }
      : { id: 'pay.amount.wrong-type', expected: refusal(ANY_BAD) }
  if (typeof value !== 'number' || !isShillings(body)) return { open: 'pay.open.amount-other-minimum' }
  if (value <= 0) return { id: 'pay.amount.not-positive', expected: refusal(ANY_BAD) }
  return { id: 'pay.amount.minimum', expected: refusal(Number.isInteger(value) ? ['400 PAYMENT_FAILED'] : ANY_BAD) }
}

/** A few networks and currencies that nobody has. */
const unsupported: readonly {
  readonly name: string
  readonly id: RequirementId
  readonly members: fc.Arbitrary<JsonObject>
}[] = [
  {
    name: 'currency: unsupported',
    id: 'pay.currency.unsupported',
    members: fc.constantFrom('XTS', 'XXX', 'QQQ', 'ZZX').map((currency) => ({ currency })),
  },
  {
    name: 'network: invalid',
    id: 'pay.network.invalid',
    members: fc.stringMatching(/^no-such-[a-z]{1,12}$/).map((network) => ({ network })),
  },
]

/** Keywords that are broken in more ways than others. */
const MANIFOLD: Readonly<Record<string, number>> = { minimum: 12, pattern: 5, format: 4 }

/** The body that the target file shows, with URLs, broken in one place. It was accepted without the fault. */
function brokenBodies(whole: JsonObject, violations: readonly Violation[]): fc.Arbitrary<Broken> {
  const valid = fc.constant(whole)
  return fc.oneof(
    ...violations.map(({ name, keyword, of }) => ({
      arbitrary: of(valid).map((body): Broken => ({ name, body: body as JsonObject })),
      weight: MANIFOLD[keyword] ?? 1,
    })),
    ...unsupported.map(({ name, members }) => ({
      arbitrary: members.map((more): Broken => ({ name, body: { ...whole, ...more } })),
      weight: 3,
    })),
  )
}

/** Creations with exactly one fault are refused as the document says of that fault; where it says nothing, that is noted. */
export async function refusedCreations(t: CheckContext): Promise<Property<Broken>> {
  const schema = schemaOf(paymentContract, 'MobilePaymentCreate')
  const whole = { ...givenBody(t), reference: '-' }
  const [fault] = faultsOf(schema, whole)
  if (fault !== undefined)
    t.abortUnexercised(
      'not met',
      `the mobile creation of the target file lacks something that the document shows: ${fault.pointer}`,
    )
  const phones = permittedPhones(t.target)
  const violations = violationsOf(schema, phones.known).filter(
    ({ pointer }) => pointer !== '' && pointer !== '/reference',
  )
  const byName = new Map(violations.map((each) => [each.name, each]))
  return {
    values: () => phones.alone(brokenBodies(whole, violations), ({ body }) => body),
    async attempt({ name, body }, found) {
      const violation = byName.get(name)
      const extra = unsupported.find((each) => each.name === name)
      const what: Stated =
        extra !== undefined
          ? { id: extra.id, expected: refusal(['400 VALIDATION_ERROR']) }
          : violation === undefined
            ? { open: 'pay.open.unknown-fields' }
            : stated(violation, body)
      const bar = unexecutable(t, body, violation?.pointer ?? '')
      const sent = named(t, { body: bar.body, referenceTail: '', keyTail: '', spelling: PLAIN })
      const answer = await send(t, sent, `generated, ${name}`)
      if ('open' in what) {
        handled(answer, found)
        // What is barred besides is refused whatever becomes of this.
        if (bar.body === body) found.observe(what.open, `${name}: ${cameBack(answer)}`, [answer])
        return
      }
      untroubled(answer, found)
      found.judge(what.id, answer, bar.also(what.expected))
    },
  }
}
