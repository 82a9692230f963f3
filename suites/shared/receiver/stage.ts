import type { UnexercisedReason } from '../../../kit/check/verdicts/verdict.ts'
import { HASTY_SECONDS, isHasty, WAITED_NO_LONGER } from '../../../kit/plan/haste.ts'
import { type Effect, type EffectsProbe, type Looking, look, type ProbePlace, seen } from './effects.ts'
import { type Delivered, deliver, type Occurrence, type Party, type Scene, statusOf } from './party.ts'

/** A receiver as one check sees it. */
export interface Stage {
  readonly party: Party
  readonly probe: EffectsProbe | undefined
  /** The line of the target file that names the probe, or a member of it. */
  lineFor(member: 'probe' | 'probe.applied' | 'probe.status'): string
  /** A plain event of something that no event was of before. */
  fresh(): Promise<Occurrence>
}

/** The first event of a run: nothing is on its way beside it. */
export interface Control {
  readonly delivered: Delivered
  /** Absent where no probe shows it. */
  readonly effect?: Effect
}

/** Delivers the first event, and sees what is made of it. */
export async function controlOf(t: Looking & Pick<Scene, 'send'>, { party, probe, fresh }: Stage): Promise<Control> {
  const delivered = await deliver(t, party, await fresh(), 'valid event')
  if (!delivered.isTaken || probe === undefined) return { delivered }
  return { delivered, effect: await seen(t, probe, delivered.occurrence, 'the first event') }
}

/** Blocks unless the receiver takes what is valid: nothing else can be held against it then. */
export function assertTaken(t: Pick<Scene, 'abortBlocked'>, { delivered: { isTaken, last } }: Control): void {
  if (!isTaken) t.abortBlocked(`a valid event is not taken (${statusOf(last)})`, [last])
}

type Marking = Pick<Scene, 'markUnexercised' | 'markBlocked' | 'target' | 'depth'>

/** For how long an effect is waited for, and what says so: a quick run may cut it short. */
const waited = (t: Pick<Scene, 'target' | 'depth'>): string => {
  const { settle } = t.target.timing
  const isCut = isHasty(t) && settle === HASTY_SECONDS
  return `${settle} s (${isCut ? WAITED_NO_LONGER : 'timing.settle'})`
}

/** The probe, where effects can be seen; else says of the requirements why they cannot. */
export function sight(
  t: Marking,
  { probe, lineFor }: Stage,
  { effect, delivered }: Control,
  requirements: readonly string[],
): EffectsProbe | undefined {
  if (probe === undefined) {
    unclaimed(t, requirements, 'the target file names no probe of what becomes of events', lineFor('probe'))
    return undefined
  }
  if (effect?.isThere === true) return probe
  const answered = effect?.answered === undefined ? '' : `; it was last answered ${effect.answered}`
  const reason = `the probe shows no effect of an event that was taken, within ${waited(t)}${answered}`
  for (const id of requirements) t.markBlocked(id, reason, [delivered.last])
  return undefined
}

/** Whether a probe is asked for one message or transaction: one of jobs, or of events, does not tell them apart. */
export function tellsApart(
  t: Marking,
  { lineFor }: Stage,
  probe: EffectsProbe,
  requirements: readonly string[],
): boolean {
  if (JSON.stringify(probe.call).includes('{id}')) return true
  unclaimed(t, requirements, 'the probe is asked for something else than {id}', lineFor('probe'))
  return false
}

/** How often one event counts in the probe; where it does not count, says so of the requirements. */
export function unit(t: Marking, stage: Stage, control: Control, requirements: readonly string[]): number | undefined {
  const { effect } = control
  if (effect?.applied === undefined)
    unshown(t, stage, control, requirements, 'applied', 'the probe does not show how many times an event took effect')
  return effect?.applied
}

/** Says of requirements that the probe does not show what they need: blocks where the target file points elsewhere. */
export function unshown(
  t: Marking,
  { lineFor }: Stage,
  { effect, delivered }: Control,
  requirements: readonly string[],
  place: Exclude<ProbePlace, 'amount'>,
  reason: string,
): void {
  const { [place]: unfound } = effect?.unfound ?? {}
  if (unfound === undefined) unclaimed(t, requirements, reason, lineFor(`probe.${place}`))
  else for (const id of requirements) t.markBlocked(id, unfound, [delivered.last])
}

const unclaimed = (t: Marking, requirements: readonly string[], reason: string, line: string): void => {
  const why: UnexercisedReason = 'not claimed'
  for (const id of requirements) t.markUnexercised(id, why, reason, line)
}

/** Delivers another event and waits for its effect: by then those before it have had theirs. Whether it came. */
export async function mark(t: Scene, { party, fresh }: Stage, probe: EffectsProbe, after: string): Promise<boolean> {
  const { occurrence, isTaken, tries } = await deliver(t, party, await fresh(), `event after ${after}`)
  // One that was tried again may be lost for that.
  if (!isTaken || tries.length > 1) return true
  for (let round = 0; round < ROUNDS; round += 1)
    if ((await seen(t, probe, occurrence, `an event after ${after}`)).isThere) return true
  return false
}

/** For so many times `timing.settle` a receiver that works in a queue may be behind. */
const ROUNDS = 12

/**
 * Waits for an effect that is held against a receiver where it does not come: one that works in a queue is given the time
 * that it takes. Blocks where it is still behind then.
 */
export async function settled(
  t: Scene,
  stage: Stage,
  probe: EffectsProbe,
  occurrence: Occurrence,
  what: string,
  isSo: (effect: Effect) => boolean = ({ isThere }) => isThere,
): Promise<Effect> {
  const effect = await seen(t, probe, occurrence, what, isSo)
  if (isSo(effect)) return effect
  if (await mark(t, stage, probe, what)) return look(t, probe, occurrence, `${what}, behind another event`)
  return t.abortBlocked(`the receiver is behind: an event has no effect after ${ROUNDS} times timing.settle`)
}
