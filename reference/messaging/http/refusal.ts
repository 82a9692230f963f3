import type { JsonObject, Operation } from '../domain/domain.ts'

/** One defect of a request. */
export interface Problem {
  /** Where: `body`, `query` or `path`, then the member. */
  readonly loc: readonly (string | number)[]
  readonly kind: 'missing' | 'type' | 'format' | 'range' | 'code' | 'https' | 'private'
  readonly message: string
}

/** What stands behind a refusal; not all of it is told to the caller. */
export interface Facts {
  readonly operation: Operation
  readonly problems?: readonly Problem[]
  readonly body?: JsonObject
  /** Path and query of the request. */
  readonly url?: string
  readonly authorization?: string | undefined
  /** X-App-ID of the request. */
  readonly appIdHeader?: string | undefined
  /** Content-Type of the request. */
  readonly mediaType?: string | undefined
}

/** An error response before it is rendered. */
export interface Refusal {
  readonly cause: Cause
  readonly operation: Operation
  readonly status: number
  readonly code: string
  readonly message: string
  readonly problems: readonly Problem[]
}

interface Row {
  readonly status: number
  readonly code: string
  readonly message: string
}

const rows = {
  'key-missing': { status: 401, code: 'unauthorized', message: 'X-API-Key is missing' },
  'key-unknown': { status: 401, code: 'unauthorized', message: 'X-API-Key is not valid' },
  'bearer-missing': { status: 401, code: 'unauthorized', message: 'An access token is required' },
  'bearer-scheme': { status: 401, code: 'unauthorized', message: 'Authorization is not a Bearer token' },
  'bearer-unknown': { status: 401, code: 'unauthorized', message: 'The access token is not valid' },
  forbidden: { status: 403, code: 'forbidden', message: 'The key lacks the permission' },
  'workspace-restricted': { status: 403, code: 'forbidden', message: 'The key is kept out of the workspace' },
  rate: { status: 429, code: 'rate_limited', message: 'Too many requests' },
  'malformed-json': { status: 422, code: 'validation_error', message: 'The body is not valid JSON' },
  'not-an-object': { status: 422, code: 'validation_error', message: 'The body is not a JSON object' },
  invalid: { status: 422, code: 'validation_error', message: 'The request has invalid fields' },
  'app-superfluous': { status: 422, code: 'validation_error', message: 'The key is bound to an app: omit app_key' },
  'app-unnamed': { status: 400, code: 'app_required', message: 'Name the app by app_key or X-App-ID' },
  'app-conflict': { status: 400, code: 'app_conflict', message: 'app_key and X-App-ID name two apps' },
  'app-unknown': { status: 403, code: 'forbidden', message: 'The key has no access to this app' },
  'app-mismatch': { status: 403, code: 'forbidden', message: 'X-App-ID is not the app of this request' },
  'workspace-foreign': { status: 403, code: 'forbidden', message: 'The workspace is not yours' },
  'not-found': { status: 404, code: 'not_found', message: 'There is no such resource' },
  foreign: { status: 404, code: 'not_found', message: 'There is no such resource' },
  route: { status: 404, code: 'not_found', message: 'There is no such endpoint' },
  internal: { status: 500, code: 'internal_error', message: 'Unexpected failure' },
} as const satisfies Record<string, Row>

/** Why a request is refused, finer than the code that the caller sees. */
export type Cause = keyof typeof rows

export function refusalOf(cause: Cause, { operation, problems = [] }: Facts): Refusal {
  return { cause, operation, ...rows[cause], problems }
}

/** Carries a refusal out of the steps of a request. */
export class Refused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}
