import type { Operation } from '../../domain/domain.ts'
import type { Problem } from '../../http/refusal.ts'
import { on, type Patch, recode } from '../../patch.ts'
import { type Flaw, flaw } from '../flaw.ts'

/** Leaves defects of a member unseen where its value fits. */
const takes = (operation: Operation, member: string, when: (value: unknown) => boolean): Patch => {
  const isSeen = ({ loc }: Problem, value: unknown): boolean => loc.at(-1) !== member || !when(value)
  return (before) => ({
    ...before,
    problems: (found, facts) => {
      const seen = before.problems(found, facts)
      return facts.operation === operation ? seen.filter((each) => isSeen(each, facts.body?.[member])) : seen
    },
  })
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)
const isList = (value: unknown): boolean => Array.isArray(value)
const isWord = (...words: readonly string[]) => {
  return (value: unknown): boolean => typeof value === 'string' && words.includes(value)
}

/** Marks everything read before it refuses for one of the causes. */
const marksBefore =
  (causes: readonly string[]): Patch =>
  (before) => {
    let marked: readonly { read: boolean }[] = []
    return {
      ...before,
      unread: (conversation) => {
        marked = conversation.messages
        return before.unread(conversation)
      },
      marks: (conversation, upTo) => {
        marked = conversation.messages
        return before.marks(conversation, upTo)
      },
      refuse: (refusal, facts) => {
        const isNow = facts.body?.up_to === undefined || refusal.cause === 'invalid'
        if (facts.operation === 'read' && isNow && causes.includes(refusal.cause))
          for (const each of marked) each.read = true
        return before.refuse(refusal, facts)
      },
    }
  }

const isOther = (type: string | undefined): boolean => type !== undefined && !/json/i.test(type)

/** Wrong values that one member takes in one form, and bodies that one endpoint cannot read. */
export const valueCellFlaws: Record<string, Flaw> = {
  'phone-in-list': flaw(
    'A list with a number is taken',
    ['msg.otp.phone-type'],
    takes('resend', 'phone_number', isList),
  ),
  'phone-null': flaw(
    'A phone_number that is null is taken',
    ['msg.otp.phone-type'],
    takes('resend', 'phone_number', (value) => value === null),
  ),
  'phone-empty': flaw(
    'An empty phone_number is taken',
    ['msg.otp.phone-none'],
    takes('resend', 'phone_number', isWord('')),
  ),
  'phone-too-long': flaw(
    'A phone_number of 22 digits is taken',
    ['msg.otp.phone-length'],
    takes('resend', 'phone_number', (value) => typeof value === 'string' && /^\d{16,}$/.test(value)),
  ),
  'sender-id-object': flaw(
    'A sender_id that is an object is taken',
    ['msg.otp.sender-id-type'],
    takes('resend', 'sender_id', isObject),
  ),
  'template-list': flaw(
    'A message_template that is a list is taken',
    ['msg.otp.template-type'],
    takes('resend', 'message_template', isList),
  ),
  'callback-secret-object': flaw(
    'A callback_secret that is an object is taken',
    ['msg.otp.callback-secret-type'],
    takes('resend', 'callback_secret', isObject),
  ),
  'length-list': flaw(
    'An otp_length that is a list is taken',
    ['msg.otp.length-type'],
    takes('resend', 'otp_length', isList),
  ),
  'expiry-object': flaw(
    'A minutes_to_expire that is an object is taken',
    ['msg.otp.expiry-type'],
    takes('resend', 'minutes_to_expire', isObject),
  ),
  'channel-in-list': flaw(
    'A delivery_method in a list is taken',
    ['msg.otp.channel-unknown'],
    takes('resend', 'delivery_method', isList),
  ),
  'channel-fax': flaw(
    'The delivery_method fax is taken',
    ['msg.otp.channel-unknown'],
    takes('resend', 'delivery_method', isWord('fax')),
  ),
  'app-name-null': flaw(
    'An app_name that is null is taken',
    ['msg.apps.name-type'],
    takes('create-app', 'app_name', (value) => value === null),
  ),
  'app-description-list': flaw(
    'An app_description that is a list is taken',
    ['msg.apps.description-type'],
    takes('create-app', 'app_description', isList),
  ),
  'app-workspace-object': flaw(
    'A workspace_id that is an object is taken',
    ['msg.apps.workspace-type'],
    takes('create-app', 'workspace_id', isObject),
  ),
  'up-to-list': flaw('An up_to that is a list is taken', ['msg.read.up-to-type'], takes('read', 'up_to', isList)),
  'up-to-word': flaw(
    'An up_to that is another word is taken',
    ['msg.read.up-to-type'],
    takes('read', 'up_to', isWord('yesterday')),
  ),
  'up-to-impossible': flaw(
    'An up_to on no day of any month is taken',
    ['msg.read.up-to-type'],
    takes('read', 'up_to', (value) => typeof value === 'string' && /^\d{4}-13/.test(value)),
  ),
  'invalid-marking-marks': flaw(
    'A marking whose up_to is refused marks everything read',
    ['msg.read.refused-marks-none'],
    marksBefore(['invalid']),
  ),
  'restricted-marking-marks': flaw(
    'A marking that is forbidden marks everything read',
    ['msg.read.refused-marks-none', 'msg.read.up-to-bounds'],
    marksBefore(['forbidden']),
  ),
  'foreign-marking-marks': flaw(
    'A marking by another user is refused once it is done',
    ['msg.read.refused-marks-none'],
    marksBefore(['foreign']),
  ),
  'malformed-app-crashes': flaw(
    'An app creation whose JSON is cut off answers 500',
    ['msg.error.malformed-body', 'msg.error.handled'],
    recode(
      ['malformed-json'],
      { status: 500, code: 'internal_error' },
      ({ operation, mediaType }) => operation === 'create-app' && !isOther(mediaType),
    ),
  ),
  'malformed-marking-is-unsupported': flaw(
    'A marking whose JSON is cut off answers 415',
    ['msg.error.malformed-body'],
    recode(['malformed-json'], { status: 415, code: 'unsupported' }, on('read')),
  ),
  'list-as-app-conflicts': flaw(
    'An app creation whose body is no object answers 409',
    ['msg.error.malformed-body'],
    recode(['not-an-object'], { status: 409, code: 'conflict' }, on('create-app')),
  ),
  'list-as-send-crashes': flaw(
    'A send whose body is no object answers 500',
    ['msg.error.malformed-body', 'msg.error.handled'],
    recode(['not-an-object'], { status: 500, code: 'internal_error' }, on('send')),
  ),
  'form-crashes': flaw(
    'A resend whose body is a form or a text answers 500',
    ['msg.error.media-type', 'msg.error.handled'],
    recode(
      ['invalid', 'malformed-json', 'not-an-object'],
      { status: 500, code: 'internal_error' },
      ({ operation, mediaType }) => operation === 'resend' && isOther(mediaType),
    ),
  ),
}
