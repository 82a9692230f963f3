import type { MessagingBehaviour } from '../../behaviour.ts'
import { smsWording, wording } from '../../lawful.ts'
import type { Patch } from '../../patch.ts'
import { type Flaw, flaw } from '../flaw.ts'

const texted =
  (write: (draft: Parameters<MessagingBehaviour['otpText']>[0], lawful: string) => string): Patch =>
  (before) => ({ ...before, otpText: (draft) => write(draft, before.otpText(draft)) })

/** What the text of a code says. */
export const textFlaws: Record<string, Flaw> = {
  'expiry-told-by-default': flaw(
    '{expiry} becomes the default',
    ['msg.otp.template-expiry'],
    texted(({ request, code }, lawful) =>
      request.template === undefined || request.channel !== 'sms' ? lawful : wording(request.template, code, 10),
    ),
  ),
  'template-words-call': flaw(
    'message_template words a call',
    ['msg.otp.template-ignored-call'],
    texted(({ channel, request, code, minutes }, lawful) =>
      channel === 'call' && request.template !== undefined ? wording(request.template, code, minutes) : lawful,
    ),
  ),
  'template-ignored': flaw(
    'message_template is ignored',
    ['msg.otp.template-code', 'msg.otp.template-expiry'],
    texted(({ channel, code, minutes }, lawful) => (channel === 'sms' ? wording(smsWording, code, minutes) : lawful)),
  ),
  'code-not-substituted': flaw(
    '{code} stays in the text',
    ['msg.otp.template-code'],
    texted(({ request, channel, minutes }, lawful) =>
      channel === 'sms' && request.template !== undefined ? wording(request.template, '{code}', minutes) : lawful,
    ),
  ),
  'expiry-not-substituted': flaw(
    '{expiry} stays in the text',
    ['msg.otp.template-expiry'],
    texted(({ request, channel, code }, lawful) =>
      channel === 'sms' && request.template !== undefined ? request.template.replaceAll('{code}', code) : lawful,
    ),
  ),
  'whatsapp-words-by-template': flaw(
    'message_template words a WhatsApp code',
    ['msg.otp.whatsapp-wording'],
    texted(({ request, channel, code, minutes }, lawful) =>
      channel === 'whatsapp' && request.template !== undefined ? wording(request.template, code, minutes) : lawful,
    ),
  ),

  'template-first-code-only': flaw(
    'Only the first {code} of a template is replaced',
    ['msg.otp.template-code'],
    (before) => ({
      ...before,
      otpText: (draft) => {
        const { template } = draft.request
        if (template === undefined || draft.channel !== 'sms') return before.otpText(draft)
        return template.replace('{code}', draft.code).replaceAll('{expiry}', String(draft.minutes))
      },
    }),
  ),
  'template-first-expiry-only': flaw(
    'Only the first {expiry} of a template is replaced',
    ['msg.otp.template-expiry'],
    texted(({ request, channel, code, minutes }, lawful) =>
      channel === 'sms' && request.template !== undefined
        ? request.template.replaceAll('{code}', code).replace('{expiry}', String(minutes))
        : lawful,
    ),
  ),
  'expiry-before-code-stays': flaw(
    '{expiry} stays in the text where it stands before {code}',
    ['msg.otp.template-expiry'],
    texted(({ request, channel, code, minutes }, lawful) => {
      if (channel !== 'sms' || request.template === undefined) return lawful
      const [before = '', ...after] = request.template.split('{code}')
      return [before, ...after.map((each) => each.replaceAll('{expiry}', String(minutes)))].join(code)
    }),
  ),
  'expiry-told-in-seconds': flaw(
    '{expiry} becomes seconds',
    ['msg.otp.template-expiry'],
    texted(({ request, channel, code, minutes }, lawful) =>
      channel === 'sms' && request.template !== undefined ? wording(request.template, code, minutes * 60) : lawful,
    ),
  ),
  'template-as-form-data': flaw('A plus sign of a template becomes a space', ['msg.otp.template-code'], (before) => ({
    ...before,
    otpText: (draft) => before.otpText(draft).replaceAll('+', ' '),
  })),
}
