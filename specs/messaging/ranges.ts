import type { Ranges } from '../contract.ts'
import type { messagingRequirements } from './requirements.ts'

const WHATSAPP = [
  'GET /v1/whatsapp/conversations/{conversation_id}',
  'POST /v1/whatsapp/conversations/{conversation_id}/read',
  'GET /v1/whatsapp/senders',
]
const BEARER = [
  'POST /v1/developer_apps',
  'GET /v1/developer_apps/get-by-key/{app_key}',
  'GET /v1/campaign/{campaign_id}',
]
const RESEND = 'POST /v1/otp/resend'
const LISTED = [RESEND, ...WHATSAPP, ...BEARER, 'GET /v1/workspace/all/']
const OPEN = LISTED.filter((each) => !BEARER.includes(each))
const endpoint = { endpoint: LISTED }
const channel = { channel: ['sms', 'call', 'whatsapp'] }
const naming = { naming: ['bound', 'app_key', 'X-App-ID'] }
const event = { event: ['sms.sent', 'sms.delivered', 'sms.expired', 'sms.failed'] }

/** What statements of the messaging document range over: each is promised at every one of the values. */
// biome-ignore format: a table reads by its rows, one statement a line
export const messagingRanges = {
  'msg.service.content-type': endpoint,
  'msg.service.any-spelling': { spelling: ['order', 'white space', 'escapes', 'header names', 'charset'] },
  'msg.auth.key-accepted': endpoint,
  'msg.auth.key-invalid': endpoint,
  'msg.auth.bearer-status': { endpoint: BEARER },
  'msg.auth.bearer-token': { endpoint: BEARER },
  'msg.auth.bearer-invalid': { endpoint: BEARER },
  'msg.auth.bearer-scheme': { endpoint: BEARER },
  'msg.auth.bearer-not-needed': { endpoint: OPEN },
  'msg.auth.forbidden': endpoint,
  'msg.endpoints.trailing-slash': { form: ['POST /v1/developer_apps', 'POST /v1/developer_apps/', 'GET /v1/campaign/{campaign_id}', 'GET /v1/campaign/{campaign_id}/'] },
  'msg.error.success-range': endpoint,
  'msg.error.body-shape': endpoint,
  'msg.error.json': endpoint,
  'msg.error.handled': endpoint,
  'msg.error.unprocessable': endpoint,
  'msg.version.prefix': endpoint,
  'msg.validation.detail': endpoint,
  'msg.validation.loc': endpoint,
  'msg.validation.msg': endpoint,
  'msg.validation.type': endpoint,
  'msg.base.success': channel,
  'msg.base.message': channel,
  'msg.otp.accepted': { ...channel, ...naming },
  'msg.otp.unbound-app-key': channel,
  'msg.otp.unbound-app-id': channel,
  'msg.otp.bound-key-with-app-key': channel,
  'msg.auth.app-unknown': channel,
  'msg.otp.phone-none': channel,
  'msg.otp.phone-plus': channel,
  'msg.otp.phone-country-code': channel,
  'msg.otp.phone-length': channel,
  'msg.otp.callback-url-uri': channel,
  'msg.otp.callback-url-https': channel,
  'msg.otp.length': channel,
  'msg.otp.expiry': channel,
  'msg.event.method': event,
  'msg.event.json-object': event,
  'msg.event.compact': event,
  'msg.event.content-type': event,
  'msg.event.user-agent': event,
  'msg.event.app-id-header': event,
  'msg.event.app-id-header-app': event,
  'msg.event.service-type': event,
  'msg.event.id': event,
  'msg.event.id-stable': event,
  'msg.event.name': event,
  'msg.event.channel': event,
  'msg.event.channel-sms': event,
  'msg.event.app-id': event,
  'msg.event.created-at': event,
  'msg.event.data': event,
  'msg.signature.present': event,
  'msg.signature.form': event,
  'msg.signature.verifies': event,
} as const satisfies Ranges<typeof messagingRequirements>
