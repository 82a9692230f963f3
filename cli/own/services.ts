import { claimsOf } from '../../kit/target/claims.ts'
import type { TargetFileOf } from '../../kit/target/file/file.ts'
import { messagingCallerSection } from '../../suites/messaging/caller/section.ts'
import { messagingReceiverSection } from '../../suites/messaging/receiver/section.ts'
import { messagingSection } from '../../suites/messaging/service/section.ts'
import { paymentCallerSection } from '../../suites/payment/caller/section.ts'
import { paymentReceiverSection } from '../../suites/payment/receiver/section.ts'
import { paymentSection } from '../../suites/payment/service/section.ts'

/** The sections of a target file, in reading order. */
export const sections = [
  paymentSection,
  messagingSection,
  paymentReceiverSection,
  messagingReceiverSection,
  paymentCallerSection,
  messagingCallerSection,
] as const

/** What target files with these sections may claim. */
export const claims = claimsOf(sections)

/** A target file with these sections. */
export type OwnTargetFile = TargetFileOf<typeof sections>
