import { type Check, type CheckContext, defineRule } from '../../kit/check.ts'
import { subjectOf } from '../../kit/context.ts'
import { type Exchange, header, json } from '../../kit/http/exchange.ts'
import {
  cameBack,
  isInteger,
  isString,
  isText,
  type Matcher,
  matcher,
  no,
  ok,
  show,
  soft,
  valueAt,
} from '../../kit/match/index.ts'
import { type PaymentErrorCode, paymentErrors, type RequirementId } from '../../specs/index.ts'
import { Tally } from './tally.ts'

/** Answers that a gateway may give in place of the service. */
const GATEWAY: readonly number[] = [429, 502, 503, 504]

const MEMBERS = ['status', 'code', 'error_code', 'message'] as const

/** The checks that send bad creations and nothing else. */
const BAD_INPUT = /^pay\/validation\//

type Errors = readonly Exchange[]

/** Errors of the listed endpoints. */
function errorsOf(t: CheckContext): Errors {
  return t
    .exchanges()
    .filter((each) => each.service === 'payment' && each.operation !== '' && (each.response?.status ?? 0) >= 400)
}

const bodyOf = (exchange: Exchange): unknown => json(exchange.response)

/** Whether a body is meant as the envelope: one that is no envelope at all contradicts that alone, not each member too. */
function isMeant(exchange: Exchange): boolean {
  const body = bodyOf(exchange)
  return (
    valueAt(body, '/error_code') !== undefined ||
    (valueAt(body, '/status') === 'error' && valueAt(body, '/message') !== undefined)
  )
}

const rowOf = (exchange: Exchange) => {
  const code = valueAt(bodyOf(exchange), '/error_code')
  return typeof code === 'string' && Object.hasOwn(paymentErrors, code)
    ? paymentErrors[code as PaymentErrorCode]
    : undefined
}

const is = (member: string, expected: Matcher<unknown>): Matcher<Exchange> =>
  matcher(`${member} ${expected.expected}`, (exchange) => {
    const outcome = expected.test(valueAt(bodyOf(exchange), `/${member}`))
    return outcome.ok ? outcome : no(`${cameBack(exchange)} with ${member} ${outcome.actual}`)
  })

const envelope: Matcher<Exchange> = matcher(`a JSON object with ${MEMBERS.join(', ')}`, (exchange) => {
  const body = bodyOf(exchange)
  const absent = MEMBERS.filter((member) => valueAt(body, `/${member}`) === undefined)
  if (absent.length === 0) return ok
  const actual =
    absent.length < MEMBERS.length ? `${cameBack(exchange)} without ${absent.join(', ')}` : cameBack(exchange)
  return GATEWAY.includes(exchange.response?.status ?? 0) && !isMeant(exchange)
    ? soft(actual, 'a gateway may have answered in place of the service')
    : no(actual)
})

const statusError = matcher<Exchange>('status "error"', (exchange) => {
  const value = valueAt(bodyOf(exchange), '/status')
  return value === 'error' ? ok : no(`${cameBack(exchange)} with status ${show(value)}`)
})

const codeIsStatus = matcher<Exchange>('code, an integer equal to the HTTP status', (exchange) => {
  const value = valueAt(bodyOf(exchange), '/code')
  return isInteger.test(value).ok && value === exchange.response?.status
    ? ok
    : no(`${cameBack(exchange)} with code ${show(value)}`)
})

const ofItsRow = matcher<Exchange>('the HTTP status of its row', (exchange) =>
  rowOf(exchange)?.status === exchange.response?.status
    ? ok
    : no(cameBack(exchange), `the row says ${rowOf(exchange)?.status}`),
)

const documented = matcher<Exchange>('an error_code of the tables', (exchange) =>
  rowOf(exchange) === undefined ? no(cameBack(exchange)) : ok,
)

const declaredJson = matcher<Exchange>('Content-Type application/json', (exchange) => {
  const type = header(exchange.response?.headers ?? [], 'Content-Type')
  return /^application\/([\w.+-]+\+)?json\b/i.test(type ?? '') ? ok : no(`${cameBack(exchange)} as ${show(type)}`)
})

const NULL_DETAILS = 'details is omitted rather than null'

const isEntry = (entry: unknown): boolean =>
  typeof valueAt(entry, '/field') === 'string' && typeof valueAt(entry, '/message') === 'string'

const bindingDetails = matcher<Exchange>('details, an array of {field, message}', (exchange) => {
  const details = valueAt(bodyOf(exchange), '/details')
  if (details === null) return soft(`${cameBack(exchange)} with details null`, NULL_DETAILS)
  return Array.isArray(details) && details.every(isEntry)
    ? ok
    : no(`${cameBack(exchange)} with details ${show(details)}`)
})

/** On the 5xx rows context may count as that of a payment outcome: no row says which rows are outcomes. */
const statedDetails = matcher<Exchange>(
  'no details but those of body-binding failures and payment outcomes',
  (exchange) => {
    const details = valueAt(bodyOf(exchange), '/details')
    const actual = `${cameBack(exchange)} with details ${show(details)}`
    if (details === undefined) return ok
    if (details === null) return soft(actual, NULL_DETAILS)
    const row = rowOf(exchange)
    if (row?.details === 'none')
      return row.status >= 500 ? soft(actual, 'it may be meant as the context of an outcome') : no(actual)
    if (typeof details !== 'object') return no(actual)
    const misplaced = row?.details === 'outcome' && row.status !== 400 && Array.isArray(details) && details.length > 0
    return misplaced ? soft(actual, 'a list is shown for body-binding failures only') : ok
  },
)

const handled = matcher<Exchange>('a 4xx', (exchange) =>
  (exchange.response?.status ?? 0) >= 500 ? no(cameBack(exchange)) : ok,
)

const bodySize = ({ response }: Exchange): number => response?.body.length ?? 0
const code = (exchange: Exchange): unknown => valueAt(bodyOf(exchange), '/error_code')
const isUpstream = (exchange: Exchange): boolean => code(exchange) === 'PROVIDER_UNAVAILABLE'
const isBinding = (exchange: Exchange): boolean => rowOf(exchange)?.details === 'binding'
const hasDetails = (exchange: Exchange): boolean => valueAt(bodyOf(exchange), '/details') !== undefined

interface Rule {
  readonly name: string
  readonly title: string
  readonly covers: RequirementId
  /** Which errors it is about. */
  readonly of: (exchange: Exchange) => boolean
  readonly expected: Matcher<Exchange>
}

const rules: readonly Rule[] = [
  // Errors: every error response uses the envelope.
  {
    name: 'envelope',
    title: 'Every error is the envelope',
    covers: 'pay.error.envelope',
    of: () => true,
    expected: envelope,
  },
  // Resources › Error envelope: its members, one by one.
  {
    name: 'status',
    title: 'Errors carry status error',
    covers: 'pay.error.status-error',
    of: isMeant,
    expected: statusError,
  },
  {
    name: 'code',
    title: 'Errors carry the HTTP status as code',
    covers: 'pay.error.code-is-http-status',
    of: isMeant,
    expected: codeIsStatus,
  },
  {
    name: 'error-code',
    title: 'Errors carry an error_code',
    covers: 'pay.error.code-string',
    of: isMeant,
    expected: is('error_code', isText),
  },
  {
    name: 'message',
    title: 'Errors carry a message',
    covers: 'pay.error.message-string',
    of: isMeant,
    expected: is('message', isString),
  },
  // Errors: each code stands in a table beside its HTTP status.
  {
    name: 'row',
    title: 'A documented error_code comes with the HTTP status of its row',
    covers: 'pay.error.code-matches-status',
    of: (exchange) => rowOf(exchange) !== undefined,
    expected: ofItsRow,
  },
  {
    name: 'documented',
    title: 'Errors carry an error_code of the tables',
    covers: 'pay.error.code-documented',
    of: (exchange) => isText.test(code(exchange)).ok,
    expected: documented,
  },
  // Resources › Error envelope: details of body-binding failures is an array of {field, message}, and omitted on other errors.
  {
    name: 'binding-details',
    title: 'details of a body-binding failure lists fields and messages',
    covers: 'pay.error.details-binding',
    of: (exchange) => isBinding(exchange) && hasDetails(exchange),
    expected: bindingDetails,
  },
  {
    name: 'other-details',
    title: 'Errors that are neither body-binding failures nor payment outcomes omit details',
    covers: 'pay.error.details-only-where-stated',
    of: (exchange) => rowOf(exchange) !== undefined && !isBinding(exchange),
    expected: statedDetails,
  },
  // Errors: the envelope is JSON.
  {
    name: 'json',
    title: 'Errors are declared as JSON',
    covers: 'pay.error.json',
    of: (exchange) => bodySize(exchange) > 0,
    expected: declaredJson,
  },
  // Errors: bad input has rows of 4xx. An outage that comes in between is no answer to it.
  {
    name: 'handled',
    title: 'Bad input is never answered with a 5xx',
    covers: 'pay.error.handled',
    of: (exchange) => BAD_INPUT.test(exchange.check) && !isUpstream(exchange),
    expected: handled,
  },
]

export const errorEnvelope: readonly Check[] = rules.map(({ name, title, covers, of, expected }) =>
  defineRule({
    id: `pay/error-envelope/${name}`,
    title,
    covers: [covers],
    run: async (t) => {
      const tally = new Tally(t, covers, expected.expected)
      for (const each of errorsOf(t).filter(of)) tally.test(subjectOf(each), each, expected, each)
      tally.close('no error of this kind was seen in this run')
    },
  }),
)
