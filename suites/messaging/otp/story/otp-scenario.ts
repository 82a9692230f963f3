import type { Exchange } from '../../../../kit/http/exchange.ts'
import type { Beside } from './beside.ts'
import type { Places } from './callback-inbox.ts'
import type { Speakers } from './callers.ts'
import type { Course } from './course.ts'
import type { Code } from './inbox.ts'
import type { RefusedWithCallback } from './refused-with-callback.ts'
import type { Step } from './steps.ts'

/** Six resends and what became of their codes and callbacks; the last one is bare. */
export interface OtpScenario {
  readonly speakers: Speakers
  readonly course: Course
  readonly sender: string
  readonly senderGiven: boolean
  readonly marker: string
  /** The very first resend: whether the number had a code before it only the probe tells. */
  readonly first: Exchange
  readonly hadCode: boolean | undefined
  /** The codes of all numbers before any request of the run, and how many were issued to them beside the resends. */
  readonly before: readonly Code[]
  readonly issued: number
  /** Whether a resend is refused to a number that has no code. */
  readonly wantsPrior: boolean
  /** SMS with everything, reported to the first place. */
  readonly rich: Step
  /** WhatsApp or a call, with a template, reported to the second place. */
  readonly second: Step
  /** A resend that is refused, between that one and the nulls. */
  readonly between: RefusedWithCallback | undefined
  /** Resends of a bound key that name an app beside it; one that was taken stands for the step that it was tried for. */
  readonly beside: readonly Beside[]
  readonly nulls: Step
  /** A call or WhatsApp, with a sender and a template without {code}; to the second number where there is one. */
  readonly elsewhere: Step
  /** The channel of the second one, with a sender and a template without {code}, of the second app where there is one. */
  readonly otherApp: Step
  readonly bare: Step
  readonly secondPhone: string | undefined
  readonly places: Places | undefined
  /** Whether there are none since a callback_url on a private network is refused. */
  readonly isPlacePrivate: boolean
  /** Whether the codes and the callback target were waited out before the bare resend. */
  readonly expired: boolean
  /** Whether nobody need be told that the last code expires: it was ended, or its callback target is over by then. */
  readonly endsUntold: boolean
  /** Whether the second code was verified, since nothing had been told of any. */
  readonly verified: boolean
  readonly hasInbox: boolean
  /**
   * Codes of the first two resends once the next one was sent, of the nulls once it had to be over, and of the one to
   * another number once the first number had its last one, where it was to be alive then.
   */
  readonly later: {
    readonly rich?: Code
    /** The second one after the resend that was refused, and when it was looked at. */
    readonly between?: { readonly code: Code; readonly at: number }
    readonly second?: Code
    readonly nulls?: Code
    readonly elsewhere?: Code
  }
  /** Whether the last code is accepted, where the inbox does not show it: without that a refusal of others says nothing. */
  readonly lastAccepted: boolean | undefined
}
