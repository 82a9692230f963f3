import type { Check } from '../../../../kit/check/check.ts'
import { type CheckContext, defineCheck } from '../../define.ts'
import { common, conclude, concludeToo, evidenceOf, took } from '../probe-judgements.ts'
import type { Code } from '../story/inbox.ts'
import { MINUTES, otpScenario } from '../story/scenario.ts'
import type { Step } from '../story/steps.ts'

/** Milliseconds of the target's clock for which a code lives, as the probe shows it. */
export function lifetime({ code, trial }: Step): number | undefined {
  if (code?.expires === undefined) return undefined
  return code.expires - (code.sent ?? trial.accepted?.endedAt ?? 0)
}

export const minute = (t: CheckContext): number => t.clock.scaled(60)
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

/** Whether a code had not expired at a moment for certain: answers may take longer than the codes of a fast clock live. */
export function isSurelyAlive(t: CheckContext, step: Step, at: number): boolean {
  const asked = (step.asked.minutes ?? 10) * minute(t)
  const lives = Math.min(asked, lifetime(step) ?? asked)
  return at - (step.trial.accepted?.sentAt ?? 0) < lives - tolerance(t) - coarseness(step)
}

const inMinutes = (many: number): string => `${many} ${many === 1 ? 'minute' : 'minutes'}`

const livesFor =
  (t: CheckContext, minutes: number, coarse = 0) =>
  (ms: number): string | undefined =>
    Math.abs(ms - minutes * minute(t)) <= tolerance(t) + coarse
      ? undefined
      : inMinutes(Math.round((ms / minute(t)) * 100) / 100)

const isNear = (t: CheckContext, { code: one }: Step, { code: other }: Step): boolean =>
  one?.expires !== undefined && other?.expires !== undefined && Math.abs(one.expires - other.expires) <= tolerance(t)

/** Contradiction where a later code has the expiry of the one before it rather than one of its own. */
function keptWindow(t: CheckContext, before: Code, after: Step): string | undefined {
  const [expires, lived] = [after.code?.expires, lifetime(after)]
  if (expires === undefined || lived === undefined || before.expires === undefined) return undefined
  if (livesFor(t, 2, coarseness(after))(lived) === undefined) return undefined
  const apart = Math.abs(expires - before.expires)
  const [beforeLived = 0] = [before.sent === undefined ? undefined : before.expires - before.sent]
  return apart <= tolerance(t) && apart < Math.abs(lived - beforeLived) ? 'the expiry of the code before it' : undefined
}

export const otpLifetimes: readonly Check[] = [
  // Resources › OTP resend request, minutes_to_expire: default 10. States: a new expiry window.
  defineCheck({
    ...common,
    id: 'msg/otp/expiry',
    title: 'A code lives as long as asked for, else 10 minutes, from its own resend on',
    covers: ['msg.otp.expiry', 'msg.otp.expiry-default', 'msg.otp.new-window'],
    async run(t) {
      const { rich, bare, second, nulls, elsewhere, otherApp, later, lastAccepted } = await t.use(otpScenario)
      const member = 'expires'
      if (took(rich, 'numbers'))
        conclude(
          t,
          'msg.otp.expiry',
          `${MINUTES} minutes`,
          { step: rich, value: lifetime(rich), member },
          livesFor(t, MINUTES, coarseness(rich)),
        )
      else t.markBlocked('msg.otp.expiry', `a minutes_to_expire of ${MINUTES} is refused`, evidenceOf(rich))
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
      for (const step of [second, nulls, elsewhere, otherApp]) {
        // One that kept the expiry of another code is the matter of the new window.
        const kept = [rich, second, nulls, elsewhere].some(
          (other) => other.from < step.from && other.phone === step.phone && isNear(t, other, step),
        )
        if (kept || (step.asked.minutes !== undefined && !took(step, 'numbers'))) continue
        const { minutes = 10 } = step.asked
        const id = step.asked.minutes === undefined ? 'msg.otp.expiry-default' : 'msg.otp.expiry'
        const found = { step, value: lifetime(step), member }
        concludeToo(t, id, inMinutes(minutes), found, livesFor(t, minutes, coarseness(step)))
      }
      conclude(
        t,
        'msg.otp.new-window',
        'an expiry of its own',
        { step: second, value: rich.code?.expires === undefined ? undefined : lifetime(second), member },
        () => (rich.code === undefined ? undefined : keptWindow(t, rich.code, second)),
      )
    },
  }),
]
