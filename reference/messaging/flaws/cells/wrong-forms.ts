import { overlooks } from '../../patch.ts'
import { type Flaw, flaw } from '../flaw.ts'

const NEVER_FIRST: readonly string[] = [
  'recipients',
  'callback_secret',
  'callback_url',
  'minutes_to_expire',
  'workspace_id',
]

/** Members of a resend in forms that few send, and requests in words that few write. */
export const wrongFormFlaws: Record<string, Flaw> = {
  'call-keeps-prior-code': flaw(
    'A resend by call leaves the code before it valid',
    ['msg.otp.prior-invalidated'],
    (before) => ({
      ...before,
      otpEnds: (earlier, fresh) => fresh.channel !== 'call' && before.otpEnds(earlier, fresh),
    }),
  ),
  'takes-fractions-for-lengths': flaw(
    'A fraction is taken for an otp_length',
    ['msg.otp.length-type'],
    overlooks('otp_length', ({ otp_length: length }) => typeof length === 'number'),
  ),
  'takes-lists-for-app-keys': flaw(
    'A list is taken for an app_key',
    ['msg.otp.app-key-type'],
    overlooks('app_key', ({ app_key: key }) => Array.isArray(key)),
  ),
  'misreads-escapes': flaw('JSON with escapes of letters is not understood', ['msg.service.any-spelling'], {
    unwraps: (value, text) => (/\\u00[4-7]/.test(text) ? undefined : value),
  }),
  'misreads-escapes-of-a-number': flaw(
    'A phone_number with escapes of its digits is not understood',
    ['msg.service.any-spelling'],
    { unwraps: (value, text) => (/:"\d\\u/.test(text) ? undefined : value) },
  ),
  'misreads-escapes-of-a-template': flaw(
    'A message_template is looked for its {code} before its escapes are read',
    ['msg.service.any-spelling'],
    { unwraps: (value, text) => (/\{\w*\\u/.test(text) ? undefined : value) },
  ),
  'misreads-white-space': flaw('JSON that begins with a line break is not understood', ['msg.service.any-spelling'], {
    unwraps: (value, text) => (text.startsWith('\n') ? undefined : value),
  }),
  'minds-member-order': flaw('Optional members must not come first', ['msg.service.any-spelling'], {
    unwraps: (value) => (NEVER_FIRST.includes(Object.keys(value ?? {})[0] ?? '') ? undefined : value),
  }),
  'minds-charset': flaw('A body whose media type names a charset is not read', ['msg.service.any-spelling'], {
    takesMediaType: (value) => !/charset/i.test(value ?? ''),
  }),
  'minds-header-case': flaw(
    'X-API-Key counts in its usual letter case only',
    ['msg.service.any-spelling'],
    (before) => ({
      ...before,
      apiKey: (headers, raw, query) => (raw.includes('x-api-key') ? undefined : before.apiKey(headers, raw, query)),
    }),
  ),
  'channel-list-crash': flaw(
    'A list in delivery_method crashes',
    ['msg.otp.channel-unknown', 'msg.error.handled'],
    (before) => ({
      ...before,
      problems: (problems, facts) => {
        if (Array.isArray(facts.body?.delivery_method)) throw new TypeError('not a text')
        return before.problems(problems, facts)
      },
    }),
  ),
}
