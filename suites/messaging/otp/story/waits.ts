import type { Depth } from '../../../../kit/check/depth.ts'
import { askProbe } from '../../../../kit/run/preflight/probe.ts'
import type { Target } from '../../../../kit/target/target.ts'
import type { FixtureContext } from '../../define.ts'
import { tookPart } from './bisect.ts'
import type { Places } from './callback-inbox.ts'
import type { Step } from './steps.ts'

/** The longest wait for codes to expire, minutes of the target's clock. */
const LONGEST_WAIT_MINUTES = 4

/** Seconds that a quick run waits. */
export const QUICK = 3

/** How long silence is listened to before it counts, ms; `half`: half a minute of the target's clock. */
const silenceOf = (depth: Depth, half: number): number => Math.min(depth === 'quick' ? 250 : 2000, Math.max(250, half))

export const silenceMs = (t: FixtureContext): number => silenceOf(t.depth, t.clock.scaled(30))

/** The same before anything is sent, seconds. */
export const plannedSilence = ({ timeScale }: Target, depth: Depth): number =>
  silenceOf(depth, 30_000 / timeScale) / 1000

/** How long a callback may take, ms. */
export const reportMs = (t: FixtureContext): number => (t.target.webhooks?.deliveryWithin ?? 30) * 1000

export const isTold = ({ first, second }: Places): boolean =>
  first.inbox.deliveries.length + second.inbox.deliveries.length > 0

/** Has a code verified by the probe, where there is one. */
export async function verify(t: FixtureContext, phone: string, { code }: Step): Promise<boolean> {
  const { probes = {} } = t.service
  if (probes.otpVerify === undefined || code?.code === undefined) return false
  return (await askProbe(t, probes, 'otpVerify', { phone, code: code.code })) === true
}

/** Whether a code may outlive the one whose resend gave the callback target: it did not take the minute it was to have. */
export const endsAfterTarget = (last: Step, giving: Step): boolean =>
  last.trial.isMilder === true || (last.code?.expires ?? 0) > (giving.code?.expires ?? Number.POSITIVE_INFINITY)

/** Waits until the last code and the callback target are over. False where nobody would see it, or it takes too long. */
export async function waitedOut(t: FixtureContext, nulls: Step, second: Step, hasPlaces: boolean): Promise<boolean> {
  if (!hasPlaces && nulls.code === undefined) return false
  const minute = t.clock.scaled(60)
  const ends = [nulls, second].flatMap(({ trial, code, asked: { minutes } }) => {
    if (trial.accepted === undefined) return []
    const shown = code?.expires === undefined || code.sent === undefined ? undefined : code.expires - code.sent
    return trial.accepted.endedAt + (shown ?? ((tookPart(trial, 'numbers') ? minutes : undefined) ?? 10) * minute)
  })
  const waitMs = Math.max(0, ...ends) + minute / 12 + 50 - t.clock.now()
  if (ends.length === 0 || waitMs > LONGEST_WAIT_MINUTES * minute) return false
  if (t.depth === 'quick' && waitMs > QUICK * 1000) return false
  if (waitMs > 0) await t.pause(waitMs)
  return true
}
