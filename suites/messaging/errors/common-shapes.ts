import type { Check } from '../../../kit/check/check.ts'
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
  valueAt,
} from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import type { Absence } from '../../shared/absence.ts'
import {
  bodyOf,
  isRecord,
  isRecordList,
  isSuccess,
  isTimeWithZone,
  momentOf,
  record,
  records,
  statusOf,
} from '../client/answers.ts'
import { CONVERSATION, RESEND, SEND, SENDERS, WORKSPACES } from '../client/api.ts'
import { OBSERVED } from '../client/observed.ts'
import { unprocessed } from './absences.ts'
import { envelopeShapes } from './envelope-shapes.ts'
import { isThere, present, type ShapeRule, type Shown, shapeChecks } from './shape-rules.ts'

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
  observation: (many) => `none of the ${many} answers to resends that were taken shows ${name}`,
})

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

const rules: readonly ShapeRule[] = [
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
    (name): ShapeRule => ({
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
    expected: isThere('an id'),
    of: ids,
  },
]

/** A judgement of every value of the run that a statement is about. */
export const commonShapes: readonly Check[] = [...shapeChecks(rules), ...envelopeShapes]
