import type { OtpChannel, SmsEventKindName } from '../../../specs/messaging/statuses.ts'

export type JsonObject = { [name: string]: unknown }

/** The operations of the service, named by what the caller does. */
export type Operation =
  | 'resend'
  | 'conversation'
  | 'read'
  | 'create-app'
  | 'read-app'
  | 'senders'
  | 'campaign'
  | 'workspaces'
  | 'send'

export interface App {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly userId: string
  readonly description: string | null
  readonly workspaceId: string | null
  readonly createdAt: Date
}

export interface Workspace {
  readonly id: string
  readonly userId: string
  readonly name: string
  readonly description: string
  readonly developerAccess: boolean
  readonly createdAt: Date
}

export interface Campaign {
  readonly id: string
  readonly userId: string
  readonly workspaceId: string
  readonly name: string
  readonly description: string | null
  readonly launchDate: Date
  readonly createdAt: Date
}

export interface Sender {
  readonly id: string
  readonly userId: string
  readonly accountId: string | null
  readonly phoneNumberId: string
  readonly displayNumber: string
  readonly label: string | null
  readonly isDefault: boolean
  readonly isActive: boolean
  readonly createdAt: Date
}

/** One message of a conversation. */
export interface ChatMessage {
  readonly direction: 'inbound' | 'outbound'
  readonly at: Date
  /** When the service learnt of it, which its own time may precede; absent: before the service began. */
  readonly storedAt?: Date
  read: boolean
  readAt?: Date
}

export interface Conversation {
  readonly id: string
  readonly userId: string
  readonly senderId: string
  readonly accountId: string
  readonly recipientPhone: string
  readonly contactName: string
  readonly createdAt: Date
  updatedAt: Date
  readonly messages: ChatMessage[]
}

/** What a resend asks for, after validation; absent members were left out or null. */
export interface OtpRequest {
  readonly phone: string
  readonly channel?: OtpChannel
  readonly senderId?: string
  readonly length?: number
  readonly minutes?: number
  readonly template?: string
  readonly callbackUrl?: string
  readonly callbackSecret?: string
  /** Whether a callback_url is named at all, be it null. */
  readonly namesCallback?: boolean
}

/** A code as it was sent. */
export interface Otp {
  readonly phone: string
  readonly appId: string
  readonly code: string
  readonly text: string
  readonly channel: string
  /** The name or number that the recipient sees. */
  readonly senderId: string | null
  readonly template: string | null
  readonly sentAt: Date
  readonly expiresAt: Date
  invalidated: boolean
  invalidatedAt?: Date
}

/** A URL that is called, and the secret that signs the calls. An absent or empty secret signs nothing. */
export interface Subscription {
  readonly url: string
  readonly secret?: string
}

/** A callback target of one phone number and app. `until` in ms since the epoch. */
export interface CallbackTarget extends Subscription {
  readonly until: number
}

/** What becomes of a message: the carrier decides by its recipient. */
export type SmsFate = 'delivered' | 'expired' | 'failed' | 'rejected' | 'pending'

/** One message to one recipient. */
export interface Sms {
  readonly messageId: string
  readonly jobId: string
  readonly recipient: string
  readonly fate: SmsFate
  /** The app that its callbacks tell of. */
  readonly appId: string
  /** Its place among the recipients of its send. */
  readonly index: number
}

/** A state that the pipeline reaches; not each is reported. */
export type EventKind = SmsEventKindName | 'pending'

/** Something that a subscriber is told of. */
export interface ServiceEvent {
  readonly id: string
  readonly kind: EventKind | 'otp'
  readonly name: string
  readonly channel: string
  readonly appId: string
  readonly at: Date
  readonly data: JsonObject
  /** Events of one subject are first sent in their order. */
  readonly subject: string
}
