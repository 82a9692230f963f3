import { type Check, type CheckContext, defineCheck, type Evidence } from '../../kit/check.ts'
import { show } from '../../kit/match/index.ts'
import { type Claim, lineFor } from '../../kit/target/claims.ts'
import type { RequirementId } from '../../specs/index.ts'
import type { Code } from './otp-inbox.ts'
import { LENGTH, MINUTES, ODD_SENDER, otpStory, type Step, type Story } from './otp-story.ts'

const LINE = lineFor('messaging.probes.otpInbox')
const MINUTE_MS = 60_000

const common = {
  needs: ['messaging.fixtures.phones.otp', 'messaging.probes.otpInbox'] as const satisfies readonly Claim[],
  uses: [otpStory],
  tier: 'write' as const,
}

const evidenceOf = ({ trial }: Step): readonly Evidence[] => [trial.accepted ?? trial.whole]

interface Shown<T> {
  readonly step: Step
  /** What the probe shows of the code; undefined: nothing. */
  readonly value: T | undefined
  readonly member: string
}

/** Concludes from what the probe shows of a code; says why where it shows nothing. `fault` is undefined when all is well. */
function conclude<T>(
  t: CheckContext,
  id: RequirementId,
  expected: string,
  { step, value, member }: Shown<T>,
  fault: (value: T) => string | undefined,
): void {
  if (step.trial.accepted === undefined) t.blocked(id, 'the resend was refused', evidenceOf(step))
  else if (step.code === undefined) t.blocked(id, 'the probe otpInbox shows no code of it', evidenceOf(step))
  else if (value === undefined) t.skip(id, 'not claimed', `the probe otpInbox does not show ${member}`, LINE)
  else {
    const wrong = fault(value)
    const subject = `the code of POST /v1/otp/resend (${step.trial.accepted.label})`
    t.conclude(id, { ok: wrong === undefined, subject, expected, actual: wrong ?? '', evidence: evidenceOf(step) })
  }
}

const OPEN_FORM = 'msg.open.otp-template-expiry-form'

/** The time asked for as a number: in minutes, seconds or milliseconds, and the latter of a faster clock. */
const spellings = ({ target: { timeScale } }: CheckContext): readonly number[] => {
  const seconds = MINUTES * 60
  return [MINUTES, seconds, seconds * 1000, Math.round(seconds / timeScale), Math.round((seconds * 1000) / timeScale)]
}

const unlike =
  <T>(wanted: T) =>
  (value: T): string | undefined =>
    value === wanted ? undefined : show(value)

/** Whether a group of members took part in the resend that was accepted. */
const took = ({ trial }: Step, group: string): boolean =>
  trial.accepted !== undefined && trial.refused[group] === undefined

/** Milliseconds of the target's clock for which a code lives, as the probe shows it. */
function lifetime({ code, trial }: Step): number | undefined {
  if (code?.expires === undefined) return undefined
  return code.expires - (code.sent ?? trial.accepted?.endedAt ?? 0)
}

/** The same where a further resend shows it; silent where it does not. */
function concludeToo<T>(
  t: CheckContext,
  id: RequirementId,
  expected: string,
  shown: Shown<T>,
  fault: (value: T) => string | undefined,
): void {
  const { step, value } = shown
  if (step.trial.accepted !== undefined && step.code !== undefined && value !== undefined)
    conclude(t, id, expected, shown, fault)
}

const minute = (t: CheckContext): number => MINUTE_MS / t.target.timeScale
const tolerance = (t: CheckContext): number => minute(t) / 6 + 30
/**
 * What is not known of a lifetime, ms: a date-time may be written without a fraction of a second, and a code whose sending
 * is not shown was made at some time while its request was under way.
 */
function coarseness({ code, trial: { accepted } }: Step): number {
  const whole = (code?.expires ?? 1) % 1000 === 0 ? 1000 : 0
  const underWay = code?.sent === undefined && accepted !== undefined ? accepted.endedAt - accepted.sentAt : 0
  return whole + underWay
}

const livesFor =
  (t: CheckContext, minutes: number, coarse = 0) =>
  (ms: number): string | undefined =>
    Math.abs(ms - minutes * minute(t)) <= tolerance(t) + coarse
      ? undefined
      : `${Math.round((ms / minute(t)) * 100) / 100} minutes`

function concludeChannel(t: CheckContext, id: RequirementId, step: Step): void {
  conclude(t, id, step.channel, { step, value: step.code?.channel, member: 'channel' }, unlike<string>(step.channel))
}

const isNear = (t: CheckContext, { code: one }: Step, { code: other }: Step): boolean =>
  one?.expires !== undefined && other?.expires !== undefined && Math.abs(one.expires - other.expires) <= tolerance(t)

/** Contradiction where a later code has the expiry of the one before it rather than one of its own. */
function keptWindow(t: CheckContext, before: Code, after: Step): string | undefined {
  const [expires, lived] = [after.code?.expires, lifetime(after)]
  if (expires === undefined || lived === undefined || before.expires === undefined) return undefined
  if (livesFor(t, 2)(lived) === undefined) return undefined
  const apart = Math.abs(expires - before.expires)
  const [beforeLived = 0] = [before.sent === undefined ? undefined : before.expires - before.sent]
  return apart <= tolerance(t) && apart < Math.abs(lived - beforeLived) ? 'the expiry of the code before it' : undefined
}

export const otpCodes: readonly Check[] = [
  // Resources › OTP resend request, sender_id: shown to the recipient of an SMS; a platform default otherwise.
  defineCheck({
    ...common,
    id: 'msg/otp/sender',
    title: 'An SMS shows the sender asked for, else a default one',
    covers: ['msg.otp.sender-id-shown', 'msg.otp.sender-id-default'],
    async run(t) {
      const { rich, bare, nulls, sender, senderGiven } = await t.use(otpStory)
      if (rich.trial.refused.sender !== undefined) {
        const line = lineFor('messaging.bodies.otpResend')
        t.skip('msg.otp.sender-id-shown', 'not claimed', 'the target takes no made-up sender_id', line)
      } else {
        const shown = { step: rich, value: rich.code?.sender, member: 'sender' }
        conclude<string | null>(t, 'msg.otp.sender-id-shown', sender, shown, unlike<string | null>(sender))
      }
      const step = [nulls, bare].find(({ code }) => code?.channel === 'sms' || code?.channel === undefined) ?? bare
      if (step.code !== undefined && step.code.channel !== undefined && step.code.channel !== 'sms') {
        t.blocked('msg.otp.sender-id-default', 'no resend without a sender was sent by SMS', evidenceOf(step))
        return
      }
      const shown = { step, value: step.code?.sender, member: 'sender' }
      conclude<string | null>(t, 'msg.otp.sender-id-default', 'the default sender of the platform', shown, (value) => {
        if (value === null || value === '') return 'no sender'
        return value === sender && !senderGiven && took(rich, 'sender')
          ? `${show(value)} of the resend before`
          : undefined
      })
      const name = step.code?.sender
      if (typeof name === 'string') t.observe('msg.open.otp-default-sender', name, evidenceOf(step))
    },
  }),

  // Resources › OTP resend request, otp_length: default 6.
  defineCheck({
    ...common,
    id: 'msg/otp/length',
    title: 'A code has the length asked for, else 6 characters',
    covers: ['msg.otp.length', 'msg.otp.length-default'],
    async run(t) {
      const { rich, bare, whatsapp, nulls, call, otherApp } = await t.use(otpStory)
      if (took(rich, 'numbers'))
        conclude(
          t,
          'msg.otp.length',
          `${LENGTH} characters`,
          { step: rich, value: rich.code?.code?.length, member: 'code' },
          unlike(LENGTH),
        )
      else t.blocked('msg.otp.length', `an otp_length of ${LENGTH} is refused`, evidenceOf(rich))
      conclude(
        t,
        'msg.otp.length-default',
        '6 characters',
        { step: bare, value: bare.code?.code?.length, member: 'code' },
        unlike(6),
      )
      for (const step of [whatsapp, nulls, call, otherApp]) {
        if (step.asked.length !== undefined && !took(step, 'numbers')) continue
        const { length = 6 } = step.asked
        const id = step.asked.length === undefined ? 'msg.otp.length-default' : 'msg.otp.length'
        concludeToo(
          t,
          id,
          `${length} characters`,
          { step, value: step.code?.code?.length, member: 'code' },
          unlike(length),
        )
      }
      const { code } = bare.code ?? {}
      if (code !== undefined)
        t.observe('msg.open.otp-code-alphabet', /^\d+$/.test(code) ? 'digits only' : 'not digits only')
    },
  }),

  // Resources › OTP resend request, minutes_to_expire: default 10. States: a new expiry window.
  defineCheck({
    ...common,
    id: 'msg/otp/expiry',
    title: 'A code lives as long as asked for, else 10 minutes, from its own resend on',
    covers: ['msg.otp.expiry', 'msg.otp.expiry-default', 'msg.otp.new-window'],
    async run(t) {
      const { rich, bare, whatsapp, nulls, call, otherApp, later, lastAccepted } = await t.use(otpStory)
      const member = 'expires'
      if (took(rich, 'numbers'))
        conclude(
          t,
          'msg.otp.expiry',
          `${MINUTES} minutes`,
          { step: rich, value: lifetime(rich), member },
          livesFor(t, MINUTES, coarseness(rich)),
        )
      else t.blocked('msg.otp.expiry', `a minutes_to_expire of ${MINUTES} is refused`, evidenceOf(rich))
      const over = later.nulls?.active
      if (over !== undefined && (nulls.code?.active ?? lastAccepted) === true)
        conclude(
          t,
          'msg.otp.expiry',
          'a code that is not active after its expiry',
          { step: nulls, value: over, member },
          (active) => (active ? 'it is still active' : undefined),
        )
      conclude(
        t,
        'msg.otp.expiry-default',
        '10 minutes',
        { step: bare, value: lifetime(bare), member },
        livesFor(t, 10, coarseness(bare)),
      )
      for (const step of [whatsapp, nulls, call, otherApp]) {
        // One that kept the expiry of another code is the matter of the new window.
        const kept = [rich, whatsapp, nulls, call].some(
          (other) => other.from < step.from && other.phone === step.phone && isNear(t, other, step),
        )
        if (kept || (step.asked.minutes !== undefined && !took(step, 'numbers'))) continue
        const { minutes = 10 } = step.asked
        const id = step.asked.minutes === undefined ? 'msg.otp.expiry-default' : 'msg.otp.expiry'
        const found = { step, value: lifetime(step), member }
        concludeToo(t, id, `${minutes} minutes`, found, livesFor(t, minutes, coarseness(step)))
      }
      conclude(
        t,
        'msg.otp.new-window',
        'an expiry of its own',
        { step: whatsapp, value: rich.code?.expires === undefined ? undefined : lifetime(whatsapp), member },
        () => (rich.code === undefined ? undefined : keptWindow(t, rich.code, whatsapp)),
      )
    },
  }),

  // Resources › OTP resend request, delivery_method: sms when left out; whatsapp uses the template svc_otp.
  defineCheck({
    ...common,
    id: 'msg/otp/carriers',
    title: 'A code leaves by the channel asked for, by SMS when none is',
    covers: [
      'msg.otp.channel-default',
      'msg.otp.sent-by-sms',
      'msg.otp.sent-by-call',
      'msg.otp.sent-by-whatsapp',
      'msg.otp.whatsapp-template',
    ],
    async run(t) {
      const { rich, bare, whatsapp, call } = await t.use(otpStory)
      concludeChannel(t, 'msg.otp.channel-default', bare)
      concludeChannel(t, 'msg.otp.sent-by-call', call)
      concludeChannel(t, 'msg.otp.sent-by-whatsapp', whatsapp)
      if (took(rich, 'channel')) concludeChannel(t, 'msg.otp.sent-by-sms', rich)
      else t.blocked('msg.otp.sent-by-sms', 'delivery_method sms is refused', evidenceOf(rich))
      const shown = { step: whatsapp, value: whatsapp.code?.template, member: 'template' }
      conclude<string | null>(t, 'msg.otp.whatsapp-template', 'svc_otp', shown, unlike<string | null>('svc_otp'))
    },
  }),

  // Resources › OTP resend request, message_template: {code} and {expiry} are substituted; the WhatsApp wording is fixed.
  defineCheck({
    ...common,
    id: 'msg/otp/wording',
    title: 'An SMS is worded by its template, a WhatsApp message never',
    covers: ['msg.otp.template-code', 'msg.otp.template-expiry', 'msg.otp.whatsapp-wording'],
    async run(t) {
      const { rich, whatsapp, marker } = await t.use(otpStory)
      const text = rich.code?.text
      const [, code, expiry] = new RegExp(`${marker}: (.*?) / (.*)`, 's').exec(text ?? '') ?? []
      const shown = { step: rich, value: text, member: 'text' }
      if (took(rich, 'template')) {
        conclude(t, 'msg.otp.template-code', 'the code in place of {code}', shown, () => {
          const right =
            code !== undefined && (rich.code?.code === undefined ? code !== '{code}' : code === rich.code.code)
          return right ? undefined : code === undefined ? 'another wording' : 'something else'
        })
        conclude(t, 'msg.otp.template-expiry', 'something in place of {expiry}', shown, () =>
          expiry === undefined ? 'another wording' : /^\s*$|\{expiry\}/.test(expiry) ? show(expiry) : undefined,
        )
        if (expiry !== undefined && /^\d{1,6}$/.test(expiry) && !took(rich, 'numbers'))
          t.observe(OPEN_FORM, show(expiry))
        else if (expiry !== undefined && /^\d{1,6}$/.test(expiry))
          t.conclude('msg.otp.template-expiry', {
            // The text of a code that does live so long is right: how long it lives is judged apart.
            ok: [...spellings(t), Math.round((lifetime(rich) ?? 0) / minute(t))].includes(Number(expiry)),
            soft: true,
            subject: `the text of POST /v1/otp/resend (${rich.trial.accepted?.label ?? ''})`,
            expected: `the ${MINUTES} minutes asked for, where {expiry} becomes a number`,
            actual: show(expiry),
            note: 'which form it takes is not shown',
            evidence: evidenceOf(rich),
          })
        if (expiry !== undefined) t.observe(OPEN_FORM, show(expiry), evidenceOf(rich))
      } else {
        t.blocked('msg.otp.template-code', 'the template is refused', evidenceOf(rich))
        t.blocked('msg.otp.template-expiry', 'the template is refused', evidenceOf(rich))
      }
      if (took(whatsapp, 'template')) {
        const words = { step: whatsapp, value: whatsapp.code?.text, member: 'text' }
        conclude(t, 'msg.otp.whatsapp-wording', 'the wording of the template of the platform', words, (value) =>
          value.includes(marker) ? 'the wording of message_template' : undefined,
        )
      } else t.blocked('msg.otp.whatsapp-wording', 'a WhatsApp resend with a template is refused', evidenceOf(whatsapp))
    },
  }),

  // States: the prior code is invalidated, over another channel too; the new code is sent.
  defineCheck({
    ...common,
    id: 'msg/otp/succession',
    title: 'A resend ends the code before it and sends a new one',
    covers: ['msg.otp.prior-invalidated', 'msg.otp.new-code', 'msg.otp.other-numbers'],
    async run(t) {
      const story = await t.use(otpStory)
      const { rich, whatsapp, nulls, later, lastAccepted } = story
      const ended = (prior: Step, next: Step, after: Code | undefined): void => {
        if (next.trial.accepted === undefined)
          t.blocked('msg.otp.prior-invalidated', 'the resend after it was refused', evidenceOf(next))
        else if (prior.code?.active === false)
          t.blocked('msg.otp.prior-invalidated', 'the code was not active at first', evidenceOf(prior))
        else if (prior.code?.active === undefined && after?.active === false && lastAccepted !== true)
          t.skip('msg.otp.prior-invalidated', 'not met', 'the probe otpVerify accepts no code, not even the last')
        // A code that the inbox shows no longer is as good as ended.
        else
          conclude(
            t,
            'msg.otp.prior-invalidated',
            `a code that is not active after the next one (${next.channel})`,
            { step: prior, value: prior.code?.active ?? after?.active, member: 'active' },
            () => (after?.active === true ? 'it is still active' : undefined),
          )
      }
      ended(rich, whatsapp, later.rich)
      ended(whatsapp, nulls, later.whatsapp)
      const before = rich.code?.code
      conclude(
        t,
        'msg.otp.new-code',
        'another code than before',
        { step: whatsapp, value: before === undefined ? undefined : whatsapp.code?.code, member: 'code' },
        (code) => (code === before ? 'the same code' : undefined),
      )
      concludeNumbers(t, story)
    },
  }),

  // Endpoints, rule 2: sender_id and message_template have no effect on call and WhatsApp.
  defineCheck({
    ...common,
    id: 'msg/otp/no-effect',
    title: 'A sender shows on no call and in no WhatsApp message, and a template words no call',
    covers: ['msg.otp.sender-id-ignored-call', 'msg.otp.sender-id-ignored-whatsapp', 'msg.otp.template-ignored-call'],
    async run(t) {
      const { call, otherApp, marker } = await t.use(otpStory)
      const rows = [
        ['msg.otp.sender-id-ignored-call', call, 'sender', call.code?.sender, ODD_SENDER],
        ['msg.otp.sender-id-ignored-whatsapp', otherApp, 'sender', otherApp.code?.sender, ODD_SENDER],
        ['msg.otp.template-ignored-call', call, 'template', call.code?.text, marker],
      ] as const
      for (const [id, step, group, value, mark] of rows) {
        const shown = { step, value: took(step, group) ? value : undefined, member: group }
        if (typeof shown.value !== 'string') t.skip(id, 'not met', `the probe otpInbox shows no ${group} of it`)
        else
          concludeToo<string | null>(t, id, `nothing of the ${group} that was sent`, shown, (text) =>
            text?.includes(mark) === true ? show(text) : undefined,
          )
      }
    },
  }),
]

/** A resend to one number says nothing of the code of another. */
function concludeNumbers(t: CheckContext, { call, bare, later, secondPhone, lastAccepted }: Story): void {
  const id = 'msg.otp.other-numbers'
  const active = later.call?.active
  if (secondPhone === undefined) {
    const line = 'messaging.outcomes.secondPhone: { with: { phone_number: "255…" } }'
    t.skip(id, 'not claimed', 'the target file names no second number for codes', line)
  } else if (active === undefined || (!active && (call.code?.active ?? lastAccepted) !== true))
    t.skip(id, 'not met', 'whether the code of another number was accepted is not known')
  else
    t.conclude(id, {
      ok: active,
      subject: `the code of POST /v1/otp/resend (${call.trial.accepted?.label ?? ''})`,
      expected: 'still active after a resend to another number',
      actual: 'it is over',
      evidence: [...evidenceOf(call), ...evidenceOf(bare)],
    })
}
