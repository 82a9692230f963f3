import type { Evidence } from '../../../kit/check/context.ts'
import { show } from '../../../kit/match/index.ts'
import { type CheckContext, type Claim, lineFor, type RequirementId } from '../define.ts'
import { tookPart } from './story/bisect.ts'
import { otpScenario } from './story/scenario.ts'
import type { Step } from './story/steps.ts'

const LINE = lineFor('messaging.probes.otpInbox')

export const common = {
  needs: ['messaging.fixtures.phones.otp', 'messaging.probes.otpInbox'] as const satisfies readonly Claim[],
  uses: [otpScenario],
  tier: 'write' as const,
}

export const evidenceOf = ({ trial }: Step): readonly Evidence[] => [trial.accepted ?? trial.whole]

export interface Shown<T> {
  readonly step: Step
  /** What the probe shows of the code; undefined: nothing. */
  readonly value: T | undefined
  readonly member: string
  /** A later resend that it depends on. */
  readonly after?: Step
}

/** Concludes from what the probe shows of a code; says why where it shows nothing. `fault` is undefined when all is well. */
export function conclude<T>(
  t: CheckContext,
  id: RequirementId,
  expected: string,
  { step, value, member, after }: Shown<T>,
  fault: (value: T) => string | undefined,
): void {
  if (step.trial.accepted === undefined) t.markBlocked(id, 'the resend was refused', evidenceOf(step))
  else if (step.code === undefined) t.markBlocked(id, 'the probe otpInbox shows no code of it', evidenceOf(step))
  else if (value === undefined) t.markUnexercised(id, 'not claimed', `the probe otpInbox does not show ${member}`, LINE)
  else {
    const wrong = fault(value)
    const subject = `the ${member === 'text' ? 'text' : 'code'} of POST /v1/otp/resend (${step.trial.accepted.label})`
    const evidence = [...evidenceOf(step), ...(after === undefined ? [] : evidenceOf(after))]
    t.conclude(id, { ok: wrong === undefined, subject, expected, actual: wrong ?? '', awaited: false, evidence })
  }
}

/** The same where a further resend shows it; silent where it does not. */
export function concludeToo<T>(
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

export const unlike =
  <T>(wanted: T) =>
  (value: T): string | undefined =>
    value === wanted ? undefined : show(value)

/** Whether a group of members took part in the resend that was accepted. */
export const took = ({ trial }: Step, group: string): boolean => tookPart(trial, group)

/** Whether a code that was to go by SMS is shown to have gone another way: what an SMS holds is not to be found there. */
export const isElsewhere = ({ code }: Step): boolean => code?.channel !== undefined && code.channel !== 'sms'
