import type { Depth } from '../../../kit/check/depth.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { type Effect, look, seen, times, told } from './effects.ts'
import { type Delivered, deliver, type Occurrence, type Scene, sendAtOnce, statusOf, taken } from './party.ts'
import { assertTaken, type Control, mark, type Stage, settled, sight, unit } from './stage.ts'

/** How many deliveries arrive at one moment. */
const AT_ONCE = 5

/** Events of which a receiver may fail the first attempts, as some do now and then. */
const TRIED = 4

/** Whether an event has had its whole effect. */
const isWhole =
  (most: number | undefined) =>
  ({ isThere, applied = most }: Effect): boolean =>
    isThere && (most === undefined || (applied ?? 0) >= most)

/** One event, delivered three times behind each other. */
export async function judgeRepeats(
  t: Scene,
  stage: Stage,
  control: Control,
  ids: { readonly sameEvent: string; readonly duplicate: string },
): Promise<void> {
  assertTaken(t, control)
  const occurrence = await stage.fresh()
  const first = await deliver(t, stage.party, occurrence, 'valid event')
  if (!first.isTaken) t.abortBlocked(`a valid event is not taken (${statusOf(first.last)})`, [first.last])
  const probe = sight(t, stage, control, [ids.sameEvent])
  if (probe !== undefined) await seen(t, probe, occurrence, 'the first delivery')
  const again = [
    await deliver(t, stage.party, occurrence, 'the same event again'),
    await deliver(t, stage.party, occurrence, 'the same event a third time'),
  ]
  for (const { last } of again) t.judge(ids.duplicate, last, taken)
  if (probe !== undefined)
    await judgeOnce(
      t,
      stage,
      control,
      ids.sameEvent,
      occurrence,
      [first, ...again].flatMap(({ tries }) => tries),
    )
}

/** One event, of which several deliveries arrive at one moment. */
export async function judgeConcurrent(t: Scene, stage: Stage, control: Control, id: string): Promise<void> {
  assertTaken(t, control)
  const occurrence = await stage.fresh()
  const together = await sendAtOnce(t, stage.party, occurrence, AT_ONCE)
  const after = together.some((each) => taken.test(each).ok)
    ? undefined
    : await deliver(t, stage.party, occurrence, 'the same event, tried again')
  if (after !== undefined && !after.isTaken)
    t.abortBlocked(`a valid event is not taken (${statusOf(after.last)})`, [after.last])
  const probe = sight(t, stage, control, [id])
  if (probe === undefined) return
  await seen(t, probe, occurrence, `${AT_ONCE} deliveries at one moment`, isWhole(control.effect?.applied))
  await judgeOnce(t, stage, control, id, occurrence, [...together, ...(after?.tries ?? [])])
}

/** Seconds after which an event comes once more; the longer ones are those of a service that tries again near 30 s. */
const LATE_S: Readonly<Record<Depth, number>> = { quick: 0, standard: 2, deep: 35 }

/** What an event that comes once more is waited for. */
export const lateness = (_: unknown, depth: Depth): number => LATE_S[depth]

/** The first event of the run once more, when others have come since, and some time has passed. */
export async function judgeLate(t: Scene, stage: Stage, control: Control, id: string): Promise<void> {
  assertTaken(t, control)
  if (sight(t, stage, control, [id]) === undefined) return
  const { occurrence, tries, last } = control.delivered
  await t.pause(Math.max(0, last.endedAt + LATE_S[t.depth] * 1000 - t.clock.now()))
  const late = await deliver(t, stage.party, occurrence, 'the first event once more')
  await judgeOnce(t, stage, control, id, occurrence, [...tries, ...late.tries])
}

/** Holds the count of an event against that of the first one, once a later event has had its effect. */
export async function judgeOnce(
  t: Scene,
  stage: Stage,
  control: Control,
  id: string,
  occurrence: Occurrence,
  evidence: readonly Exchange[],
): Promise<void> {
  const once = unit(t, stage, control, [id])
  if (once === undefined || stage.probe === undefined) return
  await mark(t, stage, stage.probe, 'the repeated one')
  const effect = await look(t, stage.probe, occurrence, 'the repeated event')
  if (!effect.isThere) {
    t.markBlocked(id, 'the probe shows no effect of an event that was taken', evidence)
    return
  }
  t.conclude(id, {
    subject: `POST webhook (${evidence.length} deliveries of one event)`,
    expected: `one effect (applied ${times(once)}, as an event that is delivered once)`,
    ok: effect.applied === once,
    actual: told(effect),
    evidence,
  })
}

/** Events whose first attempt the receiver did not take, where it has such. */
export async function judgeAfterFailure(t: Scene, stage: Stage, control: Control, id: string): Promise<void> {
  assertTaken(t, control)
  const all: Delivered[] = []
  for (let index = 0; index < TRIED; index += 1)
    all.push(await deliver(t, stage.party, await stage.fresh(), `valid event ${index + 1}`))
  const failed = all.filter(({ tries, isTaken }) => tries.length > 1 && isTaken)
  if (failed.length === 0) {
    const evidence = all.map(({ last }) => last)
    t.markInapplicable(id, `the receiver took each of ${TRIED} events at the first attempt`, evidence)
    return
  }
  const probe = sight(t, stage, control, [id])
  if (probe === undefined) return
  for (const { occurrence, tries } of failed) {
    const once = control.effect?.applied
    const effect = await settled(t, stage, probe, occurrence, 'an event that was tried again', isWhole(once))
    t.conclude(id, {
      subject: `POST webhook (${tries.length} attempts, the last of them taken)`,
      expected: once === undefined ? 'an effect' : `one effect (applied ${times(once)})`,
      ok: effect.isThere && (once === undefined || effect.applied === once),
      actual: told(effect),
      evidence: tries,
    })
  }
}
