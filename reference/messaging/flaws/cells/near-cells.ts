import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../domain/domain.ts'
import { on, overlooks, recode, renders, shows, without } from '../../patch.ts'
import { type Flaw, flaw } from '../flaw.ts'

/** Violations that show in one value, one status or one place, beside others that are right. */
export const nearCellFlaws: Record<string, Flaw> = {
  'key-as-token-is-taken': flaw(
    'A key is taken from Authorization where X-API-Key is missing',
    ['msg.auth.key-required-senders', 'msg.auth.key-required-workspaces'],
    (before) => ({
      ...before,
      apiKey: (headers, ...rest) =>
        before.apiKey(headers, ...rest) ?? /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1],
    }),
  ),
  'key-in-query-is-taken': flaw(
    'A key is taken from the query where X-API-Key is missing',
    ['msg.auth.key-required-senders', 'msg.auth.key-required-workspaces'],
    (before) => ({
      ...before,
      apiKey: (headers, raw, query) =>
        before.apiKey(headers, raw, query) ?? (typeof query.api_key === 'string' ? query.api_key : undefined),
    }),
  ),
  'invalid-app-is-unauthorized': flaw(
    'A creation that is refused for its members answers 401',
    ['msg.auth.key-accepted'],
    recode(['invalid'], { status: 401 }, on('create-app')),
  ),
  'workspace-list-without-its-slash': flaw(
    'The workspace list stands at its path without the slash only',
    ['msg.workspaces.list'],
    (before) => ({
      ...before,
      slashes: (operation) =>
        operation === 'workspaces' ? { plain: 'served', slashed: 'absent' } : before.slashes(operation),
    }),
  ),
  'unread-count-null-at-zero': flaw(
    'unread_count is null where nothing is unread',
    ['msg.conversation.enveloped-unread-count'],
    shows('enveloped-conversation', (record) => ({
      ...record,
      unread_count: record.unread_count === 0 ? null : record.unread_count,
    })),
  ),
  'count-null-at-zero': flaw(
    'messages_marked_read is null where none was marked',
    ['msg.read.count-type', 'msg.read.count-present'],
    shows('read-result', (record) => ({
      ...record,
      messages_marked_read: record.messages_marked_read === 0 ? null : record.messages_marked_read,
    })),
  ),
  'template-with-capital-code': flaw(
    'A template with {CODE} in place of {code} is taken',
    ['msg.otp.template-without-code'],
    overlooks('message_template', ({ message_template: text }) => typeof text === 'string' && text.includes('{CODE}')),
  ),
  'gives-up-when-not-implemented': flaw(
    'An attempt answered with 501 is the last',
    ['msg.delivery.retry-after-server-error'],
    { retries: ({ kind, status }) => kind !== 'answered' || status !== 501 },
  ),
  'envelope-without-success': flaw(
    'An envelope of a success has no success',
    ['msg.envelope.success-present'],
    (before) => ({
      ...before,
      envelope: (data) => without(before.envelope(data) as JsonObject, 'success'),
    }),
  ),
  'error-envelope-without-success': flaw(
    'An envelope with errors has no success',
    ['msg.envelope.success-present'],
    renders((body) => (body.errors === undefined ? body : without(body, 'success'))),
  ),
  'error-envelope-without-request-id': flaw(
    'An envelope with errors of a marking has no request_id',
    ['msg.envelope.request-id-present'],
    renders((body, { operation }) =>
      body.errors === undefined || operation !== 'read' ? body : without(body, 'request_id'),
    ),
  ),
  'envelope-without-request-id': flaw(
    'An envelope of a success has no request_id',
    ['msg.envelope.request-id-present'],
    (before) => ({
      ...before,
      envelope: (data) => without(before.envelope(data) as JsonObject, 'request_id'),
    }),
  ),
  'result-without-conversation-id': flaw(
    'The result of a marking has no conversation_id where none was marked',
    ['msg.read.conversation-id-present'],
    shows('read-result', (record) => (record.messages_marked_read === 0 ? without(record, 'conversation_id') : record)),
  ),
  'no-envelope-where-none-was-marked': flaw(
    'A marking of nothing answers without the envelope',
    ['msg.read.envelope'],
    (before) => ({
      ...before,
      envelope: (data) => (data.messages_marked_read === 0 ? data : before.envelope(data)),
    }),
  ),
  'another-conversation-once-read': flaw(
    'A conversation with nothing unread shows another id',
    ['msg.conversation.id-echo'],
    shows('enveloped-conversation', (record) => (record.unread_count === 0 ? { ...record, id: randomUUID() } : record)),
  ),
}
