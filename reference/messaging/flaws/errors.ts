import { fixedWindow, type LimiterKind } from '../../limiter.ts'
import type { JsonObject } from '../domain/domain.ts'
import { errorObject, isWhatsapp } from '../http/bodies.ts'
import type { Refusal } from '../http/refusal.ts'
import { on, type Patch, recode, renders, together, without } from '../patch.ts'
import { EPOCH, type Flaw, flaw, ill, lacks, within } from './flaw.ts'

/** What a run sends with one key passes this. */
const BURST = 20

const errorMember = (change: JsonObject): Patch =>
  renders((body) => (body.error === undefined ? body : within(body, 'error', change)))

const items = (change: (item: JsonObject) => JsonObject, list: 'detail' | 'errors'): Patch =>
  renders((body) => (Array.isArray(body[list]) ? { ...body, [list]: (body[list] as JsonObject[]).map(change) } : body))

const envelope =
  (change: (body: JsonObject) => JsonObject): Patch =>
  (before) => ({ ...before, envelope: (data) => change({ ...(before.envelope(data) as JsonObject) }) })

const unprocessable = (when: (refusal: Refusal) => boolean): Patch =>
  renders((body, refusal) => (refusal.status === 422 && when(refusal) ? errorObject(refusal) : body))

const exhausted: LimiterKind = (limit) => {
  const window = fixedWindow(limit, Number.MAX_SAFE_INTEGER / 4)
  return { take: (name, now) => ({ ...window.take(name, now), resetAt: now + 1000 }) }
}

export const errorFlaws: Record<string, Flaw> = {
  'missing-campaign-is-success': flaw(
    'A campaign that does not exist answers 200 with an error body',
    ['msg.campaign.missing', 'msg.error.success-range'],
    recode(['not-found'], { status: 200 }, on('campaign')),
  ),
  'errors-of-another-shape': flaw(
    'Errors are {message}',
    ['msg.error.body-shape'],
    renders((body, { status, message }) => (status === 422 ? body : { message })),
  ),
  'errors-as-text': flaw('Errors are declared as plain text', ['msg.error.json'], {
    errorType: () => 'text/plain; charset=utf-8',
  }),
  'malformed-id-crashes': flaw(
    'A malformed conversation id answers 500',
    ['msg.conversation.id-invalid', 'msg.error.handled'],
    recode(['invalid'], { status: 500, code: 'internal_error' }, on('conversation')),
  ),
  'numeric-error-code': flaw('code of an error is a number', ['msg.error.code'], errorMember({ code: 1001 })),
  'error-without-message': flaw('message of an error is null', ['msg.error.message'], errorMember({ message: null })),
  'error-details-list': flaw('details of an error is a list', ['msg.error.details'], errorMember({ details: [] })),
  'error-details-null': flaw('details of an error is null', ['msg.error.details'], errorMember({ details: null })),
  'error-details-numbers': flaw(
    'The reasons in details of an error are numbers',
    ['msg.error.details'],
    errorMember({ details: { recipients: 1, content: 2 } }),
  ),
  'unprocessable-app': flaw(
    'A 422 of the app creation is an error object',
    ['msg.error.unprocessable'],
    unprocessable(({ operation }) => operation === 'create-app'),
  ),
  'unprocessable-resend': flaw(
    'A 422 of the resend is an error object',
    ['msg.otp.refusal-shape', 'msg.error.unprocessable'],
    unprocessable(({ operation }) => operation === 'resend'),
  ),
  'unprocessable-workspaces': flaw(
    'The workspace list answers a missing key with 422 and an error object',
    ['msg.auth.key-required-workspaces', 'msg.workspaces.refusal-shape', 'msg.error.unprocessable'],
    together(
      recode(['key-missing'], { status: 422 }, on('workspaces')),
      unprocessable(({ operation }) => operation === 'workspaces'),
    ),
  ),
  'detail-is-text': flaw(
    'detail of a 422 is a text',
    ['msg.validation.detail', 'msg.error.unprocessable', 'msg.otp.refusal-shape', 'msg.error.body-shape'],
    renders((body, { status, message }) => (status === 422 ? { detail: message } : body)),
  ),
  'detail-of-texts': flaw(
    'detail of a 422 is a list of texts',
    ['msg.validation.detail', 'msg.error.unprocessable', 'msg.otp.refusal-shape', 'msg.error.body-shape'],
    renders((body, { status, message }) => (status === 422 ? { detail: [message] } : body)),
  ),
  'loc-is-text': flaw(
    'loc of a detail is a text',
    ['msg.validation.loc'],
    items((item) => ({ ...item, loc: (item.loc as unknown[]).join('.') }), 'detail'),
  ),
  'detail-without-loc': flaw(
    'A detail lacks loc',
    ['msg.validation.loc'],
    items((item) => without(item, 'loc'), 'detail'),
  ),
  'detail-without-msg': flaw(
    'A detail lacks msg',
    ['msg.validation.msg'],
    items((item) => without(item, 'msg'), 'detail'),
  ),
  'detail-without-type': flaw(
    'A detail lacks type',
    ['msg.validation.type'],
    items((item) => without(item, 'type'), 'detail'),
  ),

  'envelope-success-text': flaw(
    'success of an envelope is a text',
    ['msg.envelope.success'],
    envelope((body) => ({ ...body, success: 'true' })),
  ),
  'envelope-data-list': flaw(
    'data of an envelope is a list',
    ['msg.envelope.data', 'msg.conversation.read', 'msg.read.envelope'],
    envelope((body) => ({ ...body, data: [body.data] })),
  ),
  'envelope-errors-object': flaw(
    'errors of an envelope is an object',
    ['msg.envelope.errors'],
    envelope((body) => ({ ...body, errors: {} })),
  ),
  'envelope-request-id-number': flaw(
    'request_id of an envelope is a number',
    ['msg.envelope.request-id'],
    envelope((body) => ({ ...body, request_id: EPOCH })),
  ),
  'envelope-error-code-number': flaw(
    'code of an item of errors is a number',
    ['msg.envelope.error-code'],
    items((item) => ({ ...item, code: 404 }), 'errors'),
  ),
  'envelope-error-without-code': flaw(
    'An item of errors lacks code',
    ['msg.envelope.error-code'],
    items((item) => without(item, 'code'), 'errors'),
  ),
  'envelope-error-message-object': flaw(
    'message of an item of errors is an object',
    ['msg.envelope.error-message'],
    items((item) => ({ ...item, message: { en: item.message } }), 'errors'),
  ),
  'envelope-error-field-list': flaw(
    'field of an item of errors is a list',
    ['msg.envelope.error-field'],
    items((item) => ({ ...item, field: ['id'] }), 'errors'),
  ),
  'whatsapp-unprocessable-is-error-object': flaw(
    'A 422 of a WhatsApp endpoint is neither of the two bodies',
    ['msg.error.unprocessable'],
    unprocessable(({ operation }) => isWhatsapp(operation)),
  ),
  'rate-answer-in-words': flaw('Retry-After of a 429 is a word', ['msg.limits.retry-after-readable'], {
    limit: BURST,
    limitHeaders: () => ({ 'Retry-After': 'soon' }),
  }),
  'never-recovers': flaw('A limit once reached stays', ['msg.limits.recovers'], { limit: BURST, limiter: exhausted }),
  'success-as-text': flaw('Successful answers are declared as plain text', ['msg.service.content-type'], {
    successType: 'text/plain; charset=utf-8',
  }),

  'resend-success-text': flaw(
    'success of a resend is a text',
    ['msg.base.success', 'msg.base.success-true'],
    ill('resend', 'success', 'true'),
  ),
  'resend-without-message': flaw('A resend has no message', ['msg.base.message'], lacks('resend', 'message')),
  'resend-data-text': flaw('data of a resend is a text', ['msg.base.data'], ill('resend', 'data', 'sent')),
  'resend-status-code-text': flaw(
    'status_code of a resend is a text',
    ['msg.base.status-code', 'msg.base.status-code-agrees'],
    ill('resend', 'status_code', '200'),
  ),
  'resend-status-code-differs': flaw(
    'status_code of a resend is not the HTTP status',
    ['msg.base.status-code-agrees'],
    ill('resend', 'status_code', 201),
  ),
  'envelope-success-false': flaw(
    'An envelope with data says success false',
    ['msg.envelope.success-agrees'],
    envelope((body) => ({ ...body, success: false })),
  ),
  'error-envelope-success-true': flaw(
    'An envelope with errors says success true',
    ['msg.envelope.success-agrees'],
    renders((body) => (body.errors === undefined ? body : { ...body, success: true })),
  ),
  'resend-success-false': flaw(
    'A resend answers 200 and success false',
    ['msg.base.success-true'],
    ill('resend', 'success', false),
  ),
  'ill-typed-number-crashes': flaw(
    'A resend crashes on a number of a wrong type',
    ['msg.error.handled', 'msg.otp.length-type', 'msg.otp.expiry-type'],
    recode(
      ['invalid'],
      (refusal) =>
        refusal.problems.some(({ loc }) => loc.includes('otp_length') || loc.includes('minutes_to_expire'))
          ? { status: 500, code: 'internal_error' }
          : {},
      on('resend'),
    ),
  ),
}
