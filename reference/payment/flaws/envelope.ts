import type { JsonObject } from '../domain/payment.ts'
import type { Cause, Facts } from '../http/refusal.ts'
import { recode, renders } from '../patch.ts'
import { type Flaw, flaw } from './flaw.ts'

const drops = (member: string) => (body: JsonObject) => {
  const { [member]: _, ...rest } = body
  return rest
}

const bound: readonly Cause[] = ['binding', 'update-unbound']
const items = (change: (item: JsonObject) => unknown) =>
  recode(bound, ({ details }) => ({ details: (details as JsonObject[]).map(change) }))
const emailOnly = ({ problems = [] }: Facts) =>
  problems.every(({ field, kind }) => field === 'customer.email' && kind === 'format')

const UNREAD: readonly Cause[] = ['binding', 'malformed-json', 'not-an-object']

export const envelopeFlaws: Record<string, Flaw> = {
  'errors-nested': flaw(
    'A missing payment answers an envelope that lies in a member called error',
    [
      'pay.error.envelope',
      'pay.error.envelope-elsewhere',
      'pay.id.missing-read',
      'pay.id.missing-refresh',
      'pay.id.foreign-read',
      'pay.id.foreign-refresh',
    ],
    renders((body) => (body.error_code === 'RESOURCE_NOT_FOUND' ? { error: body } : body)),
  ),
  'details-null': flaw(
    'details is null where there are none',
    [
      'pay.error.details-only-where-stated',
      'pay.auth.no-details',
      'pay.idempotency.key-too-long-reason',
      'pay.error.details-binding',
      'pay.access.blocked-reason-hidden',
    ],
    renders((body) => ({ details: null, ...body })),
  ),
  'binding-fields-blank': flaw(
    'The entries of a body-binding failure have an empty field',
    ['pay.error.details-binding'],
    renders((body) =>
      Array.isArray(body.details)
        ? { ...body, details: (body.details as object[]).map((entry) => ({ ...entry, field: '' })) }
        : body,
    ),
  ),
  'binding-field-of-email-blank': flaw(
    'The entry of an invalid e-mail address has an empty field',
    ['pay.error.details-binding'],
    renders((body) =>
      Array.isArray(body.details)
        ? {
            ...body,
            details: (body.details as { field: string }[]).map((entry) =>
              entry.field === 'customer.email' ? { ...entry, field: '' } : entry,
            ),
          }
        : body,
    ),
  ),
  'not-found-plain-text': flaw(
    'A missing payment answers plain text',
    ['pay.error.envelope', 'pay.error.json', 'pay.id.missing-read', 'pay.id.missing-refresh'],
    (before) => ({
      ...before,
      errorBody: (refusal) => (refusal.cause === 'not-found' ? '404 page not found' : before.errorBody(refusal)),
      errorType: (refusal) => (refusal.cause === 'not-found' ? 'text/plain' : before.errorType(refusal)),
    }),
  ),
  'codes-alternate': flaw(
    'A body that cannot be read answers one code of two, as it comes',
    ['pay.error.code-stable'],
    (before) => {
      let times = 0
      return {
        ...before,
        refuse: (refusal, facts) => {
          const next = before.refuse(refusal, facts)
          if (next === undefined || !UNREAD.includes(next.cause)) return next
          times += 1
          return { ...next, code: times % 2 === 0 ? 'INVALID_REQUEST' : 'VALIDATION_ERROR' }
        },
      }
    },
  ),
  'media-type-by-the-framework': flaw(
    'A body that is not declared as JSON gets the answer of a framework',
    ['pay.error.envelope'],
    (before) => ({
      ...before,
      steps: { ...before.steps, create: before.steps.create.toSpliced(2, 0, 'media-type') },
      refuse: (refusal, facts) =>
        refusal.cause === 'media-type' ? { ...refusal, status: 415 } : before.refuse(refusal, facts),
      errorBody: (refusal) =>
        refusal.cause === 'media-type' ? { detail: 'Unsupported Media Type' } : before.errorBody(refusal),
    }),
  ),
  'unknown-routes-bare': flaw(
    'Unknown paths answer without the envelope',
    ['pay.error.envelope-elsewhere'],
    renders((body, refusal) => (refusal.cause === 'route' ? { detail: 'Not Found' } : body)),
  ),
  'malformed-json-framework-answer': flaw(
    'Malformed JSON gets the answer of a framework',
    ['pay.error.envelope', 'pay.validation.malformed-json', 'pay.profile.bad-body'],
    renders((body, refusal) =>
      refusal.cause === 'malformed-json' ? { statusCode: 400, error: 'Bad Request', message: 'Unexpected end' } : body,
    ),
  ),
  'error-status-fail': flaw(
    'Errors carry status fail',
    ['pay.error.status-error'],
    renders((body) => ({ ...body, status: 'fail' })),
  ),
  'error-code-text': flaw(
    'code is a string',
    ['pay.error.code-is-http-status'],
    renders((body) => ({ ...body, code: String(body.code) })),
  ),
  'error-code-always-400': flaw(
    'code is always 400',
    ['pay.error.code-is-http-status'],
    renders((body) => ({ ...body, code: 400 })),
  ),
  'error-code-empty': flaw(
    'The refusal of an e-mail address has an empty error_code',
    ['pay.error.code-string', 'pay.customer.email-valid'],
    recode(['binding'], { code: '' }, emailOnly),
  ),
  'error-message-list': flaw(
    'message is a list',
    ['pay.error.message-string'],
    renders((body) => ({ ...body, message: [body.message] })),
  ),
  'error-message-missing': flaw(
    'message is absent',
    ['pay.error.message-string', 'pay.error.envelope', 'pay.error.envelope-elsewhere'],
    renders(drops('message')),
  ),
  'error-message-empty': flaw(
    'message of a missing payment is empty',
    ['pay.error.message-string'],
    recode(['not-found'], { message: '' }),
  ),
  'binding-details-omitted': flaw(
    'Bodies that do not bind list nothing',
    ['pay.error.details-binding'],
    recode(bound, { details: undefined }),
  ),
  'binding-details-of-cards-omitted': flaw(
    'Card payments that do not bind list nothing',
    ['pay.error.details-binding'],
    recode(['binding'], { details: undefined }, ({ type }) => type === 'card'),
  ),
  'binding-details-empty': flaw(
    'details of a body that does not bind is an empty list',
    ['pay.error.details-binding'],
    recode(bound, { details: [] }),
  ),
  'conflict-as-400': flaw(
    'CONFLICT comes with 400',
    ['pay.error.code-matches-status'],
    recode(['key-collision'], { status: 400 }),
  ),
  'undocumented-code': flaw(
    'A bad e-mail address answers a code of its own',
    ['pay.error.code-documented', 'pay.customer.email-valid'],
    recode(['binding'], { code: 'EMAIL_INVALID' }, emailOnly),
  ),
  'binding-details-object': flaw(
    'details of a body that does not bind is an object',
    ['pay.error.details-binding'],
    recode(bound, (_refusal, { problems = [] }) => ({
      details: Object.fromEntries(problems.map(({ field, message }) => [field, message])),
    })),
  ),
  'binding-details-texts': flaw(
    'details lists texts',
    ['pay.error.details-binding'],
    items((item) => `${item.field} ${item.message}`),
  ),
  'binding-details-without-message': flaw(
    'Entries of details have no message',
    ['pay.error.details-binding'],
    items(drops('message')),
  ),
  'binding-details-field-list': flaw(
    'field in details is a list',
    ['pay.error.details-binding'],
    items((item) => ({ ...item, field: [item.field] })),
  ),
  'binding-details-blame-amount': flaw(
    'details blames the amount, whatever was wrong',
    ['pay.error.details-binding'],
    items((item) => ({ ...item, field: 'amount' })),
  ),
  'not-found-details': flaw(
    'A missing payment has details',
    ['pay.error.details-only-where-stated'],
    recode(['not-found'], { details: { resource: 'payment' } }),
  ),
  'errors-as-text': flaw('Errors are declared as plain text', ['pay.error.json'], {
    errorType: () => 'text/plain; charset=utf-8',
  }),
}
