import type { Check } from '../../../kit/check/check.ts'
import { subjectOf } from '../../../kit/check/subject.ts'
import { Tally } from '../../../kit/check/tally.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import {
  equals,
  isBoolean,
  isInteger,
  isObject,
  isString,
  leaves,
  type Matcher,
  matcher,
  no,
  ok,
  optional,
  show,
  soft,
  valueAt,
} from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { type Absence, closing } from '../../shared/absence.ts'
import {
  bodyOf,
  isRecord,
  isRecordList,
  isSuccess,
  isTimeWithZone,
  isWhatsapp,
  momentOf,
  record,
  records,
  refusesInput,
  statusOf,
} from '../client/answers.ts'
import { CONVERSATION, MARK_READ, RESEND, SEND, SENDERS, WORKSPACES } from '../client/api.ts'
import { neverNull } from '../client/nulls.ts'
import { OBSERVED } from '../client/observed.ts'
import { type Claim, defineRule, type RequirementId } from '../define.ts'
import { SHOWING, unprocessed } from './absences.ts'

/** A value that an answer shows, and what it is held against. */
interface Shown {
  readonly value: unknown
  readonly expected?: Matcher<unknown>
  /** Where it stands, where that is not the member of the rule. */
  readonly member?: string
}

interface Rule {
  readonly name: string
  readonly title: string
  readonly covers: RequirementId
  /** How a failure calls the value. */
  readonly member: string
  readonly expected: Matcher<unknown>
  /** What has to be claimed for an answer to show one, where that is not the service alone. */
  readonly observes?: readonly Claim[]
  /** null is none of its values: see `neverNull`. */
  readonly isNeverNull?: true
  /** The values of an answer that it is about. */
  readonly of: (exchange: Exchange) => readonly Shown[]
  /** What is true of a deployment that never shows one. */
  readonly absence?: Absence
}

const present = (value: unknown): readonly Shown[] => (value === undefined ? [] : [{ value }])

// --- The answer to a resend.

const resent = (exchange: Exchange): JsonObject | undefined =>
  exchange.operation === RESEND && isSuccess(exchange) ? (record(exchange) ?? {}) : undefined

const required = (name: string) => (exchange: Exchange) => {
  const answer = resent(exchange)
  return answer === undefined ? [] : [{ value: answer[name] }]
}
const whenPresent = (name: string) => (exchange: Exchange) => present(resent(exchange)?.[name])

const agrees = (exchange: Exchange): readonly Shown[] =>
  present(resent(exchange)?.status_code).map((each) => ({ ...each, expected: equals(statusOf(exchange)) }))

const notResent = (name: string): Absence => ({
  among: (exchange) => resent(exchange) !== undefined,
  observation: (many) => `none of ${many} answers to a resend shows ${name}`,
})

// --- The envelope of the WhatsApp endpoints: on a success of a conversation, and in errors.

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
  observation: (many) => `none of ${many} answers of the conversation endpoints shows ${name}`,
})

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

// --- HTTPValidationError.

const detail = (exchange: Exchange): readonly Shown[] =>
  statusOf(exchange) === 422 ? present(valueAt(bodyOf(exchange), '/detail')) : []

const detailItems = (name: string) => (exchange: Exchange) =>
  detail(exchange)
    .flatMap(({ value }) => (Array.isArray(value) ? value.filter(isRecord) : []))
    .map((item) => ({ value: item[name] }))

const isLocation: Matcher<unknown> = matcher('an array of strings and integers', (value) =>
  Array.isArray(value) && value.every((part) => typeof part === 'string' || Number.isInteger(part))
    ? ok
    : no(show(value)),
)

// --- What resources have in common.

const TIMES = /\/(created_at|updated_at|last_message_at|launch_date|expires_at)$/
const FREE: readonly string[] = [RESEND, SEND]

/** Times that are date-times at all: what else they are is the matter of their own fields. */
const times = (exchange: Exchange): readonly Shown[] =>
  !isSuccess(exchange) || FREE.includes(exchange.operation)
    ? []
    : leaves(bodyOf(exchange))
        .filter(({ pointer, value }) => TIMES.test(pointer) && Number.isFinite(momentOf(value)))
        .map(({ pointer, value }) => ({ value, member: TIMES.exec(pointer)?.[1] ?? pointer }))

const listedIds = (name: string, exchange: Exchange): readonly Shown[] =>
  (records(exchange) ?? []).map((each) => ({ value: each[name], member: name }))

function ids(exchange: Exchange): readonly Shown[] {
  if (!isSuccess(exchange)) return []
  if (exchange.operation === SENDERS) return listedIds('id', exchange)
  if (exchange.operation === WORKSPACES) return listedIds('workspace_id', exchange)
  const inside = valueAt(bodyOf(exchange), '/data')
  return exchange.operation === CONVERSATION && isRecord(inside) ? [{ value: inside.id }] : []
}

const isPresent: Matcher<unknown> = matcher('an id', (value) =>
  value === undefined || value === null ? no(show(value)) : ok,
)

const rules: readonly Rule[] = [
  // Resources › Common response shapes: BaseResponse.
  {
    name: 'base-success',
    title: 'success of a resend is a boolean',
    covers: 'msg.base.success',
    member: 'success',
    expected: isBoolean,
    observes: OBSERVED.resend,
    of: required('success'),
  },
  {
    name: 'base-message',
    title: 'message of a resend is a string',
    covers: 'msg.base.message',
    member: 'message',
    expected: isString,
    observes: OBSERVED.resend,
    of: required('message'),
  },
  {
    name: 'base-data',
    title: 'data of a resend is an object or null',
    covers: 'msg.base.data',
    member: 'data',
    expected: optional(isObject),
    observes: OBSERVED.resend,
    of: whenPresent('data'),
    absence: notResent('data'),
  },
  {
    name: 'base-status-code',
    title: 'status_code of a resend is an integer',
    covers: 'msg.base.status-code',
    member: 'status_code',
    expected: isInteger,
    observes: OBSERVED.resend,
    of: whenPresent('status_code'),
    absence: notResent('status_code'),
  },
  {
    name: 'base-status-code-agrees',
    title: 'status_code of a resend is the HTTP status',
    covers: 'msg.base.status-code-agrees',
    member: 'status_code',
    expected: isInteger,
    observes: OBSERVED.resend,
    of: agrees,
    absence: notResent('status_code'),
  },
  {
    name: 'base-success-true',
    title: 'A resend that is answered 200 says so',
    covers: 'msg.base.success-true',
    member: 'success',
    expected: equals(true),
    observes: OBSERVED.resend,
    of: required('success'),
  },
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
  ...(['code', 'message', 'field'] as const).map(
    (name): Rule => ({
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
  // Resources › Common response shapes: HTTPValidationError, all three members of an item required.
  {
    name: 'detail',
    title: 'detail of a validation error is an array of objects',
    covers: 'msg.validation.detail',
    member: 'detail',
    expected: isRecordList,
    of: detail,
    absence: unprocessed,
  },
  {
    name: 'detail-loc',
    title: 'Every item of detail carries loc',
    covers: 'msg.validation.loc',
    member: 'loc of an item of detail',
    expected: isLocation,
    of: detailItems('loc'),
    absence: unprocessed,
  },
  ...(['msg', 'type'] as const).map(
    (name): Rule => ({
      name: `detail-${name}`,
      title: `Every item of detail carries ${name}`,
      covers: `msg.validation.${name}`,
      member: `${name} of an item of detail`,
      expected: isString,
      of: detailItems(name),
      absence: unprocessed,
    }),
  ),
  // Resources: date-time, whose standard has an offset; that these documents mean it is an inference.
  {
    name: 'time-zone',
    title: 'Times of resources carry an offset',
    covers: 'msg.resource.time-zone',
    member: 'a time',
    expected: isTimeWithZone,
    of: times,
  },
  // Resources: records without their id are of little use; no column requires it.
  {
    name: 'ids',
    title: 'Conversations, senders and workspaces carry their id',
    covers: 'msg.resource.id-present',
    member: 'id',
    expected: isPresent,
    of: ids,
  },
]

/** A judgement of every value of the run that a statement is about. */
export const commonShapes: readonly Check[] = rules.map(
  ({ name, title, covers, member, expected, isNeverNull, observes, of, absence }) =>
    defineRule({
      id: `msg/shapes/${name}`,
      title,
      covers: [covers],
      ...(observes && { observes }),
      run: async (t) => {
        const tally = new Tally(t, covers, expected.expected)
        const answers = t.exchanges().filter(({ service }) => service === 'messaging')
        // What a refusal has, an answer to what was done may lack.
        const alike = (one: Exchange): readonly unknown[] =>
          answers.flatMap((other) => (isSuccess(other) === isSuccess(one) ? of(other).map(({ value }) => value) : []))
        for (const each of answers) {
          for (const shown of of(each)) {
            const subject = `${shown.member ?? member} in ${subjectOf(each)}`
            const own = isNeverNull === true && shown.value === null ? neverNull(expected, alike(each)) : expected
            tally.test(subject, each, shown.expected ?? own, shown.value)
          }
        }
        const nothing = 'no answer of this kind was seen in this run'
        tally.close(absence === undefined ? nothing : closing(absence, t.exchanges(), nothing))
      },
    }),
)
