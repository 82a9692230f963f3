import { type Exchange, json } from '../../../../kit/http/exchange.ts'
import {
  isObject,
  isString,
  isText,
  leaves,
  type Matcher,
  matcher,
  no,
  ok,
  show,
  soft,
  valueAt,
} from '../../../../kit/match/index.ts'
import type { CheckContext } from '../../define.ts'
import { isTerminal } from '../../lifecycle/histories.ts'
import { creationsById, type PaymentEvent, paymentEvents } from '../deliveries.ts'

/** No request of the document brings metadata: whether an event that has none carries an empty object is not said. */
export const objectOrNothing: Matcher<unknown> = matcher(isObject.expected, (value) =>
  value === null || value === undefined ? soft(show(value), 'there may be none to tell') : isObject.test(value),
)

/** The provider that completed a payment has a reference for it, unless it gives none at all. */
export const givenByThen: Matcher<unknown> = matcher(isString.expected, (value) =>
  value === null || value === undefined ? soft(show(value), 'the provider may have given none') : isString.test(value),
)

/** Whether an event told of the reference of the provider before the payment ended, or an answer before that event did. */
export const wasGiven = (t: CheckContext, { transactionId, delivery }: PaymentEvent): boolean =>
  transactionId !== undefined &&
  (paymentEvents(t).some(
    (each) =>
      each.transactionId === transactionId &&
      !isTerminal(each.status ?? '') &&
      isText.test(valueAt(each.json, '/data/provider_reference')).ok,
  ) ||
    creationsById(t, transactionId).some(
      (each) =>
        each.endedAt <= delivery.arrivedAt &&
        leaves(json(each.response)).some(
          ({ pointer, value }) => pointer.endsWith('/provider_reference') && isText.test(value).ok,
        ),
    ))

/** Amounts by that name that answers show. */
const amountsIn = (answers: readonly Exchange[]): readonly number[] =>
  answers
    .flatMap(({ response }) => leaves(json(response)))
    .filter(({ pointer, value }) => /\/amount(?:\/value)?$/i.test(pointer) && value !== '')
    .map(({ value }) => Number(value))

export function ownAmount(amounts: readonly unknown[], answers: readonly Exchange[]): Matcher<unknown> {
  const known = amounts.map(Number).filter(Number.isFinite)
  return matcher(known.length === 0 ? 'a number' : `the number ${[...new Set(known)].join(' or ')}`, (value) => {
    if (typeof value !== 'number') return no(show(value))
    if (known.length === 0 || known.includes(value)) return ok
    // How many decimals a currency has is not shown: a fraction may be rounded or cut, and nothing else.
    // Where the service shows the amount with its decimals it is the amount of the payment.
    const shown = amountsIn(answers)
    const cut = known.some((each) => {
      const isShown = shown.includes(each) && !shown.includes(value)
      return !Number.isInteger(each) && Math.abs(each - value) < 1 && !isShown
    })
    return cut ? soft(show(value), 'an amount with decimals was sent') : no(show(value))
  })
}

export function ownCurrency(currencies: readonly unknown[]): Matcher<unknown> {
  return matcher(currencies.length === 0 ? 'a string' : [...new Set(currencies)].map(String).join(' or '), (value) => {
    if (typeof value !== 'string') return no(show(value))
    return currencies.length === 0 || currencies.includes(value) ? ok : no(show(value))
  })
}

/** The document does not say that both types are spelled alike: the type of another kind of payment is another one. */
export function ownType(types: readonly unknown[], all: readonly Exchange[]): Matcher<unknown> {
  const expected =
    types.length === 0
      ? 'a string'
      : `the type ${[...new Set(types)].map((each) => (typeof each === 'string' ? each : show(each))).join(' or ')}`
  return matcher(expected, (value) => {
    if (typeof value !== 'string') return no(show(value))
    if (types.length === 0 || types.some((type) => spells(value, type))) return ok
    const others = all.map(({ request }) => valueAt(json(request), '/type'))
    const other = others.find((type) => type !== undefined && spells(value, type))
    if (other !== undefined) return no(show(value), `the run made other payments with the type ${show(other)}`)
    return soft(show(value), 'the document does not say that both types are spelled alike')
  })
}

/** Whether one has the word of the other in it: `mobile_money` for `mobile`. */
const spells = (value: string, type: unknown): boolean =>
  typeof type === 'string' && value !== '' && type !== '' && (value.includes(type) || type.includes(value))

/** Before a provider has taken a payment it may have given no reference; a payment that it completed has one. */
export function stringOrNull(): Matcher<unknown> {
  const note = 'null where the provider has given none'
  return matcher(isString.expected, (value) => {
    if (value === null) return { ok: true, note }
    return value === undefined ? soft(show(value), note) : isString.test(value)
  })
}
