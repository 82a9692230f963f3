import {
  any,
  equals,
  isBoolean,
  isInteger,
  isObject,
  isString,
  isUuid,
  type Matcher,
  matcher,
  no,
  ok,
  show,
  soft,
} from '../../../kit/match/index.ts'
import { isTime } from '../client/answers.ts'
import type { RequirementId } from '../define.ts'

/** One row of the two conversation tables. */
export interface ConversationField {
  readonly shape: 'A' | 'B'
  readonly pointer: string
  readonly covers: RequirementId
  readonly expected: Matcher<unknown>
  readonly required?: true
  /** There may be nothing to show: null is as good as left out. */
  readonly mayLack?: true
  /** What was shown once is not gone a moment later. */
  readonly lasts?: true
  /** Evidence holds a tag in place of the value. */
  readonly hidden?: true
}

const a = (pointer: string, covers: RequirementId, expected: Matcher<unknown>): ConversationField => ({
  shape: 'A',
  pointer,
  covers,
  expected,
})

const b = (
  pointer: string,
  covers: RequirementId,
  expected: Matcher<unknown>,
  required?: 'required',
): ConversationField => ({
  shape: 'B',
  pointer,
  covers,
  expected,
  ...(required === undefined ? {} : { required: true }),
})

/** A value that is no text is the matter of its type alone. */
const digits = matcher<unknown>('digits only, the country code first', (value) => {
  if (typeof value !== 'string' || /^[1-9]\d*$/.test(value)) return ok
  // No country code begins with 0, but made-up numbers do.
  return /^(0\d*)?$/.test(value) ? soft(show(value), 'a number of nobody may have no country code') : no(show(value))
})
const orNull = (inner: Matcher<unknown>): Matcher<unknown> => any(inner, equals(null))

/** Shape A has no column that tells what is required; shape B has one. */
export const fieldsOf: readonly ConversationField[] = [
  a('/id', 'msg.conversation.enveloped-id', isUuid),
  a('/sender_id', 'msg.conversation.enveloped-sender-id', isUuid),
  a('/recipient_phone', 'msg.conversation.enveloped-recipient-phone', isString),
  { ...a('/recipient_phone', 'msg.conversation.enveloped-recipient-digits', digits), mayLack: true, hidden: true },
  a('/is_active', 'msg.conversation.enveloped-is-active', isBoolean),
  a('/unread_count', 'msg.conversation.enveloped-unread-count', isInteger),
  { ...a('/contact_profile_name', 'msg.conversation.enveloped-contact-name', isString), mayLack: true, lasts: true },
  { ...a('/last_message_at', 'msg.conversation.enveloped-last-message-at', isTime), mayLack: true },
  a('/window', 'msg.conversation.enveloped-window', isObject),
  a('/window/open', 'msg.conversation.enveloped-window-open', isBoolean),
  { ...a('/window/expires_at', 'msg.conversation.enveloped-window-expires-at', isTime), mayLack: true },
  a('/created_at', 'msg.conversation.enveloped-created-at', isTime),
  a('/updated_at', 'msg.conversation.enveloped-updated-at', isTime),
  b('/id', 'msg.conversation.bare-id', isUuid, 'required'),
  b('/whatsapp_account_id', 'msg.conversation.bare-account-id', isUuid, 'required'),
  b('/recipient_phone', 'msg.conversation.bare-recipient-phone', isString, 'required'),
  b('/is_active', 'msg.conversation.bare-is-active', isBoolean, 'required'),
  b('/created_at', 'msg.conversation.bare-created-at', isTime, 'required'),
  b('/updated_at', 'msg.conversation.bare-updated-at', isTime, 'required'),
  b('/whatsapp_sender_number_id', 'msg.conversation.bare-sender-number-id', orNull(isUuid)),
  b('/last_message_at', 'msg.conversation.bare-last-message-at', orNull(isTime)),
]
