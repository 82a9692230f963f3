import { messagingSection } from '../suites/messaging/service/section.ts'
import { paymentSection } from '../suites/payment/service/section.ts'

/** The sections of a target file, in reading order. */
export const sections = [paymentSection, messagingSection] as const
