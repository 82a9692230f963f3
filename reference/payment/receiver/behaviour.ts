import { lawfulReceiver, type ReceiverBehaviour } from '../../receiver/behaviour.ts'

/** What a receiver of payment webhooks decides beside. */
export interface PaymentReceiverBehaviour extends ReceiverBehaviour {
  /** A timestamp that is further from now is refused, ms; undefined for none. */
  readonly oldestMs: number | undefined
  /** What becomes of an event without a timestamp. */
  readonly untimed: 'refused' | 'taken'
  /** A signature of the body alone is as good. */
  readonly bodyAlone: boolean
  /** Seconds by which the signed timestamp may differ from the one that is told. */
  readonly drift: number
  readonly amounts: 'numbers' | 'whole digits' | 'digits alone'
  /** Members of metadata that are no text are refused. */
  readonly plainMetadata: boolean
  /** Terminal statuses from which a late event takes a transaction back. */
  readonly goesBackFrom: readonly string[]
  /** Statuses whose events are answered 500. */
  readonly fallsAt: readonly string[]
  /** Names of which it makes nothing. */
  readonly ignores: readonly string[]
  /** What comes to its other URL is known apart. */
  readonly apart: boolean
}

export const lawfulPaymentReceiver: PaymentReceiverBehaviour = {
  ...lawfulReceiver,
  oldestMs: undefined,
  untimed: 'refused',
  bodyAlone: false,
  drift: 0,
  amounts: 'numbers',
  plainMetadata: false,
  goesBackFrom: [],
  fallsAt: [],
  ignores: [],
  apart: false,
}
