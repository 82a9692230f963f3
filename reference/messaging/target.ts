import type { MessagingBehaviour } from './behaviour.ts'
import type { JsonObject } from './domain/domain.ts'
import { fixtureIds } from './domain/fixtures.ts'
import { appIds, type Credentials } from './http/keys.ts'
import { otpPhone, recipients, secondOtpPhone } from './recipes.ts'

/** Origin for callback URLs that the service accepts; `outcomes.routeCallbacks` leads it to a loopback listener. */
const CALLBACK_ORIGIN = 'https://callbacks.example.com'

interface Place {
  readonly url: string
  readonly controlUrl: string
  readonly timeScale: number
  readonly credentials: Credentials
  /** The behaviour without its flaw: what the deployment declares. */
  readonly behaviour: MessagingBehaviour
}

type Call = { call: JsonObject }

/** So many of a pause that hangs on chance come near its longest. */
const DRAWN = 300
const ROUNDED_MS = 5000
/** What the longest of them may lack, as a part of it. */
const SHORT_OF = 0.01

/** The longest pause between two attempts, the same each time: in steps of five seconds. */
function longestPauseMs({ maxAttempts, retryPauseMs }: MessagingBehaviour): number {
  const drawn = Array.from({ length: maxAttempts - 1 }, (_, index) =>
    Array.from({ length: DRAWN }, () => retryPauseMs(index + 1)),
  )
  return Math.ceil((Math.max(...drawn.flat()) * (1 + SHORT_OF)) / ROUNDED_MS) * ROUNDED_MS
}

/** The target file of a running service, as a plain object. Its webhooks are received on loopback. */
export function targetOf({ url, controlUrl, timeScale, credentials, behaviour }: Place): JsonObject {
  const { bound, unbound, restricted, otherUser, bearer, appKey, secondAppKey, webhookSecret } = credentials
  const post = (path: string, json: JsonObject): Call => ({
    call: { method: 'POST', url: `${controlUrl}${path}`, json },
  })
  const get = (path: string): Call => ({ call: { method: 'GET', url: `${controlUrl}${path}` } })
  const secret = behaviour.signs ? { secret: webhookSecret } : {}
  const longestMs = longestPauseMs(behaviour) * 1.2 + behaviour.timeoutMs
  return {
    name: 'embedded reference',
    environment: 'local',
    timeScale,
    allow: { payments: 0, messages: 200, profileWrites: false },
    messaging: {
      baseUrl: url,
      keys: { bound, unbound, restricted, otherUser },
      bearer,
      appKey,
      appId: appIds.main,
      fixtures: {
        conversation: fixtureIds.conversation,
        otherConversation: fixtureIds.otherConversation,
        campaign: fixtureIds.campaign,
        workspace: fixtureIds.workspace,
        phones: { ...recipients, otp: otpPhone },
      },
      bodies: {
        sendInstant: {},
        otpResend: behaviour.registeredSender === undefined ? {} : { sender_id: behaviour.registeredSender },
      },
      smsWebhook: {
        appId: appIds.main,
        ...secret,
        ...(Number.isFinite(behaviour.maxAttempts) ? { attempts: behaviour.maxAttempts } : {}),
        register: post('/webhooks', { app_id: appIds.main, channel: 'sms', url: '{url}', ...secret }),
      },
      outcomes: {
        addInbound: post('/conversations/{id}/messages', { direction: 'inbound', age: '{age}' }),
        addOutbound: post('/conversations/{id}/messages', { direction: 'outbound', age: '{age}' }),
        registerWebhook: post('/webhooks', {
          app_id: '{appId}',
          channel: '{channel}',
          url: '{url}',
          secret: '{secret}',
        }),
        routeCallbacks: post('/routes', { from: CALLBACK_ORIGIN, to: '{url}' }),
        issueOtp: post('/otp', { phone: '{phone}', app_id: appIds.main }),
        secondApp: { with: { app_key: secondAppKey, app_id: appIds.second } },
        secondPhone: { with: { phone_number: secondOtpPhone } },
        callbackOrigin: { with: { callback_url: CALLBACK_ORIGIN } },
      },
      probes: {
        otpInbox: get('/otp?phone={phone}'),
        otpCallbacks: get('/otp/callbacks?phone={phone}'),
        otpVerify: post('/otp/verify', { phone: '{phone}', code: '{code}' }),
      },
    },
    webhooks: {
      listen: '127.0.0.1:0',
      deliveryWithin: 8,
      retryWithin: Math.max(3, Math.ceil(longestMs / 1000 / timeScale)),
    },
  }
}
