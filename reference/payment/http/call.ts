import type { Course, CreateRequest, JsonObject, Operation, Payment } from '../domain/payment.ts'
import type { KeyRecord } from '../domain/store.ts'
import type { Service } from '../service.ts'
import type { ApiKey } from './keys.ts'
import { type Cause, type Facts, Refused, refusalOf } from './refusal.ts'

/** One request on its way; the steps fill it in. */
export interface Call {
  readonly service: Service
  readonly operation: Operation
  readonly authorization: string | undefined
  readonly keyHeader: string | undefined
  readonly contentType: string | undefined
  readonly id: string
  readonly raw: Buffer
  /** Headers that the answer must carry, whatever it is. */
  readonly answerHeaders: Record<string, string>
  /** Given back when the request ends. */
  readonly releases: (() => void)[]
  readonly aborted: () => boolean
  key?: ApiKey
  idempotencyKey?: string
  body?: JsonObject
  request?: CreateRequest
  record?: KeyRecord
  /** What becomes of a creation although it was refused. */
  executed?: Course
}

export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** Refuses a call, unless the behaviour waives the cause. */
export function refuse(call: Call, cause: Cause, facts: Partial<Facts> = {}): void {
  const whole: Facts = { operation: call.operation, ...facts }
  const executed = call.operation === 'create' ? call.service.behaviour.executes(cause, whole) : undefined
  if (executed !== undefined) call.executed = executed
  const refusal = call.service.behaviour.refuse(refusalOf(cause, whole), whole)
  if (refusal !== undefined) throw new Refused(refusal)
}

/** Raises what the behaviour holds against the call, if anything. */
export function object(
  call: Call,
  to: Parameters<Service['behaviour']['objects']>[1],
  operation: Operation = call.operation,
): void {
  const cause = call.service.behaviour.objects(operation, {
    ...to,
    ...(call.key && { key: call.key }),
    ...(call.idempotencyKey !== undefined && { idempotencyKey: call.idempotencyKey }),
  })
  if (cause !== undefined) refuse(call, cause, { operation, ...(to.payment && { payment: to.payment }) })
}

/** A success that shows a payment. */
export function shows(call: Call, payment: Payment, operation: Operation = call.operation): Answer {
  const { behaviour } = call.service
  return {
    status: behaviour.statusOf(operation),
    body: behaviour.body(behaviour.record(payment, operation), operation),
  }
}

/** The key of a call that passed authentication. */
export function keyOf(call: Call): ApiKey {
  if (call.key === undefined) throw new Error('an unidentified caller was let in')
  return call.key
}

/** Merchant on whose behalf the call acts. */
export function merchantId(call: Call): string {
  return call.key?.merchantId ?? ''
}
