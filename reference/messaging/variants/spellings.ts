import type { Operation } from '../domain/domain.ts'
import { type Patch, recode, together, unchecks, waive } from '../patch.ts'
import { type Variant, variant } from './variant.ts'

/** Leaves values of a member unseen that a lenient reader makes something of. */
const reads = (operation: Operation, member: string, when: (value: unknown) => boolean): Patch => {
  const patch = unchecks(operation, member)
  return (before) => {
    const lenient = typeof patch === 'function' ? patch(before) : before
    return {
      ...before,
      problems: (found, facts) => (when(facts.body?.[member]) ? lenient : before).problems(found, facts),
    }
  }
}

const isFraction = (value: unknown): boolean => typeof value === 'number' && !Number.isInteger(value)
const isEmpty = (value: unknown): boolean => value === ''

/** Lawful choices of how requests are read. */
export const spellingVariants: Readonly<Record<string, Variant>> = {
  'other-media-types-unsupported': variant(
    'A body of another media type than JSON answers 415',
    recode(
      ['invalid', 'malformed-json', 'not-an-object'],
      { status: 415, code: 'unsupported_media_type', problems: [] },
      ({ mediaType }) => mediaType !== undefined && !/json/i.test(mediaType),
    ),
  ),
  'fractions-rounded': variant(
    'A fraction where a whole number belongs is rounded',
    together(reads('resend', 'otp_length', isFraction), reads('resend', 'minutes_to_expire', isFraction), (before) => ({
      ...before,
      otpLength: (request) => Math.floor(before.otpLength(request)),
      otpMinutes: (request) => Math.floor(before.otpMinutes(request)),
    })),
    ['msg.otp.length-type', 'msg.otp.expiry-type'],
  ),
  'bound-key-omits-null': variant('A bound key with an app_key is refused, with one of null as well', {
    boundKeyTakes: (appKey) => appKey === undefined,
  }),
  'empty-is-left-out': variant(
    'An empty text is as good as none where none is needed',
    together(
      reads('resend', 'otp_length', isEmpty),
      reads('resend', 'minutes_to_expire', isEmpty),
      reads('resend', 'delivery_method', (value) => isEmpty(value) || value === null),
      reads('read', 'up_to', isEmpty),
      (before) => ({
        ...before,
        otpChannel: ({ channel }) => (channel === undefined || isEmpty(channel) ? 'sms' : channel),
      }),
    ),
    ['msg.otp.length-type', 'msg.otp.expiry-type', 'msg.otp.channel-unknown', 'msg.read.up-to-type'],
  ),
  'urls-by-their-beginning': variant(
    'A callback_url is an HTTPS URL as soon as it begins as one',
    reads('resend', 'callback_url', (value) => typeof value === 'string' && value.startsWith('https://')),
    ['msg.otp.callback-url-private'],
  ),
  'unreadable-marking-is-empty': variant(
    'The body of a marking that cannot be read counts as none',
    waive(['malformed-json'], ({ operation }) => operation === 'read'),
    ['msg.error.malformed-body'],
  ),
  'keys-in-any-case': variant(
    'The case of letters in a key does not count',
    { keyOf: (keys, text) => [...keys].find(([known]) => known.toLowerCase() === text.toLowerCase())?.[1] },
    ['msg.auth.key-invalid', 'msg.send.key-invalid'],
  ),
}
