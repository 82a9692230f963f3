import type { PaymentBehaviour, Step } from '../behaviour.ts'
import { objectsTo, type Patch, recode, together, waive } from '../patch.ts'
import { crash, type Flaw, flaw } from './flaw.ts'

const order =
  (operation: keyof PaymentBehaviour['steps'], steps: readonly Step[]): Patch =>
  (before) => ({
    ...before,
    steps: { ...before.steps, [operation]: steps },
  })

/** Stands for a token where the length of another header is judged first. */
const OVER_LONG = 'over-long'

const secrets = { details: { hint: 'check the dashboard' } }

export const accessFlaws: Record<string, Flaw> = {
  'profile-refuses-live-keys': flaw(
    'The profile endpoint refuses live keys',
    ['pay.auth.bearer'],
    objectsTo('profile', 'key-unknown'),
  ),
  'missing-header-upper-case': flaw(
    'A missing header answers UNAUTHORIZED',
    ['pay.auth.missing-header'],
    recode(['no-authorization'], { code: 'UNAUTHORIZED' }),
  ),
  'missing-header-403': flaw(
    'A missing header answers 403',
    ['pay.auth.missing-header', 'pay.auth.before-endpoint', 'pay.error.code-matches-status'],
    recode(['no-authorization'], { status: 403 }),
  ),
  'id-before-authentication': flaw(
    'Ids are judged before the key',
    ['pay.auth.before-endpoint'],
    order('read', ['id', 'authenticate', 'limit']),
  ),
  'body-before-authentication': flaw(
    'Bodies are judged before the key',
    ['pay.auth.before-endpoint'],
    order('create', ['parse', 'validate', 'authenticate', 'limit', 'test-mode', 'key-header', 'replay']),
  ),
  'key-length-before-authentication': flaw(
    'An over-long Idempotency-Key is refused before the API key is looked at',
    ['pay.auth.before-endpoint'],
    (before) => ({
      ...before,
      authorization: (headers, raw) => {
        const long = String(headers['idempotency-key'] ?? '').length > before.keyLimit
        return long ? `Bearer ${OVER_LONG}` : before.authorization(headers, raw)
      },
      refuse: (refusal, facts) =>
        facts.value === OVER_LONG
          ? before.refuse({ ...refusal, cause: 'key-too-long', status: 400, code: 'VALIDATION_ERROR' }, facts)
          : before.refuse(refusal, facts),
    }),
  ),
  'idempotency-key-before-authentication': flaw(
    'The Idempotency-Key is judged before the API key',
    ['pay.auth.before-endpoint'],
    order('create', ['key-header', 'authenticate', 'limit', 'test-mode', 'parse', 'replay', 'validate']),
  ),
  'hides-profile-from-strangers': flaw(
    'A profile update without Authorization, or with an unknown key, is answered as if there were no such path',
    ['pay.auth.before-endpoint'],
    recode(
      ['no-authorization', 'key-unknown'],
      { status: 404, code: 'RESOURCE_NOT_FOUND' },
      ({ operation }) => operation === 'profile',
    ),
  ),
  'accepts-any-scheme': flaw('Any scheme will do', ['pay.auth.scheme'], {
    readToken: (authorization) => authorization.trim().split(/\s+/).at(-1),
  }),
  'keyless-header-crash': flaw(
    'A header of Bearer without a key crashes',
    ['pay.auth.scheme', 'pay.auth.invalid-key', 'pay.error.handled'],
    recode(['bad-scheme'], crash, ({ value }) => value === 'Bearer'),
  ),
  'replays-to-strangers': flaw(
    'Whoever has an Idempotency-Key is given its payment, before any key is asked for',
    ['pay.auth.missing-header', 'pay.auth.invalid-key', 'pay.auth.before-endpoint', 'pay.idempotency.merchant-scope'],
    together(order('create', ['key-header', 'parse', 'replay', 'authenticate', 'limit', 'test-mode', 'validate']), {
      keyScope: (_merchantId, key) => key,
    }),
  ),
  'accepts-x-api-key': flaw('A key in X-API-Key is as good as Authorization', ['pay.auth.missing-header'], {
    authorization: ({ authorization, 'x-api-key': key }) =>
      authorization ?? (key === undefined ? undefined : `Bearer ${key}`),
  }),
  'wrong-scheme-400': flaw(
    'A scheme other than Bearer answers 400',
    ['pay.auth.scheme'],
    recode(['bad-scheme'], { status: 400, code: 'INVALID_REQUEST' }),
  ),
  'unknown-key-upper-case': flaw(
    'An unknown key answers UNAUTHORIZED',
    ['pay.auth.invalid-key'],
    recode(['key-unknown'], { code: 'UNAUTHORIZED' }),
  ),
  'unknown-key-403': flaw(
    'An unknown key answers 403',
    ['pay.auth.invalid-key'],
    recode(['key-unknown'], { status: 403, code: 'RISK_CHECK_FAILED' }),
  ),
  'admits-revoked-key': flaw('Revoked keys are let in', ['pay.auth.revoked-key'], waive(['key-revoked'])),
  'revoked-key-upper-case': flaw(
    'A revoked key answers UNAUTHORIZED',
    ['pay.auth.revoked-key'],
    recode(['key-revoked'], { code: 'UNAUTHORIZED' }),
  ),
  'admits-revoked-key-to-refresh': flaw(
    'Revoked keys may refresh',
    ['pay.auth.revoked-key'],
    waive(['key-revoked'], ({ operation }) => operation === 'refresh'),
  ),
  'admits-unknown-merchant-to-creations': flaw(
    'A key without a merchant account may create payments',
    ['pay.auth.merchant-not-found'],
    waive(['merchant-unknown'], ({ operation }) => operation === 'create'),
  ),
  'admits-any-test-key': flaw(
    'Whatever looks like a test key is let in, and finds nothing',
    ['pay.auth.invalid-key'],
    recode(['key-unknown'], { status: 404, code: 'RESOURCE_NOT_FOUND' }, ({ value }) =>
      String(value).startsWith('sk_test_'),
    ),
  ),
  'unknown-key-unauthorized-at-profile': flaw(
    'An unknown key answers unauthorized at the profile endpoint',
    ['pay.auth.invalid-key'],
    recode(['key-unknown'], { code: 'unauthorized' }, ({ operation }) => operation === 'profile'),
  ),
  'key-by-its-beginning': flaw('What follows a key is not looked at', ['pay.auth.invalid-key'], (before) => ({
    ...before,
    readToken: (authorization) => before.readToken(authorization)?.slice(0, 'sk_live_'.length + 32),
  })),
  'admits-inactive-merchant': flaw(
    'Deactivated merchants are let in',
    ['pay.auth.inactive-merchant'],
    waive(['merchant-inactive']),
  ),
  'inactive-merchant-not-found': flaw(
    'A deactivated merchant answers MERCHANT_NOT_FOUND',
    ['pay.auth.inactive-merchant'],
    recode(['merchant-inactive'], { code: 'MERCHANT_NOT_FOUND' }),
  ),
  'unresolved-as-invalid-key': flaw(
    'An unresolved identity answers invalid_api_key',
    ['pay.auth.unresolved-identity'],
    recode(['identity-unresolved'], { code: 'invalid_api_key' }),
  ),
  'unresolved-lower-case': flaw(
    'An unresolved identity answers unauthorized',
    ['pay.auth.unresolved-identity'],
    recode(['identity-unresolved'], { code: 'unauthorized' }),
  ),
  'unknown-merchant-404': flaw(
    'An unknown merchant answers 404',
    ['pay.auth.merchant-not-found'],
    recode(['merchant-unknown'], { status: 404, code: 'RESOURCE_NOT_FOUND' }),
  ),
  'unknown-merchant-404-of-profiles': flaw(
    'A profile update of an unknown merchant answers 404',
    ['pay.auth.merchant-not-found'],
    recode(
      ['merchant-unknown'],
      { status: 404, code: 'RESOURCE_NOT_FOUND' },
      ({ operation }) => operation === 'profile',
    ),
  ),
  'unresolved-as-invalid-key-of-profiles': flaw(
    'A profile update of an unresolved identity answers invalid_api_key',
    ['pay.auth.unresolved-identity'],
    recode(['identity-unresolved'], { code: 'invalid_api_key' }, ({ operation }) => operation === 'profile'),
  ),
  'unknown-merchant-as-invalid-key': flaw(
    'An unknown merchant answers invalid_api_key',
    ['pay.auth.merchant-not-found'],
    recode(['merchant-unknown'], { code: 'invalid_api_key' }),
  ),
  'missing-header-details': flaw(
    'unauthorized carries details',
    ['pay.auth.no-details', 'pay.error.details-only-where-stated'],
    recode(['no-authorization', 'bad-scheme'], secrets),
  ),
  'invalid-key-details': flaw(
    'invalid_api_key carries details',
    ['pay.auth.no-details', 'pay.error.details-only-where-stated'],
    recode(['key-unknown', 'key-revoked', 'merchant-inactive'], secrets),
  ),
  'test-mode-shuts-live-keys-out': flaw(
    'Live keys are refused while test mode is on',
    ['pay.access.live-key-test-mode'],
    {
      keyBlocked: ({ test }, testMode) => test !== testMode,
    },
  ),
  'test-keys-never-update': flaw(
    'A test key may not update the profile while test mode is off',
    ['pay.access.test-key-profile'],
    (before) => ({
      ...before,
      steps: {
        ...before.steps,
        profile: before.steps.profile.flatMap((step) => (step === 'limit' ? [step, 'test-mode'] : [step])),
      },
    }),
  ),
  'test-keys-never-read': flaw(
    'A test key may not read while test mode is off',
    ['pay.access.test-key-reads'],
    (before) => ({
      ...before,
      steps: {
        ...before.steps,
        read: before.steps.read.flatMap((step) => (step === 'limit' ? [step, 'test-mode'] : [step])),
      },
    }),
  ),
  'test-mode-lasts': flaw(
    'A test key that was let in once is let in after test mode was turned off',
    ['pay.access.test-key'],
    (before) => {
      const known = new WeakSet<object>()
      return {
        ...before,
        keyBlocked: (key, testMode) => {
          const isBlocked = before.keyBlocked(key, testMode) && !known.has(key)
          if (key.test && testMode) known.add(key)
          return isBlocked
        },
      }
    },
  ),
  'admits-test-key': flaw('Test keys create payments at any time', ['pay.access.test-key'], waive(['test-mode'])),
  'admits-test-key-to-cards': flaw(
    'Test keys create card payments at any time',
    ['pay.access.test-key'],
    waive(['test-mode'], ({ raw }) => raw?.includes('"card"') === true),
  ),
  'test-keys-pay-by-qr': flaw(
    'Test keys make QR payments while test mode is off',
    ['pay.access.test-key'],
    waive(['test-mode'], ({ raw }) => raw?.includes('"qr"') === true),
  ),
  'test-key-401': flaw(
    'A test key answers invalid_api_key while test mode is off',
    ['pay.access.test-key'],
    recode(['test-mode'], { status: 401, code: 'invalid_api_key' }),
  ),
  'test-key-always-refused': flaw('Test keys are refused while test mode is on', ['pay.access.test-key-enabled'], {
    keyBlocked: ({ test }) => test,
  }),
  'risk-as-blocked': flaw(
    'The risk policy answers TRANSACTION_BLOCKED',
    ['pay.access.risk'],
    recode(['risk'], { code: 'TRANSACTION_BLOCKED' }),
  ),
  'screening-as-risk': flaw(
    'Screening answers RISK_CHECK_FAILED',
    ['pay.access.blocked'],
    recode(['screening'], { code: 'RISK_CHECK_FAILED' }),
  ),
  'screening-names-list': flaw(
    'The message of screening names a list',
    ['pay.access.blocked-reason-hidden'],
    recode(['screening'], { message: 'The customer is on a sanctions list' }),
  ),
  'screening-tells-reason': flaw(
    'Screening tells its reason',
    ['pay.access.blocked-reason-hidden', 'pay.error.details-only-where-stated'],
    recode(['screening'], { details: { reason: 'listed name' } }),
  ),
}
