import type { Stall } from '../../clock/stalls.ts'
import type { Recorder } from '../../evidence/recorder.ts'
import type { AttestedValue } from '../../run/log.ts'
import type { Run } from '../../run/run.ts'
import type { LateWord } from '../../run/world/told-lateness.ts'
import type { WaitEnd } from '../../run/world/wait-ends.ts'

/** What a run made up or chose, which its checks have to find again when they are judged from evidence. */
export interface ReplayLog {
  /** The target as checks saw it, redacted. */
  readonly target: unknown
  /** Texts of `fresh`, with the check or fixture that asked, in order. */
  readonly made: readonly (readonly [owner: string, text: string])[]
  /** Keys of `key` by name: who asked, for which, and which it got. */
  readonly keys: readonly (readonly [owner: string, asked: string, name: string])[]
  /** URLs of inboxes by name. Absent where webhooks were not received. */
  readonly inboxes?: Readonly<Record<string, string>>
  /** Base URLs that interfaces were served at, by name. Absent where no client was judged. */
  readonly stages?: Readonly<Record<string, string>>
  /** When each check began; wall clock, ms since the epoch. */
  readonly starts: Readonly<Record<string, number>>
  /** When each delivery was complete, ms since the epoch, and its arrival by the steady clock, ms. */
  readonly arrivals: Readonly<Record<string, readonly [completedAt: number, steady: number]>>
  /** When the process of the run stood still, by its steady clock, ms: whoever waited meanwhile waited longer. */
  readonly stalls?: readonly Stall[]
  /** When the waits of checks and fixtures ended, by the name of who waited: of those alone of which one ended late. */
  readonly waits?: Readonly<Record<string, readonly WaitEnd[]>>
  /** How late, ms, our answer to a delivery may have been, as those who asked were told, from which question on. */
  readonly late?: readonly LateWord[]
  /** What checks saw of what the evidence does not hold: signatures, codes, digits of phone numbers. */
  readonly attested: readonly AttestedValue[]
  readonly hasPerson: boolean
  /** What was recorded and is not asked for when it is judged again, in words. */
  readonly unasked?: readonly string[]
}

/** What of the target is no business of a judgement. */
const APART = new Set(['secrets', 'network', 'folder', 'tls'])

export function replayLogOf({ session, results }: Run, record: Pick<Recorder, 'text'>): ReplayLog {
  const { made, keys, inboxes, stages, waits, late, attested } = session.log.choices
  const target = JSON.stringify(session.target, (name, value) => (APART.has(name) ? undefined : value))
  return {
    target: JSON.parse(record.text(target)),
    made: made.map(([owner, text]) => [owner, record.text(text)]),
    keys,
    ...(session.capture === undefined
      ? {}
      : { inboxes: Object.fromEntries([...inboxes].map(([name, url]) => [name, record.text(url)])) }),
    ...(stages.size === 0
      ? {}
      : { stages: Object.fromEntries([...stages].map(([name, url]) => [name, record.text(url)])) }),
    starts: Object.fromEntries(results.map(({ check, startedAt }) => [check.id, startedAt])),
    arrivals: Object.fromEntries(
      session.store.deliveries.map(({ id, completedAt, arrivedMono }) => [id, [completedAt, arrivedMono]]),
    ),
    stalls: session.stalls.all,
    waits: waits.late,
    late: late.words,
    attested: attested.map((each) => JSON.parse(record.text(JSON.stringify(each)))),
    hasPerson: session.person !== undefined,
  }
}
