import { recode, renders, together } from '../patch.ts'
import type { Variant } from './variant.ts'

/** How refusals are worded. */
export const refusalVariants = {
  'invalid-request-code': {
    title: 'Bodies that do not bind answer INVALID_REQUEST',
    patch: recode(['binding', 'malformed-json', 'not-an-object'], { code: 'INVALID_REQUEST' }),
  },
  'media-type-415': {
    title: 'A body that is not declared as JSON answers 415, in the envelope',
    patch: together(recode(['media-type'], { status: 415 }), (before) => ({
      ...before,
      steps: { ...before.steps, create: before.steps.create.toSpliced(2, 0, 'media-type') },
    })),
  },
  'routes-of-the-framework': {
    title: 'Unknown paths and methods are answered by the framework',
    patch: (before) => ({
      ...before,
      errorBody: (refusal) => (refusal.cause === 'route' ? '404 page not found' : before.errorBody(refusal)),
      errorType: (refusal) => (refusal.cause === 'route' ? 'text/plain' : before.errorType(refusal)),
    }),
  },
  'details-omitted': {
    title: 'A 400 carries no details, and a body that does not bind is an invalid request',
    patch: together(
      recode(['update-unbound'], { details: undefined }),
      recode(['binding'], { code: 'INVALID_REQUEST', details: undefined }),
    ),
  },
  'outcome-context': {
    title: 'Payment outcomes carry context in details',
    patch: recode(
      ['insufficient-funds', 'invalid-details', 'limit-exceeded', 'unclassified', 'amount-minimum', 'key-collision'],
      { details: { hint: 'see the dashboard', status: 'failed' } },
    ),
  },
  'missing-at-root': {
    title: 'What is missing is told of the body as a whole: its entry has an empty field',
    patch: renders((body) =>
      Array.isArray(body.details)
        ? {
            ...body,
            details: (body.details as { message: string }[]).map((entry) =>
              entry.message === 'is required' ? { ...entry, field: '' } : entry,
            ),
          }
        : body,
    ),
    warns: ['pay.error.details-binding'],
  },
  'test-keys-do-not-refresh': {
    title: 'While test mode is off test keys may not refresh: that may move money',
    patch: (before) => ({
      ...before,
      steps: {
        ...before.steps,
        refresh: ['authenticate', 'test-mode', 'limit', 'id'],
      },
    }),
  },
  'blocked-context': {
    title: 'What was blocked or met a failure upstream is named in details',
    patch: recode(['risk', 'screening', 'provider-error', 'refresh-provider', 'fee'], {
      details: { reference: 'r', status: 'failed' },
    }),
  },
  'error-members': {
    title: 'The error envelope has members besides',
    patch: renders((body) => ({ trace: 'a1b2', ...body, documentation_url: 'https://docs.example.com' })),
  },
  'www-authenticate': {
    title: 'A 401 says which scheme it wants',
    patch: (before) => ({
      ...before,
      errorHeaders: (refusal) => ({
        ...before.errorHeaders(refusal),
        ...(refusal.status === 401 ? { 'WWW-Authenticate': 'Bearer realm="pay"' } : {}),
      }),
    }),
  },
  'strict-scheme': {
    title: 'The scheme must be spelled Bearer',
    patch: { readToken: (authorization) => /^Bearer (\S+)$/.exec(authorization)?.[1] },
  },
  'scheme-invalid-key': {
    title: 'A scheme other than Bearer answers invalid_api_key',
    patch: recode(['bad-scheme'], { code: 'invalid_api_key' }),
  },
} as const satisfies Record<string, Variant>
