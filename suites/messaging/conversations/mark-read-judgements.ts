import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { MARK_READ } from '../client/api.ts'
import { lostOnes } from '../client/trouble.ts'
import { type CheckContext, lineFor, type RequirementId } from '../define.ts'
import type { MarkReadFixture, MarkReadFixtures } from './mark-read-fixture.ts'
import { olderOnes } from './seeding.ts'

export const SEED_LINE = lineFor('messaging.outcomes.addInbound')

/** When checks that judge what a marking does turn out to need that line. */
export const WHERE_ALL_IS_READ = {
  'messaging.outcomes.addInbound': 'where nothing in the conversation is unread',
} as const

export const evidenceOf = ({ answer, readings }: MarkReadFixture): readonly Exchange[] => [answer, ...readings]

/**
 * Says why what a marking does to a message that has arrived cannot be judged: none arrived, or one did, and a marking of
 * everything did not count it.
 */
export function markUnseen(t: CheckContext, id: RequirementId, found: Pick<MarkReadFixtures, 'arrived' | 'toNothing'>) {
  const { arrived, toNothing } = found
  if (!arrived) return t.markUnexercised(id, 'not met', 'nothing was unread that could be marked', SEED_LINE)
  const reason = !toNothing.accepted
    ? 'an empty object is not accepted'
    : (toNothing.count ?? 0) > 0
      ? 'no further message arrived that could be marked'
      : 'a message had arrived, and the marking of everything counted none: such a count does not tell what was marked'
  t.markUnexercised(id, 'not met', reason)
}

/** Whether a marking of the run counts other than unread_count falls: what was marked its counts do not tell. */
export const isMiscounted = ({ toTime, again, toNull, toNothing }: MarkReadFixtures): boolean =>
  [toTime, again, toNull, toNothing].some(
    ({ accepted, count, before, after }) =>
      accepted && count !== undefined && before !== undefined && after !== undefined && count !== before - after,
  )

/** Says whether a count is the fall of unread_count. Returns false where that is not known. */
export function concludeCount(t: CheckContext, marking: MarkReadFixture): boolean {
  const { answer, accepted, count, before, after } = marking
  if (!accepted || count === undefined || before === undefined || after === undefined) return false
  if (count !== before - after && lostOnes(t, MARK_READ, { until: answer.endedAt }).length > 0) {
    const reason = 'a marking before it whose answer was lost may have marked some of the messages'
    t.markUnexercised('msg.read.counts', 'not met', reason)
    return true
  }
  t.conclude('msg.read.counts', {
    ok: count === before - after,
    subject: subjectOf(answer),
    expected: `messages_marked_read ${before - after}: ${before} were unread before, ${after} after`,
    actual: `messages_marked_read ${count}`,
    evidence: evidenceOf(marking),
  })
  return true
}

/** How many messages later requests say they marked, the one that arrived between them left out. */
export function laterCounted(
  toNull: MarkReadFixture,
  toNothing: MarkReadFixture,
  arrived: boolean,
): number | undefined {
  if (!toNull.accepted || toNull.count === undefined) return undefined
  const rest = toNothing.accepted ? (toNothing.count ?? 0) - (arrived ? 1 : 0) : 0
  return toNull.count + Math.max(0, rest)
}

/**
 * Whether null left unread what was later than the first time, where no unread_count tells: it counts none, and an empty
 * object not just the one message that arrived in between.
 */
export function leftByNull({ seeded, arrived, toTime, toNull, toNothing }: MarkReadFixtures): boolean {
  if (!seeded || !arrived || toTime.after !== undefined || (toTime.count ?? 0) === 0) return false
  if (!toNull.accepted || !toNothing.accepted || toNothing.count === undefined) return false
  return toNull.count === 0 && toNothing.count !== 1
}

/** Judges whether as many messages were marked as are older than the time for certain: the recipe has to tell their age. */
export function concludeOlder(t: CheckContext, { seeded, toTime }: MarkReadFixtures): void {
  const { accepted, count, before, after } = toTime
  const isAged = JSON.stringify(t.service.outcomes?.addInbound ?? {}).includes('{age}')
  const marked = before === undefined || after === undefined ? count : before - after
  // Where the unread messages do not show, a marking of none may be that of messages that are none of the run's.
  const older = olderOnes(t)
  const isBlind = marked === 0 && (count !== 0 || (before ?? 0) <= older)
  if (!seeded || !isAged || !accepted || marked === undefined || isBlind) return
  t.conclude('msg.read.up-to-bounds', {
    ok: marked >= older,
    subject: subjectOf(toTime.answer),
    expected: `the ${older} messages that are older than up_to marked read`,
    actual: `${marked} marked read`,
    evidence: evidenceOf(toTime),
  })
}

/** Judges whether everything until now was marked, by every marking that had something to mark. */
export function concludeNow(t: CheckContext, markingsToNow: readonly MarkReadFixture[], toTime: MarkReadFixture): void {
  const id = 'msg.read.default-now'
  if (!markingsToNow.some(({ accepted }) => accepted)) {
    t.markBlocked(id, 'neither null nor an empty object is accepted', [toTime.answer])
    return
  }
  const told = markingsToNow.flatMap((marking) => {
    const { accepted, before = 0, after } = marking
    return accepted && before > 0 && after !== undefined ? [{ marking, after }] : []
  })
  // Whether unread_count falls with a marking at all: where it does not, it cannot show that a message stayed unread.
  const { before: unread = 0, after: left = unread } = toTime
  const credible = left < unread
  if (told.length === 0) {
    const counted = markingsToNow.find(({ accepted, count = 0 }) => accepted && count > 0)
    if (counted === undefined)
      t.markUnexercised(id, 'not met', 'nothing was unread that could be seen to become read', SEED_LINE)
    else
      t.conclude(id, {
        ok: true,
        subject: subjectOf(counted.answer),
        expected: 'later messages marked read',
        actual: '',
        evidence: [counted.answer],
      })
  }
  for (const { marking, after } of told) {
    if (after > 0 && !credible)
      t.markBlocked(id, 'unread_count does not fall when messages are marked read', evidenceOf(marking))
    else
      t.conclude(id, {
        ok: after === 0,
        subject: subjectOf(marking.answer),
        expected: 'no message unread after it',
        actual: `${after} unread`,
        evidence: evidenceOf(marking),
      })
  }
}
