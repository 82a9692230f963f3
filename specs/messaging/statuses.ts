/** Ways in which a code reaches its recipient: the allowed values of `delivery_method`. */
export const otpChannels = ['sms', 'call', 'whatsapp'] as const

export type OtpChannel = (typeof otpChannels)[number]

/** Channels whose resend ignores `sender_id` and `message_template`. */
export const fixedWordingChannels = ['call', 'whatsapp'] as const satisfies readonly OtpChannel[]

/** Event names of the channel `sms`. `sms.failed` has two kinds. */
export const smsEvents = ['sms.sent', 'sms.failed', 'sms.delivered', 'sms.expired'] as const

export type SmsEvent = (typeof smsEvents)[number]

/** Event names that are mentioned without a payload. */
export const whatsappEvents = [
  'whatsapp.sent',
  'whatsapp.delivered',
  'whatsapp.read',
  'whatsapp.failed',
  'whatsapp.received',
] as const

/** `time` is UTC in ISO 8601 with milliseconds and a trailing Z; `digits` is a number with country code. */
export type EventFieldKind = 'string' | 'digits' | 'time'

export interface EventField {
  readonly kind: EventFieldKind
  /** False where the table says "when present". */
  readonly required: boolean
}

/** One row of the event table. */
export interface SmsEventKind {
  readonly event: SmsEvent
  readonly phase: 'submit' | 'delivery report'
  readonly data: Readonly<Record<string, EventField>>
}

const text: EventField = { kind: 'string', required: true }
const time: EventField = { kind: 'time', required: true }

const submitData = {
  job_id: text,
  message_id: text,
  recipient: { kind: 'digits', required: true },
  status: text,
  submitted_to_provider: { kind: 'time', required: false },
} as const satisfies Record<string, EventField>

/** The five kinds of SMS events, in the order of the table. */
export const smsEventKinds = {
  sent: { event: 'sms.sent', phase: 'submit', data: submitData },
  submitFailed: { event: 'sms.failed', phase: 'submit', data: submitData },
  delivered: {
    event: 'sms.delivered',
    phase: 'delivery report',
    data: { message_id: text, status: text, delivered_at: time },
  },
  expired: {
    event: 'sms.expired',
    phase: 'delivery report',
    data: { message_id: text, status: text, expired_at: time },
  },
  reportFailed: {
    event: 'sms.failed',
    phase: 'delivery report',
    data: { message_id: text, status: text, failed_at: time },
  },
} as const satisfies Record<string, SmsEventKind>

export type SmsEventKindName = keyof typeof smsEventKinds

/** Labels of `status` that the document mentions. They are opaque: never compared, at most noted. */
export const statusLabels = ['SENT', 'FAILED'] as const

export type StatusLabel = (typeof statusLabels)[number]

/** One row of the transition table of an SMS. */
export interface SmsTransition {
  readonly trigger: 'submit finished' | 'delivery report applied'
  readonly condition: string
  /** The label of the next state, where the table gives one. */
  readonly label?: StatusLabel
  readonly reports: SmsEventKindName
}

/** The transitions of an SMS. Carrier states in between report nothing. */
export const smsTransitions = [
  { trigger: 'submit finished', condition: 'The submit succeeds.', label: 'SENT', reports: 'sent' },
  { trigger: 'submit finished', condition: 'The submit does not succeed.', reports: 'submitFailed' },
  {
    trigger: 'delivery report applied',
    condition: 'The carrier reports delivery.',
    label: 'SENT',
    reports: 'delivered',
  },
  {
    trigger: 'delivery report applied',
    condition: 'The failure is classified as expiry.',
    label: 'FAILED',
    reports: 'expired',
  },
  {
    trigger: 'delivery report applied',
    condition: 'The failure is not classified as expiry.',
    label: 'FAILED',
    reports: 'reportFailed',
  },
] as const satisfies readonly SmsTransition[]
