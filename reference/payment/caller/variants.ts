import { createHash, randomBytes } from 'node:crypto'
import { isAnswer } from '../../caller/exchange.ts'
import { codeOf, type PaymentCallerBehaviour } from './behaviour.ts'

export interface CallerVariant {
  readonly title: string
  readonly patch: Partial<PaymentCallerBehaviour>
}

const variant = (title: string, patch: Partial<PaymentCallerBehaviour>): CallerVariant => ({ title, patch })

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Lawful choices of a client of the payment service, by name. */
export const paymentCallerVariants = {
  'no-retries': variant('It sends nothing again.', { attempts: 1 }),
  'one-retry': variant('It tries twice.', { attempts: 2 }),
  'many-retries': variant('It tries seven times.', { attempts: 7 }),
  'retries-without-jitter': variant('Its pauses are 1, 2, 4 s.', { pause: (attempt) => 2 ** (attempt - 1) }),
  'retries-with-full-jitter': variant('Its pauses begin at half a second and grow at random.', {
    pause: (attempt) => 0.25 * 3 ** attempt * (0.75 + Math.random() * 0.5),
  }),
  'slow-retries': variant('Its pauses begin at three seconds.', { pause: (attempt) => 3 * 1.5 ** (attempt - 1) }),
  'keys-as-ulid': variant('Its keys are ULIDs.', {
    newKey: () => [...randomBytes(26)].map((byte) => CROCKFORD[byte % 32]).join(''),
  }),
  'keys-from-references': variant('Its keys are hashes of references.', {
    newKey: ({ reference }) => createHash('sha256').update(String(reference)).digest('hex'),
  }),
  'longest-keys': variant('Its keys have 255 characters.', {
    newKey: () => randomBytes(128).toString('hex').slice(0, 255),
  }),
  'lower-case-headers': variant('Names of its headers are in lower case.', {
    headers: (own) => own.map(([name, value]) => [name.toLowerCase(), value] as const),
  }),
  'upper-case-headers': variant('Names of its headers are in upper case.', {
    headers: (own) => own.map(([name, value]) => [name.toUpperCase(), value] as const),
  }),
  'more-headers': variant('It sends headers of its own, a number of the attempt among them.', {
    headers: (own, attempt) => [
      ...own,
      ['User-Agent', 'merchant/2.1'],
      ['X-Request-Id', `request-${attempt}-${Math.random()}`],
      ['X-Attempt', String(attempt)],
    ],
  }),
  'media-type-with-charset': variant('It names the charset of its JSON.', {
    headers: (own) =>
      own.map(([name, value]) => [name, name === 'Content-Type' ? `${value}; charset=utf-8` : value] as const),
  }),
  'bearer-in-lower-case': variant('It writes the scheme in lower case.', {
    authorization: (apiKey) => `bearer ${apiKey}`,
  }),
  'spacious-json': variant('Its JSON has white space.', { body: (input) => JSON.stringify(input, null, 2) }),
  'members-in-reverse': variant('Members of its JSON come in another order.', {
    body: (input) => JSON.stringify(Object.fromEntries(Object.entries(input).reverse())),
  }),
  'escaped-json': variant('Its JSON is in ASCII escapes.', {
    body: (input) =>
      JSON.stringify(input).replace(/[^\x20-\x7e]|\//g, (each) =>
        each === '/' ? '\\/' : `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
  }),
  'more-members': variant('It sends members beside those of the table.', {
    body: (input) => JSON.stringify({ ...input, metadata: { cart: 7 } }),
  }),
  'new-connections': variant('Every request has a connection of its own.', { keepAlive: false }),
  'trailing-slash': variant('It writes paths with a slash at the end.', {
    path: (path) => `${path}/`,
  }),
  'polls-slowly': variant('It reads a payment every five seconds.', { pollEvery: () => 5 }),
  'polls-with-growing-pauses': variant('Its reads come less and less often.', { pollEvery: (nth) => 0.5 * 2 ** nth }),
  'retries-provider-errors': variant('It retries PROVIDER_ERROR as it does any other 5xx.', {
    isRetried: (met) => !isAnswer(met) || met.status === 429 || met.status >= 500,
  }),
  'no-retry-after-time-outs': variant('It retries answers only.', {
    isRetried: (met) => isAnswer(met) && (met.status === 429 || codeOf(met) === 'PROVIDER_UNAVAILABLE'),
  }),
  'leaves-limits-to-others': variant('It tells of a 429 and does not retry it.', {
    isRetried: (met) => !isAnswer(met) || met.status >= 500,
  }),
  'retries-conflicts': variant('It retries CONFLICT.', {
    isRetried: (met) => !isAnswer(met) || codeOf(met) === 'CONFLICT' || met.status === 429 || met.status >= 500,
  }),
  'reads-duplicates': variant('It reads the payment that has the reference.', { onDuplicate: 'read' }),
  'takes-another-reference': variant('It takes another reference where one is taken.', {
    onDuplicate: 'another reference',
  }),
  'minds-its-input': variant('It refuses amounts, addresses and cards that the service would.', {
    objection: ({ amount, customer, type, redirect_url: redirect, reference }) => {
      const { email = '' } = Object(customer) as { email?: string }
      if (Number(amount) < 500) return { message: 'the amount is below the minimum' }
      if (!/^\S+@\S+\.\S+$/.test(email)) return { message: 'the e-mail address is not valid' }
      if (type === 'card' && redirect === undefined) return { message: 'a card needs redirect_url' }
      return String(reference).length > 100 ? { message: 'the reference is too long' } : undefined
    },
  }),
  'reads-records-elsewhere': variant('It reads payments in members that are not those that are served.', {
    read: (json) => {
      const { payment } = Object(json) as { payment?: { id?: unknown; status?: unknown } }
      return { id: payment?.id ?? null, status: payment?.status ?? null }
    },
  }),
  'throws-away-codes': variant('Its errors tell the status alone.', {
    failure: (met) => ({ ...(isAnswer(met) ? { status: met.status } : {}), message: 'it did not go well' }),
  }),
} as const satisfies Readonly<Record<string, CallerVariant>>

export type PaymentCallerVariantName = keyof typeof paymentCallerVariants
