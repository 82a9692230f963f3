import type { Answer } from '../../../kit/webhooks/delivery.ts'
import { answer, type Given, givenTo, type Request, type Serve, uuidFor } from '../../shared/caller/scenario.ts'

/** The operations that a client may have, by the names that a driver is asked with. */
export type Operation =
  | 'resendOtp'
  | 'readConversation'
  | 'markRead'
  | 'createApp'
  | 'readApp'
  | 'listSenders'
  | 'readCampaign'
  | 'listWorkspaces'
  | 'send'

const UUID = '[^/]+'

/** Method and path of each; paths are written with and without a slash at their end. */
const ENDPOINTS: Readonly<Record<Operation, readonly [method: string, path: RegExp]>> = {
  resendOtp: ['POST', /^\/v1\/otp\/resend\/?$/],
  readConversation: ['GET', new RegExp(`^/v1/whatsapp/conversations/${UUID}/?$`)],
  markRead: ['POST', new RegExp(`^/v1/whatsapp/conversations/${UUID}/read/?$`)],
  createApp: ['POST', /^\/v1\/developer_apps\/?$/],
  readApp: ['GET', new RegExp(`^/v1/developer_apps/get-by-key/${UUID}/?$`)],
  listSenders: ['GET', /^\/v1\/whatsapp\/senders\/?$/],
  readCampaign: ['GET', new RegExp(`^/v1/campaign/${UUID}/?$`)],
  listWorkspaces: ['GET', /^\/v1\/workspace\/all\/?$/],
  send: ['POST', /^\/v1\/message\/send-instant\/?$/],
}

/** The operation that a request is of; undefined where it is of none. */
export function operationOf({ method, below = '' }: Request): Operation | undefined {
  const [path = ''] = below.split('?')
  return (Object.keys(ENDPOINTS) as Operation[]).find((name) => {
    const [verb, pattern] = ENDPOINTS[name]
    return verb === method && pattern.test(path)
  })
}

export const isOf =
  (operation: Operation) =>
  (request: Request): boolean =>
    operationOf(request) === operation

const TIME = '2026-01-02T03:04:05Z'

/** Ids that the seed decides. */
export const idOf = (seed: number, name: string): string => uuidFor(seed, `messaging ${name}`)

/** What a conversation is answered with, as a top-level object. */
export const bareConversation = (seed: number) => ({
  id: idOf(seed, 'conversation'),
  whatsapp_account_id: idOf(seed, 'account'),
  recipient_phone: '255700000301',
  is_active: true,
  created_at: TIME,
  updated_at: TIME,
})

/** The same in an envelope, with its window. */
export const envelopedConversation = (seed: number) => ({
  success: true,
  data: {
    id: idOf(seed, 'conversation'),
    sender_id: idOf(seed, 'sender'),
    recipient_phone: '255700000301',
    is_active: true,
    unread_count: 2,
    contact_profile_name: 'Asha',
    last_message_at: TIME,
    window: { open: true, expires_at: TIME },
    created_at: TIME,
    updated_at: TIME,
  },
  errors: null,
  request_id: 'req-1',
})

export const app = (seed: number) => ({
  app_id: idOf(seed, 'app'),
  app_name: 'Shop',
  app_key: `app-${idOf(seed, 'app key').slice(0, 13)}`,
  user_id: idOf(seed, 'user'),
  created_at: TIME,
  updated_at: TIME,
})

export const sender = (seed: number) => ({
  id: idOf(seed, 'sender'),
  user_id: idOf(seed, 'user'),
  whatsapp_account_id: idOf(seed, 'account'),
  phone_number_id: 'pn-1',
  display_number: '+255 700 000 302',
  label: 'Shop',
  is_default: true,
  is_active: true,
  is_deleted: false,
  created_at: TIME,
  updated_at: TIME,
})

const workspaces = (seed: number) => [
  {
    workspace_id: idOf(seed, 'workspace'),
    user_id: idOf(seed, 'user'),
    name: 'Shop',
    created_at: TIME,
    developer_access: true,
    description: '',
  },
]

const campaign = (seed: number) => ({
  campaign_id: idOf(seed, 'campaign'),
  workspace_id: idOf(seed, 'workspace'),
  name: 'Launch',
  launch_date: TIME,
  created_by: idOf(seed, 'user'),
  created_at: TIME,
})

export const baseResponse = { success: true, message: 'sent', data: null, status_code: 200 }

/** The id that a send is answered with. */
export const jobOf = (seed: number): string => `job-${idOf(seed, 'job').slice(0, 8)}`

/** What each operation is answered with where it goes well. */
export function success(seed: number, operation: Operation): Answer & { kind: 'status' } {
  switch (operation) {
    case 'resendOtp':
      return answer(200, baseResponse)
    case 'readConversation':
      return answer(200, envelopedConversation(seed))
    case 'markRead':
      return answer(200, {
        success: true,
        data: { conversation_id: idOf(seed, 'conversation'), messages_marked_read: 2 },
        errors: null,
        request_id: 'req-2',
      })
    case 'createApp':
    case 'readApp':
      return answer(200, app(seed))
    case 'listSenders':
      return answer(200, [sender(seed)])
    case 'readCampaign':
      return answer(200, campaign(seed))
    case 'listWorkspaces':
      return answer(200, workspaces(seed))
    case 'send':
      return answer(200, { job_id: jobOf(seed) })
  }
}

/** What each operation is asked with. */
export function inputOf(seed: number, operation: Operation): Readonly<Record<string, unknown>> {
  switch (operation) {
    case 'resendOtp':
      return { phone_number: '255700000303', delivery_method: 'sms' }
    case 'readConversation':
      return { conversation_id: idOf(seed, 'conversation') }
    case 'markRead':
      return { conversation_id: idOf(seed, 'conversation'), up_to: null }
    case 'createApp':
      return { app_name: 'Shop' }
    case 'readApp':
      return { app_key: app(seed).app_key }
    case 'listSenders':
      return {}
    case 'readCampaign':
      return { campaign_id: idOf(seed, 'campaign') }
    case 'listWorkspaces':
      return {}
    case 'send':
      return { content: 'Habari', recipients: ['255700000304'] }
  }
}

/** The service, as far as one scenario needs it: by turns where a script says so, and else as it goes well. */
export function serving(seed: number, script: Partial<Readonly<Record<Operation, readonly Given[]>>> = {}): Serve {
  const seen = new Map<Operation, number>()
  return (request) => {
    const operation = operationOf(request)
    if (operation === undefined) return errorAnswer(404, 'not_found')
    const nth = (seen.get(operation) ?? 0) + 1
    seen.set(operation, nth)
    return givenTo(request, script[operation]?.[nth - 1] ?? success(seed, operation))
  }
}

/** An error in the first of the three shapes. */
export const errorAnswer = (status: number, code: string, headers: Readonly<Record<string, string>> = {}) =>
  answer(status, { error: { code, message: 'The request is not taken.', details: {} } }, headers)
