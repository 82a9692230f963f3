import type { Claim } from '../define.ts'

/** What has to be claimed for a deployment to show what rules look at. */
export const OBSERVED = {
  conversation: ['messaging.fixtures.conversation'],
  resend: ['messaging.fixtures.phones.otp', 'allow.messages'],
  callbacks: ['messaging.smsWebhook', 'messaging.fixtures.phones.delivered', 'allow.messages'],
  app: ['messaging.bearer'],
  campaign: ['messaging.bearer', 'messaging.fixtures.campaign'],
} as const satisfies Readonly<Record<string, readonly Claim[]>>
