import type { Check } from '../../../kit/check/check.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import {
  equals,
  isBoolean,
  isObject,
  isString,
  type Matcher,
  matcher,
  optional,
  soft,
} from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import type { Absence } from '../../shared/absence.ts'
import { isRecord, isRecordList, isSuccess, isWhatsapp, record, refusesInput } from '../client/answers.ts'
import { CONVERSATION, MARK_READ } from '../client/api.ts'
import { OBSERVED } from '../client/observed.ts'
import { SHOWING } from './absences.ts'
import { isThere, present, type ShapeRule, type Shown, shapeChecks } from './shape-rules.ts'

const CONVERSATIONS: readonly string[] = [CONVERSATION, MARK_READ]

function envelope(exchange: Exchange): JsonObject | undefined {
  const shown = record(exchange)
  if (shown === undefined || !isWhatsapp(exchange)) return undefined
  if (isSuccess(exchange)) {
    const told =
      CONVERSATIONS.includes(exchange.operation) && ['data', 'success', 'request_id'].some((name) => name in shown)
    return told ? shown : undefined
  }
  return 'errors' in shown ? shown : undefined
}

const enveloped = (name: string) => (exchange: Exchange) => present(envelope(exchange)?.[name])

const successAgrees = (exchange: Exchange): readonly Shown[] =>
  enveloped('success')(exchange)
    .filter(({ value }) => typeof value === 'boolean')
    .map((each) => ({ ...each, expected: equals(isSuccess(exchange)) }))

const notEnveloped = (name: string): Absence => ({
  among: (exchange) => CONVERSATIONS.includes(exchange.operation) && isSuccess(exchange),
  observation: (many) => `none of the ${many} successes that checks had of the conversation endpoints shows ${name}`,
})

/** A member of an envelope, whether it is there or not. */
const shownBy = (shown: JsonObject | undefined, name: string): readonly Shown[] =>
  shown === undefined ? [] : [{ value: shown[name] }]

const unenveloped: Absence = {
  among: (exchange) => CONVERSATIONS.includes(exchange.operation) && isSuccess(exchange),
  observation: (many) => `none of the ${many} successes that checks had of the conversation endpoints is an envelope`,
}

const errorItems = (name: string) => (exchange: Exchange) => {
  const errors = envelope(exchange)?.errors
  const items = Array.isArray(errors) ? errors.filter(isRecord) : []
  // "Each item has": what no error can do without. Not every error is that of a field.
  return items.flatMap((item) => (name === 'field' ? present(item[name]) : [{ value: item[name] }]))
}

/** Left out where no column requires it. */
const orMissing = (inner: Matcher<unknown>): Matcher<unknown> =>
  matcher(inner.expected, (value) =>
    value === undefined || value === null ? soft('nothing', 'each item has it, says the document') : inner.test(value),
  )

/** The envelope of the WhatsApp endpoints: on a success of a conversation, and in errors. */
const rules: readonly ShapeRule[] = [
  // Resources › Common response shapes: the envelope. Nothing in it is said to be required; null counts as absent.
  {
    name: 'envelope-success',
    title: 'success of an envelope is a boolean',
    covers: 'msg.envelope.success',
    member: 'success',
    expected: isBoolean,
    isNeverNull: true,
    observes: OBSERVED.conversation,
    of: enveloped('success'),
    absence: notEnveloped('success'),
  },
  {
    name: 'envelope-success-present',
    title: 'An envelope carries success',
    covers: 'msg.envelope.success-present',
    member: 'success',
    expected: isThere('success'),
    observes: OBSERVED.conversation,
    of: (exchange) => shownBy(envelope(exchange), 'success'),
    absence: unenveloped,
  },
  {
    name: 'envelope-success-agrees',
    title: 'success of an envelope is that of the status',
    covers: 'msg.envelope.success-agrees',
    member: 'success',
    expected: isBoolean,
    observes: OBSERVED.conversation,
    of: successAgrees,
    absence: notEnveloped('success'),
  },
  {
    name: 'envelope-data',
    title: 'data of an envelope is an object',
    covers: 'msg.envelope.data',
    member: 'data',
    expected: optional(isObject),
    observes: OBSERVED.conversation,
    of: enveloped('data'),
    absence: notEnveloped('data'),
  },
  {
    name: 'envelope-errors',
    title: 'errors of an envelope is an array of objects or null',
    covers: 'msg.envelope.errors',
    member: 'errors',
    expected: optional(isRecordList),
    observes: OBSERVED.conversation,
    of: enveloped('errors'),
    absence: notEnveloped('errors'),
  },
  {
    name: 'envelope-request-id',
    title: 'request_id of an envelope is a string',
    covers: 'msg.envelope.request-id',
    member: 'request_id',
    expected: isString,
    isNeverNull: true,
    observes: OBSERVED.conversation,
    of: enveloped('request_id'),
    absence: notEnveloped('request_id'),
  },
  // Resources › Common response shapes, Errors › Body shapes in use: the envelope with its request_id.
  {
    name: 'envelope-request-id-present',
    title: 'An envelope carries request_id',
    covers: 'msg.envelope.request-id-present',
    member: 'request_id',
    expected: isThere('request_id'),
    observes: OBSERVED.conversation,
    of: (exchange) => shownBy(envelope(exchange), 'request_id'),
    absence: {
      among: (exchange) => isWhatsapp(exchange) && refusesInput(exchange),
      least: SHOWING,
      observation: (many) => `none of ${many} refusals of input by the WhatsApp endpoints is an envelope`,
    },
  },
  ...(['code', 'message', 'field'] as const).map(
    (name): ShapeRule => ({
      name: `envelope-error-${name}`,
      title: `${name} of an item of errors is a string`,
      covers: `msg.envelope.error-${name}`,
      member: `${name} of an item of errors`,
      expected: name === 'field' ? optional(isString) : orMissing(isString),
      observes: OBSERVED.conversation,
      of: errorItems(name),
      absence: {
        among: (exchange) => isWhatsapp(exchange) && refusesInput(exchange),
        least: SHOWING,
        observation: (many) =>
          `none of ${many} refusals of input by the WhatsApp endpoints lists errors with a ${name}`,
      },
    }),
  ),
]

export const envelopeShapes: readonly Check[] = shapeChecks(rules)
