/** A row of the status table: an inclusive range of HTTP statuses and what it means. */
export interface StatusRow {
  readonly from: number
  readonly to: number
  readonly meaning: string
}

/** The status table, in its order. Unlike the payment document, this one ties no closed list of codes to a status. */
export const messagingStatusRows = [
  { from: 200, to: 299, meaning: 'The request succeeded.' },
  { from: 400, to: 400, meaning: 'Fields are missing or not valid.' },
  { from: 401, to: 401, meaning: 'The API key is missing or not valid.' },
  { from: 403, to: 403, meaning: 'A permission is lacking, or a workspace keeps the caller out.' },
  { from: 404, to: 404, meaning: 'The resource does not exist.' },
  { from: 409, to: 409, meaning: 'Something exists already, or its state stands against the request.' },
  { from: 422, to: 422, meaning: 'The fields are there but make no sense.' },
  { from: 429, to: 429, meaning: 'The rate limit is exceeded.' },
  { from: 500, to: 599, meaning: 'The server failed; a later attempt with backoff is worthwhile.' },
] as const satisfies readonly StatusRow[]

/** Statuses that refuse a defective request body or parameter: the document lets either answer. */
export const validationStatuses = [400, 422] as const

/** A shape of error bodies. `member` is the top-level member that tells it from the others. */
export interface BodyShape {
  readonly member: string
  /** Members by path: `[]` stands for every item of an array. */
  readonly fields: Readonly<Record<string, 'string' | 'object' | 'array' | 'array of string or integer'>>
  /** Where the document places the shape. Which endpoint uses which is otherwise not shown. */
  readonly where: string
}

export const messagingBodyShapes = {
  errorObject: {
    member: 'error',
    fields: { error: 'object', 'error.code': 'string', 'error.message': 'string', 'error.details': 'object' },
    where: 'Any endpoint and status.',
  },
  validationDetail: {
    member: 'detail',
    fields: {
      detail: 'array',
      'detail[].loc': 'array of string or integer',
      'detail[].msg': 'string',
      'detail[].type': 'string',
    },
    where: 'Status 422.',
  },
  envelope: {
    member: 'errors',
    fields: {
      errors: 'array',
      'errors[].code': 'string',
      'errors[].message': 'string',
      'errors[].field': 'string',
      request_id: 'string',
    },
    where: 'The WhatsApp endpoints.',
  },
} as const satisfies Record<string, BodyShape>

export type MessagingBodyShape = keyof typeof messagingBodyShapes

/** The only error code that the document spells out, and only as an example. */
export const exampleErrorCode = 'validation_error'
