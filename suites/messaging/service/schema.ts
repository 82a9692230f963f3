import { integer, mapOf, object } from '../../../kit/schema/build.ts'
import type { Schema, Static } from '../../../kit/schema/schema.ts'
import { open, probe, recipe, record, ruled, secret, secrets, text, url } from '../../../kit/target/file/parts.ts'
import { phoneFault } from '../../shared/phones.ts'

const PHONE = 'Digits with country code, quoted: '
const phone = (what: string): Schema<string> => text(`${PHONE}${what}`, '255…')

const members = {
  host: text("Host header to send where it differs from the base URL's.", 'messaging.acme.example'),
  keys: secrets('API keys (X-API-Key) by what they stand for.', {
    bound: secret('Bound to a developer app.', 'MSG_KEY_BOUND'),
    unbound: secret('Not bound to a developer app.', 'MSG_KEY_UNBOUND'),
    restricted: secret('Lacks the permission for the listed endpoints.', 'MSG_KEY_RESTRICTED'),
    otherUser: secret('Belongs to another user.', 'MSG_KEY_OTHER_USER'),
  }),
  bearer: secret('Access token of the endpoints marked Bearer.', 'MSG_BEARER'),
  appKey: secret('Key of a developer app of the caller.', 'MSG_APP_KEY'),
  appId: text('Id of the same developer app.', '7c1f5f5e-5a0e-4d3c-9f5e-2f6c0b6f4a11'),
  fixtures: record('Things that exist in the deployment.', {
    conversation: text('Id of a WhatsApp conversation of the caller.', '0d9b2c1e-7a44-4a54-8a35-0f3f5e5d1c01'),
    otherConversation: text("Id of another user's conversation.", '0d9b2c1e-7a44-4a54-8a35-0f3f5e5d1c02'),
    campaign: text('Id of a campaign of the caller.', '0d9b2c1e-7a44-4a54-8a35-0f3f5e5d1c03'),
    workspace: text('Id of a workspace of the caller.', '0d9b2c1e-7a44-4a54-8a35-0f3f5e5d1c04'),
    phones: record('Recipients by what becomes of a message to them.', {
      delivered: phone('a message to it is delivered.'),
      expired: phone('a message to it expires.'),
      failed: phone('a message to it is submitted and fails on the way.'),
      rejected: phone('a message to it fails at submission.'),
      pending: phone('a message to it stays pending.'),
      // The document says of one-time passwords alone how a number is written.
      otp: ruled(phoneFault, `${PHONE}one-time passwords may be sent to it.`, { examples: ['255…'] }),
    }),
  }),
  bodies: record('Valid requests where the document shows only a part of them.', {
    sendInstant: open('Members of send-instant beside content and recipients.', { sender_id: 'ACME' }),
    otpResend: open('Members of an OTP resend beside phone_number.', { sender_id: 'ACME' }),
  }),
  smsWebhook: record('The webhook for channel `sms`, registered on webhooks.publicUrl.', {
    appId: text('Id of the developer app it belongs to.', '7c1f5f5e-5a0e-4d3c-9f5e-2f6c0b6f4a11'),
    secret: secret('Its signing secret.', 'MSG_WEBHOOK_SECRET'),
    attempts: integer({
      description: 'How many attempts an event has, where that is configured.',
      minimum: 1,
      examples: [5],
    }),
    url: url(
      'The URL that was registered; when absent webhooks.publicUrl, or a port that webhooks.listen names.',
      'https://hooks.acme.example/sms',
    ),
    register: recipe(
      'How to register it, on `{url}` for `{appId}` with `{secret}`. Absent: it was registered beforehand, and `url` says where.',
    ),
  }),
  outcomes: mapOf(recipe('One outcome.'), {
    description: [
      'How outcomes are brought about, by names that the checks state. `addInbound`: an unread inbound message, `{age}` seconds old,',
      'in the conversation `{id}`. `addOutbound`: an outbound one. `registerWebhook`: a webhook of the app `{appId}` for `{channel}` on `{url}` with `{secret}`. `issueOtp`: a first code for `{phone}`. `secondPhone` (with `phone_number`): another number that',
      'codes may be sent to. `secondApp` (with `app_key` and `app_id`): another app of the unbound key. `callbackOrigin` (with',
      '`callback_url`, an HTTPS origin) and `routeCallbacks`: has callbacks to that origin sent to `{url}`.',
    ].join(' '),
  }),
  probes: mapOf(probe, {
    description: [
      'Windows into effects that the API does not show, by names that the checks state. The answer is JSON: a list, or an object with the list in `data`.',
      '`otpInbox`: the one-time passwords sent to `{phone}`, each with `code`, `text`, `channel` (sms, call or whatsapp),',
      '`sender` (null for none), `template` (its name, WhatsApp only), `sent` and `expires` (date-times) and `active` (boolean:',
      'the code would be accepted now). Also read: otp, message, delivery_method, sender_id, sent_at, expires_at.',
      'What a list leaves out is not judged. `otpVerify`: whether `{code}` is accepted for `{phone}`: true or false, itself or as',
      '`valid`, or a 4xx for no; asked where the inbox shows no `active`.',
    ].join(' '),
    examples: [{ otpInbox: { call: { method: 'GET', url: 'https://sim.example/inbox/{phone}' } } }],
  }),
}

/** What may stand in the section. */
export const schema = object(
  { baseUrl: text('Absolute http or https URL before `/v1`.', 'https://messaging.staging.acme.example') },
  members,
  { description: 'The messaging service.' },
)

/** The messaging service as the target file says it. */
export type MessagingSection = Static<typeof schema>
