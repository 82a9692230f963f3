import { lawfulReceiver, type ReceiverBehaviour } from '../../receiver/behaviour.ts'

/** What a receiver of SMS webhooks decides beside. */
export interface MessagingReceiverBehaviour extends ReceiverBehaviour {
  /** It has no secret, and takes what comes. */
  readonly secretless: boolean
  /** What decides what became of a message. */
  readonly branchesOn: 'event' | 'label of deliveries' | 'label of failures'
  /** Which message a report, which has no job, is of. */
  readonly reportsReach: 'their message' | 'the last message'
  /** Bodies with escapes that they do not need are refused. */
  readonly compactAlone: boolean
  /** Names of which it makes nothing. */
  readonly ignores: readonly string[]
  /** Reports of messages that it has not heard of are made nothing of. */
  readonly wantsSubmitFirst: boolean
  /** Members of data without which an event is refused, by name and what comes with it. */
  readonly wants: Readonly<Record<string, readonly string[]>>
  /** How an event of another channel is answered, by channel. */
  readonly channels: Readonly<Record<string, number>>
}

export const lawfulMessagingReceiver: MessagingReceiverBehaviour = {
  ...lawfulReceiver,
  secretless: false,
  branchesOn: 'event',
  reportsReach: 'their message',
  compactAlone: false,
  ignores: [],
  wantsSubmitFirst: false,
  wants: {},
  channels: {},
}
