import type { Check } from '../../kit/check/check.ts'
import type { Claim } from './define.ts'

const CONVERSATION: readonly Claim[] = ['messaging.fixtures.conversation']
const OTP: readonly Claim[] = ['messaging.fixtures.phones.otp', 'allow.messages']
const CALLBACKS: readonly Claim[] = ['messaging.smsWebhook', 'messaging.fixtures.phones.delivered', 'allow.messages']

/** What has to be claimed for a rule, which sends nothing itself, to see something: by the beginning of its id. */
const SOURCES: Readonly<Record<string, readonly Claim[]>> = {
  'msg/otp/': OTP,
  'msg/conversation/': CONVERSATION,
  'msg/read/': CONVERSATION,
  'msg/records/app-': ['messaging.bearer'],
  'msg/records/campaign-': ['messaging.bearer', 'messaging.fixtures.campaign'],
  'msg/event-': CALLBACKS,
  'msg/typical-numbers/': CALLBACKS,
  'msg/shapes/base-': OTP,
  'msg/shapes/envelope-': CONVERSATION,
}

export function withSources(check: Check): Check {
  const observes = Object.entries(SOURCES).find(([beginning]) => check.id.startsWith(beginning))?.[1]
  return check.phase === 'rules' && observes !== undefined ? { ...check, observes } : check
}
