import { randomUUID } from 'node:crypto'
import type { PaymentCallerRequirementId } from '../../../specs/payment/caller/requirements.ts'
import { isAnswer, type Met } from '../../caller/exchange.ts'
import { codeOf, digestOf, lawful, type PaymentCallerBehaviour, sameText } from './behaviour.ts'

export interface CallerFlaw {
  readonly title: string
  /** Requirements that it turns red, and no others. */
  readonly breaks: readonly PaymentCallerRequirementId[]
  readonly patch: Partial<PaymentCallerBehaviour>
}

const flaw = (
  title: string,
  breaks: readonly PaymentCallerRequirementId[],
  patch: Partial<PaymentCallerBehaviour>,
): CallerFlaw => ({ title, breaks, patch })

/** What is retried, and another row besides. */
const alsoRetries = (codes: readonly string[]): Partial<PaymentCallerBehaviour> => ({
  isRetried: (met, request) => lawful.isRetried(met, request) || codes.includes(codeOf(met) ?? ''),
})

const messageOf = (met: Met): string =>
  isAnswer(met) ? String((Object(met.json) as { message?: unknown }).message ?? '') : ''

/** Seeded violations of a client of the payment service, by the sin. */
export const paymentCallerFlaws = {
  'key-in-another-header': flaw('The API key goes as X-API-Key.', ['pay-caller.request.bearer'], {
    authorization: () => undefined,
    headers: (own) => [...own, ['X-API-Key', 'sk']],
  }),
  'basic-scheme': flaw('The API key goes as Basic.', ['pay-caller.request.bearer'], {
    authorization: (apiKey) => `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`,
  }),
  'no-key-on-retries': flaw('Retries go without the API key.', ['pay-caller.request.bearer'], {
    authorization: (apiKey, attempt) => (attempt === 1 ? `Bearer ${apiKey}` : undefined),
  }),
  'another-version': flaw('Reads go below /api/v2.', ['pay-caller.request.path', 'pay-caller.read.status'], {
    path: (path) => (path.endsWith('/payments') ? path : path.replace('/v1/', '/v2/')),
  }),
  'form-media-type': flaw('Its JSON says that it is a form.', ['pay-caller.request.json'], {
    headers: (own) =>
      own.map(([name, value]) =>
        name === 'Content-Type' ? ([name, 'application/x-www-form-urlencoded'] as const) : ([name, value] as const),
      ),
  }),
  'rounds-amounts': flaw(
    'Amounts are rounded up to the minimum and to thousands.',
    ['pay-caller.request.as-given', 'pay-caller.input.not-altered'],
    {
      body: (input) => JSON.stringify({ ...input, amount: Math.ceil(Number(input.amount) / 1000) * 1000 }),
    },
  ),
  'leaves-out-addresses': flaw(
    'Customers have no e-mail address.',
    ['pay-caller.request.as-given', 'pay-caller.input.not-altered'],
    {
      body: ({ customer, ...input }) => {
        const { email: _, ...named } = Object(customer) as Record<string, unknown>
        return JSON.stringify({ ...input, customer: named })
      },
    },
  ),
  'no-idempotency-key': flaw('Creations carry no Idempotency-Key.', ['pay-caller.key.present'], {
    key: () => undefined,
  }),
  'empty-idempotency-key': flaw('Creations carry an empty Idempotency-Key.', ['pay-caller.key.present'], {
    key: () => '',
  }),
  'one-key-for-all': flaw('All payments have one key.', ['pay-caller.key.per-payment'], { newKey: () => 'merchant' }),
  'key-as-long-as-the-reference': flaw('The key holds the reference, however long.', ['pay-caller.key.length'], {
    newKey: ({ reference }) => `create-payment-${String(reference)}`,
  }),
  'key-too-long': flaw('Every key has 300 characters.', ['pay-caller.key.length'], {
    newKey: () => randomUUID().repeat(9).slice(0, 300),
  }),
  'new-key-on-retries': flaw('Every retry has a key of its own.', ['pay-caller.key.same-on-retry'], {
    key: (made, attempt) => (attempt === 1 ? made : randomUUID()),
  }),
  'key-with-the-attempt': flaw('The key holds the number of the attempt.', ['pay-caller.key.same-on-retry'], {
    key: (made, attempt) => `${made}-${attempt}`,
  }),
  'no-idempotency-key-on-retries': flaw('Retries carry no Idempotency-Key.', ['pay-caller.key.same-on-retry'], {
    key: (made, attempt) => (attempt === 1 ? made : undefined),
  }),
  'new-reference-on-retries': flaw(
    'Retries have another reference under the same key.',
    ['pay-caller.retry.same-request'],
    {
      body: (input, attempt) =>
        JSON.stringify(attempt === 1 ? input : { ...input, reference: `${String(input.reference)}-${attempt}` }),
    },
  ),
  'time-in-the-body': flaw('Every attempt has the time in its body.', ['pay-caller.retry.same-bytes'], {
    body: (input, attempt) => JSON.stringify({ ...input, sent_at: `T${attempt}` }),
  }),
  'zero-pauses': flaw('Retries follow at once.', ['pay-caller.retry.backoff'], {
    pause: () => 0,
  }),
  'flat-pauses': flaw('Every pause is a second.', ['pay-caller.retry.backoff'], { pause: () => 1 }),
  'ignores-resets': flaw('It retries a 429 after its own pause.', ['pay-caller.retry.after-reset'], {
    reset: () => undefined,
  }),
  'reads-resets-as-seconds': flaw(
    'Unix seconds and dates of a reset are not understood.',
    ['pay-caller.retry.after-reset'],
    {
      reset: (value) => (Number(value) < 1e6 ? Number(value) : undefined),
    },
  ),
  'created-alone-is-success': flaw(
    'A 200 is taken for a failure.',
    ['pay-caller.retry.replay-is-success', 'pay-caller.success.any'],
    {
      isSuccess: (status, method) => (method === 'GET' ? status === 200 : status === 201),
    },
  ),
  'accepted-is-no-success': flaw('A 202 is taken for a failure.', ['pay-caller.success.any'], {
    isSuccess: (status) => status === 200 || status === 201,
  }),
  'retries-unauthorized': flaw('It retries a 401.', ['pay-caller.auth.not-retried'], {
    isRetried: (met, request) => lawful.isRetried(met, request) || met.status === 401,
  }),
  'retries-one-401': flaw(
    'It retries UNAUTHORIZED, which it takes for passing.',
    ['pay-caller.auth.not-retried'],
    alsoRetries(['UNAUTHORIZED']),
  ),
  'retries-bad-requests': flaw('It retries a 400.', ['pay-caller.refusal.fixed-first'], {
    isRetried: (met, request) => lawful.isRetried(met, request) || met.status === 400,
  }),
  'retries-test-mode': flaw(
    'It retries TEST_MODE_UNAVAILABLE.',
    ['pay-caller.refusal.fixed-first'],
    alsoRetries(['TEST_MODE_UNAVAILABLE']),
  ),
  'retries-limits-of-transactions': flaw(
    'It retries a 422 for its word of a limit.',
    ['pay-caller.refusal.fixed-first'],
    alsoRetries(['TRANSACTION_LIMIT_EXCEEDED']),
  ),
  'retries-missing-payments': flaw(
    'It retries a 404.',
    ['pay-caller.refusal.fixed-first'],
    alsoRetries(['RESOURCE_NOT_FOUND']),
  ),
  'retries-declined-payments': flaw(
    'It retries PAYMENT_DECLINED unchanged.',
    ['pay-caller.refusal.not-unchanged'],
    alsoRetries(['PAYMENT_DECLINED']),
  ),
  'retries-without-funds': flaw(
    'It retries INSUFFICIENT_FUNDS unchanged.',
    ['pay-caller.refusal.not-unchanged'],
    alsoRetries(['INSUFFICIENT_FUNDS']),
  ),
  'retries-duplicates': flaw(
    'It retries DUPLICATE_REFERENCE unchanged.',
    ['pay-caller.refusal.not-unchanged'],
    alsoRetries(['DUPLICATE_REFERENCE']),
  ),
  'refusals-are-success': flaw('A 403 is taken for success.', ['pay-caller.error.surfaced'], {
    isSuccess: (status, method) => lawful.isSuccess(status, method) || status === 403,
  }),
  'declined-is-success': flaw(
    'A 402 is taken for success.',
    ['pay-caller.error.surfaced', 'pay-caller.error.details'],
    {
      isSuccess: (status, method) => lawful.isSuccess(status, method) || status === 402,
    },
  ),
  'branches-on-messages': flaw('It retries where a message speaks of another try.', ['pay-caller.error.code'], {
    isRetried: (met, request) => lawful.isRetried(met, request) || /try again/i.test(messageOf(met)),
  }),
  'codes-from-messages': flaw(
    'It takes the message for the code where there is one.',
    ['pay-caller.error.code', 'pay-caller.error.code-case', 'pay-caller.error.details'],
    {
      failure: (met) => ({
        ...lawful.failure(met),
        code: messageOf(met) === '' ? (codeOf(met) ?? '') : messageOf(met),
      }),
    },
  ),
  'codes-in-one-case': flaw('It reads codes in upper case.', ['pay-caller.error.code-case'], {
    failure: (met) => {
      const { code, ...rest } = lawful.failure(met)
      return code === undefined ? rest : { ...rest, code: code.toUpperCase() }
    },
  }),
  'crashes-on-lists-of-details': flaw('A list in details makes it fall.', ['pay-caller.error.details'], {
    failure: (met) => {
      const { details = {} } = Object(isAnswer(met) ? met.json : {}) as { details?: unknown }
      if (Array.isArray(details)) throw new TypeError("Cannot read properties of undefined (reading 'toString')")
      return lawful.failure(met)
    },
  }),
  'crashes-without-details': flaw('An error without details makes it fall.', ['pay-caller.error.details'], {
    failure: (met) => {
      const { details } = Object(isAnswer(met) ? met.json : {}) as { details?: unknown }
      if (details === undefined) throw new TypeError("Cannot read properties of undefined (reading 'reference')")
      return lawful.failure(met)
    },
  }),
  'polls-past-expiry': flaw(
    'It does not know expired for an end.',
    ['pay-caller.poll.terminal', 'pay-caller.poll.stops'],
    {
      isTerminal: (status) => ['completed', 'failed', 'cancelled'].includes(status),
    },
  ),
  'takes-processing-for-the-end': flaw('It takes processing for the end of a payment.', ['pay-caller.poll.terminal'], {
    isTerminal: () => true,
  }),
  'reads-behind-the-end': flaw('It reads on when a payment has come to its end.', ['pay-caller.poll.stops'], {
    readsBeyond: 2,
  }),
  'raises-small-amounts': flaw(
    'It raises amounts below the minimum without a word.',
    ['pay-caller.input.not-altered'],
    {
      body: (input) => JSON.stringify({ ...input, amount: Math.max(500, Number(input.amount)) }),
    },
  ),
  'verifies-the-body-alone': flaw('Its helper leaves the timestamp out.', ['pay-caller.signature.verifies'], {
    verify: ({ body, signature, signingKey }) => sameText(signature, `sha256=${digestOf(signingKey, body)}`),
  }),
  'verifies-beginnings': flaw('Its helper takes a digest that is cut off.', ['pay-caller.signature.verifies'], {
    verify: ({ body, timestamp, signature, signingKey }) =>
      `sha256=${digestOf(signingKey, `${timestamp}.${body}`)}`.startsWith(signature),
  }),
  'statuses-in-upper-case': flaw(
    'It tells statuses in upper case.',
    ['pay-caller.read.status', 'pay-caller.poll.terminal'],
    {
      status: (status) => status.toUpperCase(),
    },
  ),
} as const satisfies Readonly<Record<string, CallerFlaw>>

export type PaymentCallerFlawName = keyof typeof paymentCallerFlaws
