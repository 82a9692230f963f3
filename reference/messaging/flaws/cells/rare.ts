import type { MessagingRequirementId } from '../../../../specs/messaging/requirements.ts'
import { overlooks, type Patch } from '../../patch.ts'

/** A violation that shows for some values or histories only: no example meets it. */
export interface RareFlaw {
  readonly title: string
  /** What it contradicts: any of these. */
  readonly breaks: readonly MessagingRequirementId[]
  /** The check with generated values that meets it. */
  readonly foundBy: string
  readonly patch: Patch
}

const found =
  (foundBy: string) =>
  (title: string, breaks: readonly MessagingRequirementId[], patch: Patch): RareFlaw => ({
    title,
    breaks,
    foundBy,
    patch,
  })

const codes = found('msg/generated/codes')
const refused = found('msg/generated/resend-refused')
const readings = found('msg/generated/readings')

const text =
  (change: (text: string) => string): Patch =>
  (before) => ({ ...before, otpText: (draft) => change(before.otpText(draft)) })

const HALF_A_DAY_MS = 12 * 3_600_000

/** Every rare violation, by its sin. */
export const rareMessagingFlaws: Readonly<Record<string, RareFlaw>> = {
  'codes-cut-at-eight': codes('No code is longer than eight characters', ['msg.otp.length'], (before) => ({
    ...before,
    otpLength: (request) => Math.min(8, before.otpLength(request)),
  })),
  'minutes-cut-at-two-hours': codes('No code lives longer than two hours', ['msg.otp.expiry'], (before) => ({
    ...before,
    otpMinutes: (request) => Math.min(120, before.otpMinutes(request)),
  })),
  'escapes-markup-in-texts': codes(
    'Texts are sent with entities of HTML',
    ['msg.otp.template-code'],
    text((sent) => sent.replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')),
  ),
  'texts-in-seven-bits': codes(
    'Letters beyond Latin become question marks',
    ['msg.otp.template-code'],
    text((sent) => sent.replace(/[^\x20-\x7e]/g, '?')),
  ),
  'takes-phones-with-one-letter': refused(
    'One letter among the digits of a number is overlooked',
    ['msg.otp.phone-digits'],
    overlooks('phone_number', ({ phone_number: phone }) => /^\d+[A-Za-z]\d*$/.test(String(phone))),
  ),
  'never-marks-old-messages': readings(
    'Messages of more than half a day ago are never marked read',
    ['msg.read.counts'],
    (before) => ({
      ...before,
      marks: (conversation, upTo) =>
        before.marks(conversation, upTo).filter(({ at }) => Date.now() - at.getTime() < HALF_A_DAY_MS),
    }),
  ),
}
