import type { Check } from '../../../kit/check/check.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import { Tally } from '../../../kit/check/verdicts/tally.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import {
  all,
  body,
  cameBack,
  isObject,
  isString,
  type Matcher,
  matcher,
  member,
  no,
  ok,
  optional,
  responseHeader,
  show,
  soft,
  valueAt,
} from '../../../kit/match/index.ts'
import { type Absence, closing } from '../../shared/absence.ts'
import {
  bodyOf,
  errorBody,
  errorEnvelope,
  errorObject,
  handled,
  isRefusal,
  isSuccess,
  refusesInput,
  statusOf,
  unprocessable,
  validationDetail,
} from '../client/answers.ts'
import { isNoForm } from '../client/api.ts'
import { hasPassed, isGatewayPage } from '../client/trouble.ts'
import { defineRule, type RequirementId } from '../define.ts'
import { SHOWING, unprocessed } from './absences.ts'
import { isDefective } from './defects.ts'

interface Rule {
  readonly name: string
  readonly title: string
  readonly covers: RequirementId
  /** Which exchanges it is about. */
  readonly of: (exchange: Exchange) => boolean
  readonly expected: Matcher<Exchange>
  /** What is true of a deployment that never answers so. */
  readonly absence?: Absence
}

const errorObjects: Absence = {
  among: refusesInput,
  least: SHOWING,
  observation: (many) => `none of ${many} refusals of input has the shape {error: {…}}`,
}
/** 4xx that the table of statuses has a row for. What frameworks and gateways answer beside them is their own. */
const TABLED: readonly number[] = [400, 401, 403, 404, 409, 422, 429]
const isTabled = (exchange: Exchange): boolean => TABLED.includes(statusOf(exchange))
const hasBody = ({ response }: Exchange): boolean => (response?.body.length ?? 0) > 0
const hasErrorObject = (exchange: Exchange): boolean => isObject.test(valueAt(bodyOf(exchange), '/error')).ok

const declaredJson: Matcher<Exchange> = responseHeader(
  'Content-Type',
  matcher('application/json', (value) =>
    /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(String(value)) ? ok : no(String(value ?? 'is absent')),
  ),
)

/** A success that shows what only errors show. An envelope of a success may carry an empty list of errors, or null. */
const noErrorBody: Matcher<Exchange> = matcher('no error body', (exchange) => {
  const shown = bodyOf(exchange)
  const listed = valueAt(shown, '/errors')
  const isError =
    errorObject.test(shown).ok ||
    (validationDetail.test(shown).ok && valueAt(shown, '/detail/0/msg') !== undefined) ||
    (errorEnvelope.test(shown).ok && Array.isArray(listed) && listed.length > 0)
  return isError ? no(`${cameBack(exchange)} with an error body`) : ok
})

/** An object, where there is one: none of the shapes says that details may be null, nor that it must be there. */
const objectIfAny: Matcher<unknown> = matcher('an object where it is present', (value) =>
  value === null ? soft('null', 'details is left out rather than null') : optional(isObject).test(value),
)

/** Members of a send and of what it holds: details by such a name are those of a validation error. */
const SENT = ['recipients', 'sender_id', 'content', 'message', 'channel', 'type']

/** What stands by the name of a member tells the reason in words; a list of them may be as good. */
const reasons: Matcher<Exchange> = matcher('a short reason by the name of each field', (exchange) => {
  const details = valueAt(bodyOf(exchange), '/error/details')
  if (valueAt(bodyOf(exchange), '/error/code') !== 'validation_error' || !isObject.test(details).ok) return ok
  const shown = Object.entries(details as object).filter(([name]) => SENT.includes(name))
  const [wordless] = shown.filter(([, reason]) => typeof reason !== 'string')
  if (wordless === undefined) return ok
  const [name, reason] = wordless
  const actual = `error.details.${name} ${show(reason)}`
  return typeof reason === 'object' && reason !== null ? soft(actual, 'it may hold the reason') : no(actual)
})

const rules: readonly Rule[] = [
  // What the service does: JSON bodies.
  {
    name: 'success-json',
    title: 'Successful answers are declared as JSON',
    covers: 'msg.service.content-type',
    of: (exchange) => isSuccess(exchange) && hasBody(exchange),
    expected: declaredJson,
  },
  // Errors: 2xx is success.
  {
    name: 'success-range',
    title: 'A 2xx answer is no error body',
    covers: 'msg.error.success-range',
    of: isSuccess,
    expected: noErrorBody,
  },
  // Errors › Body shapes in use: three of them, and which belongs where is not told. A detail that is text is none.
  {
    name: 'shape',
    title: 'Error bodies have one of the three shapes',
    covers: 'msg.error.body-shape',
    of: isTabled,
    expected: body(errorBody),
  },
  {
    name: 'json',
    title: 'Error bodies are declared as JSON',
    covers: 'msg.error.json',
    of: (exchange) => isTabled(exchange) && hasBody(exchange),
    expected: declaredJson,
  },
  // Errors: bad input has rows of 4xx.
  {
    name: 'handled',
    title: 'Bad input is answered, and never with a 5xx',
    covers: 'msg.error.handled',
    of: (exchange) => exchange.response !== undefined && isDefective(exchange) && !isGatewayPage(exchange),
    expected: handled,
  },
  // Errors › Body shapes in use: {error: {code: string, message: string, details: object}}.
  {
    name: 'code',
    title: 'code of an error object is a string',
    covers: 'msg.error.code',
    of: (exchange) => isRefusal(exchange) && hasErrorObject(exchange),
    expected: member('/error/code', isString),
    absence: errorObjects,
  },
  {
    name: 'message',
    title: 'message of an error object is a string',
    covers: 'msg.error.message',
    of: (exchange) => isRefusal(exchange) && hasErrorObject(exchange),
    expected: member('/error/message', isString),
    absence: errorObjects,
  },
  {
    name: 'details',
    title: 'details of an error object is an object',
    covers: 'msg.error.details',
    of: (exchange) => isRefusal(exchange) && hasErrorObject(exchange),
    expected: all(member('/error/details', objectIfAny), reasons),
    absence: errorObjects,
  },
  // Errors: 422 has the body HTTPValidationError on listed endpoints; WhatsApp endpoints have a shape of their own.
  {
    name: 'unprocessable',
    title: 'A 422 is an HTTPValidationError',
    covers: 'msg.error.unprocessable',
    of: (exchange) => statusOf(exchange) === 422,
    expected: unprocessable,
    absence: unprocessed,
  },
]

/** A judgement of every answer of the run that a statement is about. */
export const errorBodies: readonly Check[] = rules.map(({ name, title, covers, of, expected, absence }) =>
  defineRule({
    id: `msg/errors/${name}`,
    title,
    covers: [covers],
    run: async (t) => {
      const tally = new Tally(t, covers, expected.expected)
      for (const each of t.exchanges()) {
        const asked = each.service === 'messaging' && each.operation !== '' && !isNoForm(t, each)
        const isOver = covers === 'msg.error.handled' && hasPassed(each, t.exchanges())
        if (asked && of(each) && !isOver) tally.test(subjectOf(each), each, expected, each)
      }
      const nothing = 'no answer of this kind was seen in this run'
      tally.close(absence === undefined ? nothing : closing(absence, t.exchanges(), nothing))
    },
  }),
)
