import type { App, JsonObject, Operation, OtpRequest } from '../domain/domain.ts'
import type { Service } from '../service.ts'
import type { ApiKey } from './keys.ts'
import { type Cause, type Facts, Refused, refusalOf } from './refusal.ts'

/** One request on its way; the steps fill it in. */
export interface Call {
  readonly service: Service
  readonly operation: Operation
  readonly apiKey: string | undefined
  readonly authorization: string | undefined
  readonly appIdHeader: string | undefined
  readonly mediaType: string | undefined
  /** Path and query. */
  readonly url: string
  readonly id: string
  readonly query: Readonly<Record<string, unknown>>
  readonly raw: Buffer
  /** Headers that the answer must carry, whatever it is. */
  readonly answerHeaders: Record<string, string>
  key?: ApiKey | undefined
  body: JsonObject
  otp?: OtpRequest
  /** The app on whose behalf the call acts, where it names one. */
  app?: App | undefined
}

export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** Refuses a call, unless the behaviour waives the cause. */
export function refuse(call: Call, cause: Cause, facts: Partial<Facts> = {}): void {
  const whole: Facts = {
    operation: call.operation,
    url: call.url,
    authorization: call.authorization,
    body: call.body,
    appIdHeader: call.appIdHeader,
    mediaType: call.mediaType,
    ...facts,
  }
  const refusal = call.service.behaviour.refuse(refusalOf(cause, whole), whole)
  if (refusal !== undefined) throw new Refused(refusal)
}

/** Its body, also where it was refused before that was read. */
export function bodyOf({ body, raw }: Pick<Call, 'body' | 'raw'>): JsonObject {
  if (Object.keys(body).length > 0) return body
  try {
    return Object(JSON.parse(raw.toString('utf8'))) as JsonObject
  } catch {
    return {}
  }
}

/** Raises what the behaviour holds against the call, if anything. */
export function object(call: Call): void {
  const cause = call.service.behaviour.objects({
    operation: call.operation,
    body: call.body,
    id: call.id,
    query: call.query,
    appIdHeader: call.appIdHeader,
    bound: call.key?.appId !== undefined,
    ...(call.otp === undefined ? {} : { otp: call.otp }),
  })
  if (cause !== undefined) refuse(call, cause)
}

/** The user on whose behalf the call acts. */
export function userId(call: Call): string {
  return call.key?.userId ?? ''
}

/** A success that shows some content. */
export function answer(call: Call, content: unknown): Answer {
  const { behaviour } = call.service
  return { status: behaviour.statusOf(call.operation), body: behaviour.body(call.operation, content) }
}

/** The resource that the caller owns; refuses its absence and the ownership of another. */
export function owned<Resource extends { readonly userId: string }>(call: Call, found: Resource | undefined): Resource {
  if (found === undefined) refuse(call, 'not-found')
  else {
    if (found.userId !== userId(call)) refuse(call, 'foreign')
    return found
  }
  throw new Error('an absent resource cannot be shown')
}
