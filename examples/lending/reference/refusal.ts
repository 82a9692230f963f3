import { type ErrorCode, libraryErrors } from '../contract/errors.ts'

/** Why a request is refused. Several causes share a code. */
export type Cause = keyof typeof causes

/** What the caller is told. */
export interface Refusal {
  readonly cause: Cause
  readonly status: number
  readonly code: string
  readonly detail: string
}

const causes = {
  'not-an-object': ['invalid-request', 'The body has to be a JSON object.'],
  'no-copy': ['invalid-request', 'The member copy has to be a string.'],
  'no-key': ['unauthorized', 'The header Library-Key is missing.'],
  'unknown-key': ['unauthorized', 'No member has this key.'],
  absent: ['not-found', 'There is nothing of this name.'],
  'not-yours': ['not-found', 'There is nothing of this name.'],
  'on-loan': ['on-loan', 'The copy is out. A hold puts you in its queue.'],
  kept: ['held', 'The copy is kept for another member.'],
  limit: ['limit-reached', 'Three copies are out in your name already.'],
  renewed: ['renewed', 'A loan is renewed once.'],
  ended: ['ended', 'The copy was returned.'],
  'on-shelf': ['on-shelf', 'The copy is on the shelf: borrow it.'],
  rate: ['too-many-requests', 'Your program asks too often.'],
} as const satisfies Record<string, readonly [ErrorCode, string]>

/** What a cause comes to by the document. */
export function refusalOf(cause: Cause): Refusal {
  const [code, detail] = causes[cause]
  return { cause, code, detail, status: libraryErrors[code].status }
}

/** Ends a request. */
export class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.detail)
    this.refusal = refusal
  }
}
