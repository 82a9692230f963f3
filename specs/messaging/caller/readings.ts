import type { Reading } from '../../contract.ts'
import type { MessagingHeading } from '../headings.ts'
import type { MessagingCallerRequirementId } from './requirements.ts'

interface MessagingCallerReading extends Reading {
  readonly at: MessagingHeading
  readonly touches: readonly MessagingCallerRequirementId[]
}

/** Decisions where sentences of the messaging document on its callers overlap, collide or stop short. */
export const messagingCallerReadings = {
  'msg-caller.reading.no-retry': {
    at: 'Messaging › Errors',
    conflict: 'Idempotent operations are retried with backoff, as guidance and without a number.',
    policy:
      'A client that sends nothing again is lawful, which is noted. Pauses that do not grow or repeat exactly warn.',
    touches: ['msg-caller.retry.happens', 'msg-caller.retry.backoff', 'msg-caller.retry.jitter'],
  },
  'msg-caller.reading.deduplication': {
    at: 'Messaging › Errors',
    conflict: 'Other operations have deduplication keys in place of blind retries, and no such key is shown.',
    policy: 'A repetition with a header or member of its own that says so, equal in both, passes. A bare one fails.',
    touches: ['msg-caller.retry.not-blind'],
  },
  'msg-caller.reading.resend': {
    at: 'Messaging › Errors',
    conflict: 'A 5xx is retried with backoff, but only for idempotent operations; what a resend is is not told.',
    policy: 'A resend that is sent again blindly warns. A send and an app creation fail.',
    touches: ['msg-caller.retry.not-blind'],
  },
  'msg-caller.reading.refusals': {
    at: 'Messaging › Errors',
    conflict: 'The rows of 4xx say what they mean, and not whether a request is sent again.',
    policy: 'A request that is sent again as it was after a 4xx warns.',
    touches: ['msg-caller.refusal.not-repeated'],
  },
  'msg-caller.reading.redirects': {
    at: 'Messaging › Endpoints',
    conflict: 'A trailing slash stands on some paths in examples only, and redirects are not spoken of.',
    policy: 'Both spellings are served. A lost body, and keys that go to another origin, warn.',
    touches: ['msg-caller.redirect.body', 'msg-caller.redirect.credentials'],
  },
} as const satisfies Record<string, MessagingCallerReading>
