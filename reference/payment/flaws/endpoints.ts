import { randomUUID } from 'node:crypto'
import { isTerminal, type JsonObject } from '../domain/payment.ts'
import type { Facts } from '../http/refusal.ts'
import { answers, objectsTo, recode, together, waive } from '../patch.ts'
import { type Flaw, flaw } from './flaw.ts'

const reading = ({ operation }: Facts) => operation === 'read'
const refreshing = ({ operation }: Facts) => operation === 'refresh'
const beginsWithUuid = ({ value }: Facts) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.test(String(value))
const missing = { status: 404, code: 'RESOURCE_NOT_FOUND' }
const badId = { status: 400, code: 'INVALID_ID' }
const forbidden = { status: 403, code: 'TRANSACTION_BLOCKED' }

export const endpointFlaws: Record<string, Flaw> = {
  'read-another-id': flaw(
    'A read shows another id',
    ['pay.read.payment', 'pay.create.returns-payment', 'pay.declined.queryable'],
    answers(['read'], () => ({ id: randomUUID() })),
  ),
  'reads-show-another-amount': flaw(
    'A read shows the amount and the currency of nothing',
    ['pay.read.payment'],
    answers(['read'], () => ({ amount: 1, currency: 'XXX' })),
  ),
  'reads-show-another-currency': flaw(
    'A read shows another currency',
    ['pay.read.payment'],
    answers(['read'], () => ({ currency: 'USD' })),
  ),
  'finished-reads-show-another-amount': flaw(
    'A payment that failed or expired is read with the amount of nothing',
    ['pay.read.payment'],
    answers(['read'], ({ status }) => (['failed', 'expired'].includes(String(status)) ? { amount: 1 } : {})),
  ),
  'completed-reads-without-id': flaw(
    'A payment that is completed is read without its id',
    ['pay.read.payment'],
    answers(['read'], ({ status }) => (status === 'completed' ? { id: undefined } : {})),
  ),
  'reads-show-another-phone': flaw(
    'A read shows the phone of somebody else',
    ['pay.read.payment'],
    answers(['read'], () => ({ phone: '255754000111' })),
  ),
  'bad-profile-crashes': flaw(
    'A profile update that is to be rejected crashes',
    ['pay.profile.update-rejected', 'pay.profile.bad-body', 'pay.error.handled'],
    recode(['update-rejected', 'update-unbound'], { status: 500, code: 'INTERNAL_ERROR', details: undefined }),
  ),
  'read-404-while-live': flaw(
    'A payment can be read only when it is finished',
    ['pay.read.payment', 'pay.create.returns-payment'],
    objectsTo('read', 'not-found', ({ payment }) => payment !== undefined && !isTerminal(payment.status)),
  ),
  'failed-payments-are-no-answer': flaw(
    'Reading a payment that has failed in the end answers as if the reading had failed',
    ['pay.read.payment', 'pay.read.agrees-with-events'],
    objectsTo('read', 'unclassified', ({ payment }) => payment?.status === 'failed' && payment.history.length > 1),
  ),
  'read-by-its-key-only': flaw(
    'A payment can be read with the key only that made it',
    ['pay.read.payment'],
    objectsTo('read', 'not-found', ({ payment, key }) => payment?.apiKey !== key?.token),
  ),
  'reads-are-kept': flaw(
    'Reads repeat what the first one has shown',
    ['pay.read.agrees-with-events'],
    (before) => {
      const kept = new Map<string, JsonObject>()
      return {
        ...before,
        record: (payment, operation) => {
          const record = before.record(payment, operation)
          if (operation !== 'read') return record
          const shown = kept.get(payment.id) ?? record
          kept.set(payment.id, shown)
          return shown
        },
      }
    },
    ['pay.status.completes', 'pay.refresh.safe-to-retry'],
  ),
  'failed-refresh-loses-payment': flaw(
    'A payment whose refresh failed cannot be read any more',
    ['pay.refresh.safe-to-retry'],
    (before) => {
      const lost = new Set<string>()
      return {
        ...before,
        refuse: (refusal, facts) => {
          if (refusal.cause === 'refresh-provider' && facts.payment !== undefined) lost.add(facts.payment.id)
          return before.refuse(refusal, facts)
        },
        objects: (operation, to) =>
          operation === 'read' && lost.has(to.payment?.id ?? '') ? 'not-found' : before.objects(operation, to),
      }
    },
  ),
  'refreshed-once': flaw(
    'A payment that was refreshed is not found by another refresh',
    ['pay.refresh.payment'],
    (before) => {
      const refreshed = new Set<string>()
      return {
        ...before,
        record: (payment, operation) => {
          if (operation === 'refresh') refreshed.add(payment.id)
          return before.record(payment, operation)
        },
        objects: (operation, to) =>
          operation === 'refresh' && refreshed.has(to.payment?.id ?? '') ? 'not-found' : before.objects(operation, to),
      }
    },
  ),
  'refresh-conflict': flaw(
    'A refresh answers 409, also where the upstream has news',
    ['pay.refresh.updates-status'],
    objectsTo('refresh', 'state-conflict', ({ payment }) => payment?.upstream.failing === false),
  ),
  'refresh-unknown-code': flaw(
    'A payment that is not finished is not refreshed, for a reason of its own',
    ['pay.refresh.payment', 'pay.error.code-documented'],
    together(
      objectsTo(
        'refresh',
        'state-conflict',
        ({ payment }) => payment?.upstream.failing === false && payment.upstream.status === undefined,
      ),
      recode(['state-conflict'], { status: 400, code: 'REFRESH_NOT_DUE' }),
    ),
  ),
  'refresh-error-500': flaw(
    'A failed refresh answers 500',
    ['pay.refresh.provider-error'],
    recode(['refresh-provider'], { status: 500, code: 'INTERNAL_ERROR' }),
  ),
  'refresh-error-unavailable': flaw(
    'A failed refresh answers PROVIDER_UNAVAILABLE',
    ['pay.refresh.provider-error'],
    recode(['refresh-provider'], { code: 'PROVIDER_UNAVAILABLE' }),
  ),
  'refresh-hides-error': flaw(
    'A failed refresh answers 200',
    ['pay.refresh.provider-error'],
    waive(['refresh-provider']),
  ),
  'failed-refresh-fails-payment': flaw('A failed refresh marks the payment as failed', ['pay.refresh.safe-to-retry'], {
    afterFailedRefresh: () => 'failed',
  }),
  'refresh-new-id': flaw(
    'A refresh shows the payment under a new id',
    ['pay.refresh.safe-to-retry'],
    answers(['refresh'], () => ({ id: randomUUID() })),
  ),
  'refresh-without-upstream': flaw('A refresh does not ask the upstream', ['pay.refresh.updates-status'], {
    reported: (payment) => payment.status,
  }),
  'invalid-id-404-read': flaw(
    'Reading a bad id answers 404',
    ['pay.id.invalid-read'],
    recode(['id-invalid'], missing, reading),
  ),
  'invalid-id-404-refresh': flaw(
    'Refreshing a bad id answers 404',
    ['pay.id.invalid-refresh'],
    recode(['id-invalid'], missing, refreshing),
  ),
  'invalid-id-validation-error': flaw(
    'A bad id answers VALIDATION_ERROR',
    ['pay.id.invalid-read', 'pay.id.invalid-refresh'],
    recode(['id-invalid'], { code: 'VALIDATION_ERROR' }),
  ),
  'missing-400-read': flaw(
    'Reading nothing answers INVALID_ID',
    ['pay.id.missing-read'],
    recode(['not-found'], badId, reading),
  ),
  'missing-400-refresh': flaw(
    'Refreshing nothing answers INVALID_ID',
    ['pay.id.missing-refresh'],
    recode(['not-found'], badId, refreshing),
  ),
  'missing-502-refresh': flaw(
    'Refreshing nothing asks the upstream',
    ['pay.id.missing-refresh'],
    recode(['not-found'], { status: 502, code: 'PROVIDER_ERROR' }, refreshing),
  ),
  'foreign-read': flaw("Another merchant's payment can be read", ['pay.id.foreign-read'], waive(['foreign'], reading)),
  'foreign-read-once-ended': flaw(
    "Another merchant's payment can be read once it has ended",
    ['pay.id.foreign-read'],
    waive(['foreign'], (facts) => reading(facts) && facts.payment !== undefined && isTerminal(facts.payment.status)),
  ),
  'foreign-read-403': flaw(
    "Reading another merchant's payment answers 403",
    ['pay.id.foreign-read'],
    recode(['foreign'], forbidden, reading),
  ),
  'foreign-refresh': flaw(
    "Another merchant's payment can be refreshed",
    ['pay.id.foreign-refresh'],
    waive(['foreign'], refreshing),
  ),
  'foreign-refresh-403': flaw(
    "Refreshing another merchant's payment answers 403",
    ['pay.id.foreign-refresh'],
    recode(['foreign'], forbidden, refreshing),
  ),
  'profile-refused': flaw(
    'Every profile update is refused',
    ['pay.profile.update'],
    objectsTo('profile', 'update-rejected'),
  ),
  'profile-minds-charset': flaw(
    'A profile update whose media type names a charset is refused',
    ['pay.profile.update'],
    (before) => ({
      ...before,
      steps: { ...before.steps, profile: before.steps.profile.toSpliced(2, 0, 'media-type') },
      takesMediaType: (value) => value === 'application/json',
    }),
  ),
  'profile-moved-to-v2': flaw('The profile stands under /api/v2', ['pay.version.prefix', 'pay.profile.update'], {
    prefix: (operation) => (operation === 'profile' ? '/api/v2' : '/api/v1'),
  }),
  'profile-accepts-anything': flaw(
    'No profile update is rejected',
    ['pay.profile.update-rejected', 'pay.profile.bad-body'],
    waive(['update-rejected', 'update-unbound']),
  ),
  'profile-urls-of-any-type': flaw(
    'A default URL that is an object or a list is passed over',
    ['pay.profile.bad-body'],
    waive(['update-unbound', 'update-rejected'], ({ problems = [] }) => problems.some(({ kind }) => kind === 'type')),
  ),
  'rejected-update-clears-defaults': flaw(
    'A rejected profile update removes the default URLs',
    ['pay.profile.rejected-unchanged'],
    { afterRejectedUpdate: () => ({}) },
  ),
  'rejected-update-kept-in-part': flaw(
    'Of a rejected profile update the good value is kept',
    ['pay.profile.rejected-unchanged'],
    {
      afterRejectedUpdate: (defaults, { callbackUrl }) => ({ ...defaults, ...(callbackUrl && { callbackUrl }) }),
    },
  ),
  'revoked-key-updates': flaw(
    'A profile update that a revoked key is refused is kept',
    ['pay.profile.rejected-unchanged'],
    { afterUpdateTurnedAway: (defaults, asked) => ({ ...defaults, ...asked }) },
  ),
  'refresh-tells-nobody': flaw('No event tells of what a refresh brought', ['pay.webhook.every-change'], {
    tells: (event) => (event.payment.upstream.status === undefined ? [event] : []),
  }),
  'id-of-any-letters': flaw(
    'Of an id only the length is judged',
    ['pay.id.invalid-read', 'pay.id.invalid-refresh'],
    waive(['id-invalid'], ({ value }) => String(value).length === 36),
  ),
  'id-of-any-hex': flaw(
    'Of an id only the signs are judged',
    ['pay.id.invalid-read', 'pay.id.invalid-refresh'],
    waive(['id-invalid'], ({ value }) => /^[0-9a-f-]+$/i.test(String(value))),
  ),
  'number-is-looked-up': flaw(
    'An id that is a number is looked up, and not found',
    ['pay.id.invalid-read', 'pay.id.invalid-refresh'],
    recode(['id-invalid'], missing, ({ value }) => /^\d+$/.test(String(value))),
  ),
  'id-unanchored': flaw(
    'An id may go on behind the UUID',
    ['pay.id.invalid-read', 'pay.id.invalid-refresh'],
    waive(['id-invalid'], beginsWithUuid),
  ),
  'refreshed-id-unanchored': flaw(
    'The id of a payment to be refreshed may go on behind the UUID',
    ['pay.id.invalid-refresh'],
    waive(['id-invalid'], (facts) => facts.operation === 'refresh' && beginsWithUuid(facts)),
  ),
  'profile-rejection-422': flaw(
    'A rejected profile update answers 422',
    ['pay.profile.update-rejected', 'pay.profile.bad-body'],
    recode(['update-rejected', 'update-unbound'], { status: 422, code: 'INVALID_PAYMENT_DETAILS', details: undefined }),
  ),
}
