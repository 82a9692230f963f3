import type { Cause } from '../http/refusal.ts'
import { recode, waive } from '../patch.ts'
import { converted, direct, phoneNormalising } from './patches.ts'
import type { Variant } from './variant.ts'

/** Causes that become known after a payment was attempted. */
const ATTEMPTED: readonly Cause[] = [
  'insufficient-funds',
  'invalid-details',
  'unclassified',
  'limit-exceeded',
  'risk',
  'screening',
]

/** What becomes of a creation. */
export const creationVariants = {
  'initial-processing': { title: 'A payment begins as processing', patch: { initialStatus: 'processing' } },
  'synchronous-completion': { title: 'A success is known before the answer', patch: { immediate: true } },
  'pending-to-completed': { title: 'Payments finish without processing', patch: { path: direct } },
  'completes-by-itself': {
    title: 'A payment that nobody settles is completed soon',
    patch: (before) => ({
      ...before,
      path: (course) => before.path(course === 'stays' ? 'completes' : course),
    }),
  },
  'fails-at-once': {
    title: 'A failure is known before the answer, and its event says processing before it',
    patch: { immediate: true, immediateEnds: ['completed', 'failed'] },
  },
  'declined-is-reported': {
    title: 'A payment that is declined at once is reported as having failed from processing',
    patch: { reportsDeclined: true },
  },
  'declined-frees-key': {
    title: 'The key of a declined creation is forgotten: its retry is another attempt',
    patch: (before) => ({
      ...before,
      finds: (record, fingerprint) => !record.declined && before.finds(record, fingerprint),
    }),
    warns: ['pay.idempotency.no-second-payment'],
  },
  'collision-200': {
    title: 'A used key with another body answers the original',
    patch: waive(['key-collision']),
  },
  'collision-400': {
    title: 'A used key with another body answers 400',
    patch: recode(['key-collision'], { status: 400, code: 'VALIDATION_ERROR' }),
  },
  'collision-422': {
    title: 'A used key with another body answers 422',
    patch: recode(['key-collision'], { status: 422, code: 'INVALID_PAYMENT_DETAILS' }),
  },
  'key-fingerprintless': { title: 'Only the key counts, never the body', patch: { fingerprint: () => '' } },
  'raw-fingerprint': {
    title: 'Two spellings of one body are two bodies',
    patch: { fingerprint: (_body, raw) => raw.toString('base64') },
  },
  'concurrent-conflict': { title: 'A key in use answers 409 at once', patch: { sameKey: 'conflict' } },
  'declined-replay-200': {
    title: 'A retry of a declined creation answers 200 with the failed payment',
    patch: { declinedReplay: 'payment' },
  },
  'recipes-by-call': {
    title: 'Payments of each kind come to their end by a call',
    patch: { recipes: 'by call' },
  },
  'default-urls-without-query': {
    title: 'A default URL of the merchant has no query',
    patch: { takesDefault: (url) => !url.includes('?') },
  },
  'ascii-references': {
    title: 'References hold ASCII letters only',
    patch: (before) => ({
      ...before,
      objects: (operation, to) =>
        operation === 'create' && /[^\w.-]/.test(to.request?.reference ?? '')
          ? 'reference'
          : before.objects(operation, to),
    }),
  },
  'short-references': {
    title: 'References have 40 characters at most',
    patch: (before) => ({
      ...before,
      objects: (operation, to) =>
        operation === 'create' && (to.request?.reference ?? '').length > 40
          ? 'reference'
          : before.objects(operation, to),
    }),
  },
  'refusals-leave-records': {
    title: 'A creation that the upstream refused leaves a payment, which fails and is told of',
    patch: (before) => ({
      ...before,
      executes: (cause, facts) => (ATTEMPTED.includes(cause) ? 'fails' : before.executes(cause, facts)),
    }),
  },
  'ascii-names': {
    title: 'Names hold ASCII letters only',
    patch: (before) => ({
      ...before,
      objects: (operation, to) =>
        operation === 'create' && /[^ -~]/.test(String(to.request?.customer.lastname))
          ? 'name'
          : before.objects(operation, to),
    }),
    warns: ['pay.customer.names-accepted'],
  },
  'members-converted': {
    title: 'Numbers and booleans are taken for their texts, texts of digits for numbers, null and nothing for defaults',
    patch: { unwraps: converted },
  },
  'phone-normalising': { title: 'Phones with + or a leading 0 are understood', patch: phoneNormalising },
  'phones-of-mobile': {
    title: 'The phone decides what becomes of mobile payments alone',
    patch: { looksAtPhone: (type) => type === 'mobile' },
  },
  'cards-have-no-wallet': {
    title: 'A card without funds is declined: the row of the code speaks of wallets',
    patch: recode(['insufficient-funds'], { code: 'PAYMENT_DECLINED' }, ({ type }) => type === 'card'),
  },
  'network-optional': { title: 'The network may be left out', patch: { networkRequired: false } },
  'validation-first': {
    title: 'The body is judged before the key, test mode last',
    patch: (before) => ({
      ...before,
      steps: {
        ...before.steps,
        create: ['authenticate', 'limit', 'parse', 'validate', 'key-header', 'test-mode', 'replay'],
      },
    }),
  },
} as const satisfies Record<string, Variant>
