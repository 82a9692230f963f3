import { boolean, choice, list, object, text } from '../../schema/build.ts'
import type { Static } from '../../schema/schema.ts'

/**
 * `holds`: it fails, as known, or warns where warnings count. `stale`: it does not any more. `expired`: its last day is
 * over. `unmatched`: no such requirement is judged here. `aside`: this run did not come to it, or only to a
 * part of it. `warned`: it warns, and warnings do not count in this run.
 */
export const KNOWN_STATES = ['holds', 'stale', 'expired', 'unmatched', 'aside', 'warned'] as const

export type KnownState = (typeof KNOWN_STATES)[number]

const entry = {
  requirement: text(),
  reason: text(),
  owner: text(),
  expires: text({ format: 'date', description: 'The last day on which it counts, in UTC.' }),
}

const known = object(entry)
const gated = object(
  { ...entry, state: choice(KNOWN_STATES) },
  { isOver: boolean({ description: 'True where its last day is over, and that closes nothing.' }) },
)

const result = {
  known: list(gated),
  fresh: list(text(), {
    description: 'Requirements that fail, or warn where warnings count, and that no entry covers.',
  }),
  exitCode: choice([0, 1, 3, 4, 5]),
}

const reason = {
  because: text({ description: 'Present where the run came to no verdict, what is known left aside: why not.' }),
}

const more = {
  ...reason,
  behind: list(text(), {
    description:
      'Musts that are blocked by the very message that a known failure is about: they close no gate while it is known. Absent where there are none.',
  }),
}

const held = object(result, more)

export const gate = object(
  { baseline: text({ description: 'Path of the file of known failures, as it was named.' }), ...result },
  more,
  { description: 'Present where the run was held against a baseline: then its exit code is that of the command.' },
)

/** A failure that somebody has agreed to live with for a while. */
export type KnownFailure = Static<typeof known>
export type GatedFailure = Static<typeof gated>
/** What a baseline makes of a report. It changes no verdict: only what the command's exit code says. */
export type BaselineResult = Static<typeof held>
/** The same as its report keeps it. */
export type ReportedBaseline = Static<typeof gate>
