import type { MessagingRequirementId } from '../../../specs/messaging/requirements.ts'

const SIGNATURE = 'evidence holds neither signatures nor the secrets that they are made with'
const CODE = 'evidence holds no one-time codes'
const PHONE = 'evidence holds tags in place of phone numbers'

/**
 * Requirements whose judgement looks at what evidence does not hold, because it must appear nowhere. A bundle is taken
 * at its word on them, and the verdict on it names them. A proof keeps the list as short as it can be.
 */
export const messagingNotReplayable: Readonly<Partial<Record<MessagingRequirementId, string>>> = {
  'msg.signature.form': SIGNATURE,
  'msg.signature.verifies': SIGNATURE,
  'msg.signature.lower-case': SIGNATURE,
  'msg.otp.callback-signed': SIGNATURE,
  'msg.otp.length': CODE,
  'msg.otp.new-code': CODE,
  'msg.otp.call-speech': CODE,
  'msg.conversation.enveloped-recipient-digits': PHONE,
  'msg.event.sent-recipient': PHONE,
  'msg.event.submit-failed-recipient': PHONE,
}
