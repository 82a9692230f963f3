/**
 * The target file as its author writes it, after `${ENV}` references were replaced.
 * The JSON Schema beside this file is the authority on what is accepted.
 */
export interface TargetFile {
  /** Where an editor finds the schema; of no meaning to a run. */
  $schema?: string
  name?: string
  environment?: 'local' | 'test' | 'production'
  /** How many times faster than the documents the deployment's clocks run (limiter window, retry pauses). 1 for real ones. */
  timeScale?: number
  allow?: { payments?: number; messages?: number; generated?: number; amount?: number; profileWrites?: boolean }
  payment?: PaymentTarget
  messaging?: MessagingTarget
  webhooks?: WebhookSettings
  timing?: Timing
  network?: NetworkSettings
}

export interface PaymentTarget {
  baseUrl: string
  /** Host header to send where it differs from the base URL's. */
  host?: string
  keys?: {
    live?: string[]
    otherMerchant?: string
    noDefaults?: string
    test?: string
    revoked?: string
    inactiveMerchant?: string
    unknownMerchant?: string
    unresolved?: string
  }
  signingKey?: string
  bodies?: { mobile?: JsonObject; card?: JsonObject; qr?: JsonObject }
  /** JSON pointers into success bodies, where inference from the documented facts is not wanted. */
  record?: { id?: string; status?: string }
  defaults?: { webhookUrl?: string; callbackUrl?: string }
  outcomes?: Partial<Record<PaymentOutcome, Recipe>>
}

export const PAYMENT_OUTCOMES = [
  'processing',
  'completed',
  'failed',
  'expired',
  'cancelled',
  'declined',
  'insufficientFunds',
  'invalidDetails',
  'limitExceeded',
  'unclassified',
  'riskBlocked',
  'screeningBlocked',
  'internalError',
  'feeError',
  'providerUnavailable',
  'providerError',
  'refreshProviderError',
  'refreshCompletes',
  'updateRejected',
  'testModeOn',
  'testModeOff',
] as const
export type PaymentOutcome = (typeof PAYMENT_OUTCOMES)[number]

export interface MessagingTarget {
  baseUrl: string
  host?: string
  keys?: { bound?: string; unbound?: string; restricted?: string; otherUser?: string }
  bearer?: string
  appKey?: string
  appId?: string
  fixtures?: {
    conversation?: string
    otherConversation?: string
    campaign?: string
    workspace?: string
    phones?: {
      delivered?: string
      expired?: string
      failed?: string
      rejected?: string
      pending?: string
      otp?: string
    }
  }
  bodies?: { sendInstant?: JsonObject; otpResend?: JsonObject }
  smsWebhook?: { appId?: string; secret?: string; url?: string; register?: Recipe }
  outcomes?: Record<string, Recipe>
  probes?: Record<string, { call: HttpCall }>
}

export interface WebhookSettings {
  /** `host:port` to listen on; port 0 lets the system choose. */
  listen?: string
  /** The URL under which the deployment reaches the listener. */
  publicUrl?: string
  /** PEM files, or a certificate made when the run starts. */
  tls?: { cert?: string; key?: string; selfSigned?: boolean }
  /** Seconds within which an event arrives after its status change; 30 when absent. */
  deliveryWithin?: number
  /** Seconds within which a failed attempt is tried again. Declared: its absence is a failure. Absent: it is inconclusive. */
  retryWithin?: number
}

/** How the deployment is reached. */
export interface NetworkSettings {
  /** PEM file of a certificate authority beside the known ones, relative to the target file. */
  ca?: string
  /** Certificates are not verified. For environment local only. */
  insecure?: boolean
  /** URL of a proxy; true for the one that the environment names. Without it none is used, whatever the environment says. */
  proxy?: boolean | string
}

export interface Timing {
  /** Seconds one request may take; 30 when absent. */
  request?: number
  /** Seconds a payment may take to reach the outcome of a recipe; 60 when absent. */
  settle?: number
  /** Seconds a person may take over what a recipe asks; 180 when absent. */
  person?: number
}

export type JsonObject = { [name: string]: unknown }

/** How an outcome is brought about. `with` joins the creation; the others act after it. */
export interface Recipe {
  with?: JsonObject
  call?: HttpCall
  run?: string
  ask?: string
}

/** `{id}`, `{reference}` and `{phone}` in the url, the headers and the json are replaced. */
export interface HttpCall {
  method?: string
  url: string
  headers?: Record<string, string>
  json?: unknown
}
