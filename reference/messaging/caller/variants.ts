import { isAnswer } from '../../caller/exchange.ts'
import { type Draft, isIdempotent, lawful, type MessagingCallerBehaviour } from './behaviour.ts'

export interface CallerVariant {
  readonly title: string
  readonly patch: Partial<MessagingCallerBehaviour>
}

const variant = (title: string, patch: Partial<MessagingCallerBehaviour>): CallerVariant => ({ title, patch })

const inCase =
  (change: (name: string) => string): MessagingCallerBehaviour['headers'] =>
  (lines) =>
    lines.map(([name, value]) => [change(name), value] as const)

/** Lawful choices of a client of the messaging service, by name. */
export const messagingCallerVariants = {
  'leaves-rules-to-the-service': variant('It passes on what it was given.', {
    phone: (given) => given,
    objection: () => undefined,
  }),
  'no-retries': variant('It sends nothing again.', { attempts: 1 }),
  'one-retry': variant('It tries twice.', { attempts: 2 }),
  'many-retries': variant('It tries seven times.', { attempts: 7 }),
  'full-jitter': variant('Its pauses grow much, at random.', {
    pause: (attempt) => 0.3 * 3 ** attempt * (0.75 + Math.random() * 0.5),
  }),
  'slow-retries': variant('Its pauses begin at three seconds.', {
    pause: (attempt) => 3 * 1.5 ** (attempt - 1) * (0.9 + Math.random() * 0.2),
  }),
  'retries-answers-only': variant('It retries a 503 and no lost answer.', {
    isRetried: (met, draft) => isIdempotent(draft) && isAnswer(met) && (met.status === 503 || met.status === 429),
  }),
  'leaves-limits-to-others': variant('It tells of a 429.', {
    isRetried: (met, draft) => isIdempotent(draft) && (!isAnswer(met) || met.status >= 500),
  }),
  'deduplicates-sends': variant('It sends again with a deduplication key.', {
    isRetried: (met) => !isAnswer(met) || met.status >= 500 || met.status === 429,
    headers: (lines) => [...lines, ['Idempotency-Key', 'dedup-7c1f5f5e']],
  }),
  'little-jitter': variant('Its pauses differ by a tenth.', {
    pause: (attempt) => 2 ** (attempt - 1) * (0.95 + Math.random() * 0.1),
  }),
  'app-in-a-header': variant('An unbound key names its app in X-App-ID.', {
    appMembers: () => ({}),
    appHeaders: ({ binding, appKey = '' }) => (binding === 'unbound' ? [['X-App-ID', appKey]] : []),
  }),
  'app-key-null': variant('With a bound key app_key is null.', {
    appMembers: ({ binding, appKey }) => ({ app_key: binding === 'unbound' ? appKey : null }),
  }),
  'lower-case-headers': variant('Names of its headers are in lower case.', {
    headers: inCase((name) => name.toLowerCase()),
  }),
  'upper-case-headers': variant('Names of its headers are in upper case.', {
    headers: inCase((name) => name.toUpperCase()),
  }),
  'more-headers': variant('It sends headers of its own.', {
    headers: (lines, attempt) => [...lines, ['User-Agent', 'shop/3'], ['X-Attempt', String(attempt)]],
  }),
  'token-everywhere': variant('It sends the token with every request.', {
    credentials: (given) => lawful.credentials(given, { method: '', path: '', isBearer: true }),
  }),
  'media-type-with-charset': variant('It names the charset of its JSON.', {
    headers: (lines) =>
      lines.map(([name, value]) => [name, name === 'Content-Type' ? `${value}; charset=utf-8` : value] as const),
  }),
  'spacious-json': variant('Its JSON has white space.', { text: (body) => JSON.stringify(body, null, 2) }),
  'members-in-reverse': variant('Members of its JSON come in another order.', {
    text: (body) => JSON.stringify(Object.fromEntries(Object.entries(body).reverse())),
  }),
  'new-connections': variant('Every request has a connection of its own.', { keepAlive: false }),
  'slashes-everywhere': variant('Every path ends with a slash.', { slashes: withSlash }),
  'slashes-nowhere': variant('No path ends with a slash.', { slashes: (path) => path.replace(/\/$/, '') }),
  'follows-no-redirect': variant('It tells of redirects.', { redirects: 'told' }),
  'refuses-other-phones': variant('It refuses phones that are no bare digits.', {
    phone: (given) => given,
    objection: (input) =>
      /^\d+$/.test(String(input.phone_number)) ? lawful.objection(input) : { message: 'a phone has digits only' },
  }),
  'takes-sms-for-the-default': variant('It leaves delivery_method out where it is sms.', {
    draft(operation, input, given) {
      const { delivery_method: channel, ...rest } = input
      return lawful.draft.call(this, operation, channel === 'sms' ? rest : input, given)
    },
  }),
  'leaves-out-what-is-not-right': variant('It leaves out templates and callbacks that would be refused.', {
    objection: ({ delivery_method: channel = 'sms' }) =>
      ['sms', 'call', 'whatsapp'].includes(String(channel)) ? undefined : { message: 'there is no such channel' },
    draft(operation, input, given) {
      const { message_template: template, callback_url: url, ...rest } = input
      const kept = {
        ...rest,
        ...(template !== undefined && String(template).includes('{code}') ? { message_template: template } : {}),
        ...(url !== undefined && String(url).startsWith('https:') ? { callback_url: url } : {}),
      }
      return lawful.draft.call(this, operation, kept, given)
    },
  }),
  'brings-no-templates': variant('It has neither templates nor callbacks.', {
    objection: ({ message_template: _, callback_url: __, ...input }) => lawful.objection(input),
    draft(operation, { message_template: _, callback_url: __, ...input }, given) {
      return lawful.draft.call(this, operation, input, given)
    },
  }),
  'tells-messages-alone': variant('Its errors have no status.', { failure: () => ({ message: 'it did not go well' }) }),
  'retries-reads-of-conversations-only': variant('It retries what it takes for idempotent: reads.', {
    isRetried: (met, draft: Draft) =>
      draft.method === 'GET' && (!isAnswer(met) || met.status >= 500 || met.status === 429),
  }),
} as const satisfies Readonly<Record<string, CallerVariant>>

export type MessagingCallerVariantName = keyof typeof messagingCallerVariants

function withSlash(path: string): string {
  const [place = '', query] = path.split('?')
  const slashed = place.endsWith('/') ? place : `${place}/`
  return query === undefined ? slashed : `${slashed}?${query}`
}
