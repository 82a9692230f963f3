import type { Check } from '../../../kit/check/check.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import { Tally } from '../../../kit/check/verdicts/tally.ts'
import { type Exchange, isBrokenOff, json } from '../../../kit/http/exchange.ts'
import { isText, leaves, type Matcher, valueAt } from '../../../kit/match/index.ts'
import { CUT_OFF } from '../access/invalid-credentials.ts'
import { CREATE, isGatewayPage } from '../client/api.ts'
import {
  bindingDetailsOf,
  bodyOf,
  codeIsStatus,
  declaredJson,
  documented,
  envelope,
  errorCode,
  handled,
  isMeant,
  message,
  namesField,
  ofItsRow,
  rowOf,
  statedDetails,
  statusError,
} from '../client/error-matchers.ts'
import { COMPLETED_PAYMENT } from '../client/observed.ts'
import { type CheckContext, defineRule, type RequirementId } from '../define.ts'
import { isMalformedOfBurst } from '../rate-limit/mixture.ts'
import { troubleIn } from '../service/trouble.ts'

/** The checks that send bad input and nothing else, and the fixtures that they share. */
const BAD_INPUT = /^pay\/(?:validation\/|identifiers\/invalid-|authentication\/|profile\/rejected$)|^anonymous$/
/** Those that send again what met a connection that broke. */
const SENT_AGAIN = /^pay\/validation\//

/** What says that a limit was met says nothing of the body, whatever its status. */
const isOfLimit = ({ response }: Exchange): boolean =>
  /rate_?limit/i.test(String(valueAt(json(response), '/error_code')))

/** Cut off in the middle, a body is no JSON, whoever sends it. */
const isCutOff = ({ request, operation }: Exchange): boolean => operation !== '' && CUT_OFF.equals(request.body)

const isBadInput = (each: Exchange): boolean =>
  BAD_INPUT.test(each.check) || isCutOff(each) || (isMalformedOfBurst(each) && !isOfLimit(each))

type Errors = readonly Exchange[]

/** Errors of the listed endpoints. */
function errorsOf(t: CheckContext): Errors {
  return t
    .exchanges()
    .filter((each) => each.service === 'payment' && each.operation !== '')
    .filter((each) => (each.response?.status ?? 0) >= 400 || isBrokenOff(each))
}

const bodySize = ({ response }: Exchange): number => response?.body.length ?? 0
const code = (exchange: Exchange): unknown => valueAt(bodyOf(exchange), '/error_code')
const isBinding = (exchange: Exchange): boolean => rowOf(exchange)?.details === 'binding'
const hasDetails = (exchange: Exchange): boolean => valueAt(bodyOf(exchange), '/details') !== undefined

/** Connections of this target break over requests that nothing is wrong with. */
const breaksAnyway = (all: Errors): boolean => all.some((each) => isBrokenOff(each) && !BAD_INPUT.test(each.check))

/** A connection broke, and the same request was answered afterwards; or they break whatever is asked for. */
function wasSentAgain(exchange: Exchange, all: Errors): boolean {
  const { check, label, operation, endedAt } = exchange
  if (!isBrokenOff(exchange)) return false
  return (
    breaksAnyway(all) ||
    all.some(
      (each) =>
        each.check === check &&
        each.label === label &&
        each.operation === operation &&
        each.sentAt >= endedAt &&
        !isBrokenOff(each),
    )
  )
}

/** A page of a gateway whose service was there all the same: what was asked beside it or after it, for the same, was answered. */
function wasPassing(exchange: Exchange, all: readonly Exchange[]): boolean {
  const { check, operation, sentAt } = exchange
  return (
    isGatewayPage(exchange) &&
    all.some(
      (each) =>
        each.check === check &&
        each.operation === operation &&
        each.endedAt >= sentAt &&
        each.response !== undefined &&
        !isGatewayPage(each),
    )
  )
}

/** What the run puts in place of the members of the target file, or beside them. */
const OWN = /^\/(?:reference|webhook_url|callback_url)$/

const membersOf = (body: unknown): string =>
  leaves(body)
    .map(({ pointer }) => pointer)
    .filter((pointer) => !OWN.test(pointer))
    .toSorted()
    .join(' ')

/** Whether a creation has every member of the valid one and none beside: then what is wrong with it is a value. */
function isOfValue({ service }: CheckContext, { operation, request }: Exchange): boolean {
  const sent = json(request)
  // null and nothing may count as absent.
  if (operation !== CREATE || leaves(sent).some(({ value }) => value === null || value === '')) return false
  return Object.values(service.bodies ?? {}).some((valid) => membersOf(valid) === membersOf(sent))
}

interface Rule {
  readonly name: string
  readonly title: string
  readonly covers: RequirementId
  /** Which errors it is about. */
  readonly of: (exchange: Exchange) => boolean
  readonly expected: Matcher<Exchange> | ((t: CheckContext, errors: Errors) => Matcher<Exchange>)
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
    expected: errorCode,
  },
  {
    name: 'message',
    title: 'Errors carry a message',
    covers: 'pay.error.message-string',
    of: isMeant,
    expected: message,
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
    expected: (t, errors) => bindingDetailsOf(errors.some(namesField) ? (each) => isOfValue(t, each) : () => false),
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
    of: (exchange) =>
      (isBrokenOff(exchange) ? SENT_AGAIN.test(exchange.check) : isBadInput(exchange)) &&
      troubleIn(exchange, 'pay.error.handled') === undefined,
    expected: handled,
  },
]

export const errorEnvelope: readonly Check[] = rules.map(({ name, title, covers, of, expected }) =>
  defineRule({
    id: `pay/error-envelope/${name}`,
    title,
    covers: [covers],
    observes: COMPLETED_PAYMENT,
    run: async (t) => {
      const errors = errorsOf(t).filter(
        (each) =>
          of(each) &&
          (covers === 'pay.error.handled' || each.response !== undefined) &&
          !wasPassing(each, t.exchanges()),
      )
      const wanted = typeof expected === 'function' ? expected(t, errors) : expected
      const tally = new Tally(t, covers, wanted.expected)
      const all = t.exchanges()
      for (const each of errors) if (!wasSentAgain(each, all)) tally.test(subjectOf(each), each, wanted, each)
      tally.close('no error of this kind was seen in this run')
    },
  }),
)
