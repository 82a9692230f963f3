/** Rows of the table of errors by code. The reference reads them too: data is shared, judgement is not. */
export const libraryErrors = {
  'invalid-request': { status: 400, meaning: 'The body is no JSON object, or its copy is missing or no string.' },
  unauthorized: { status: 401, meaning: 'No key was sent, or one that the library does not know.' },
  'not-found': { status: 404, meaning: "There is no such path, copy, loan or hold, or it is another member's." },
  'on-loan': { status: 409, meaning: 'The copy is out.' },
  held: { status: 409, meaning: 'The copy is kept for somebody else.' },
  'limit-reached': { status: 409, meaning: 'The member has three loans.' },
  renewed: { status: 409, meaning: 'The loan was renewed before.' },
  ended: { status: 409, meaning: 'The loan to be renewed or returned was returned before.' },
  'on-shelf': { status: 409, meaning: 'The copy to be held is on the shelf.' },
  'too-many-requests': { status: 429, meaning: 'The key is over its rate.' },
} as const

export type ErrorCode = keyof typeof libraryErrors
