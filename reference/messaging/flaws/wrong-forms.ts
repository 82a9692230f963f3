import { overlooks } from '../patch.ts'
import { type Flaw, flaw } from './flaw.ts'

/** Members of a resend in forms that few send. */
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
