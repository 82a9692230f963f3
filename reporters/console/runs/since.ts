import { DEPTHS } from '../../../kit/check/depth.ts'
import type { Verdict } from '../../../kit/check/verdicts/verdict.ts'
import { isAsked } from '../../../kit/report/asked/asked.ts'
import { decisive, isAboutSilence, isAskedAgain } from '../../../kit/report/asked/asked-again.ts'
import type { Report } from '../../../kit/report/report.ts'
import { failingByRestart, keptByRestart } from '../../views/causes/crashes/restarts.ts'
import { byWrongKeys, wrongKeys } from '../../views/causes/wrong-keys.ts'
import { isNarrower } from '../../views/runs/asked.ts'
import { compared, type ObservationChange } from '../../views/runs/comparison.ts'
import { minuteOf } from '../../views/runs/minute.ts'
import { movedFrom } from '../../views/runs/moved.ts'
import type { VerdictChange } from '../../views/runs/verdict-change.ts'
import { TROUBLES } from '../../views/verdict-words.ts'
import type { Paint } from '../text/paint.ts'

/** Ids that are named of each kind. */
const NAMED = 4

interface Since {
  /** Ids of what was broken when other runs judged it last, where this one asked again for that. */
  readonly known?: ReadonlySet<string> | undefined
  /** Ids of what is kept now, and other runs before failed by what has not been sent again. */
  readonly open?: ReadonlySet<string>
  /** Whether no other run of the target came in between. */
  readonly isLast?: boolean
  /** Whether the earlier run was not asked for the same: it had the last word on most of what is judged now. */
  readonly isMost?: boolean
}

/**
 * What changed since an earlier run, in a line or two for the end of a report: `since the last run (14:03): fixed 2: …;
 * broken 1: …`. What was not judged before is found, not broken since; and what another seed says may only have been asked
 * elsewhere.
 */
export function sinceText(
  before: Report,
  after: Report,
  paint: Paint,
  { known = new Set(), open = new Set(), isLast = true, isMost = false }: Since = {},
): string {
  const changes = compared(before, after)
  // What an obstacle stands before is no better, and at the end of a run that was stopped it is no news.
  const isWhole = after.run.stopped === undefined
  const better = changes.better.filter((each) => each.after !== 'blocked')
  const isSame = before.run.seed === after.run.seed
  // Another seed asks in other words, and a run of a few checks may lack what theirs build on.
  const isMet = ({ id }: VerdictChange): boolean => !changes.notAskedAgain.has(id) && !open.has(id)
  const worse = changes.worse.filter((each) => after.run.stopped === undefined || each.after !== 'blocked')
  const lost = after.run.stopped === undefined ? [...worse, ...changes.moved] : []
  const isOver = ({ after: verdict }: VerdictChange): boolean => verdict === undefined || !TROUBLES.includes(verdict)
  // Of two places nothing is fixed or broken since: they differ.
  const [fixed, broken] =
    movedFrom(before, after).length > 0
      ? ['kept here', 'broken here']
      : [isWhole ? fixedIn(before, after) : 'kept as far as this run came', 'broken']
  const byRestart = failingByRestart(before)
  const unseen = isWhole ? unseenNow(before, after) : []
  const unsaid = isLess(before, after) ? unclaimedIn(after) : new Set<string>()
  const isOfFile = ({ id }: VerdictChange): boolean => unsaid.has(id)
  const bySeed = isSame ? new Set<string>() : unchosenIn(after)
  const isOfSeed = ({ id }: VerdictChange): boolean => bySeed.has(id)
  const [restarted, kept] = [failingByRestart(after), keptByRestart(after)]
  const isByRestart = ({ id }: VerdictChange): boolean => restarted.has(id)
  const found = changes.found.filter(({ id }) => !known.has(id))
  const met = better.filter((each) => isOver(each) && wasJudged(each) && isMet(each))
  const reached = better.filter((each) => isOver(each) && !wasJudged(each))
  const isKeptByRestart = ({ id }: VerdictChange): boolean => kept.has(id)
  const isSilent = ({ id }: VerdictChange): boolean => isSilentStill(decisive(before, id), before, after)
  const seed = isSame ? '' : ' (another seed)'
  const kinds = [
    ['green', fixed, met.filter((each) => !byRestart.has(each.id) && !isKeptByRestart(each))],
    [
      'yellow',
      'kept by messages from before and after the service was restarted or forgot,',
      met.filter((each) => !byRestart.has(each.id) && isKeptByRestart(each)),
    ],
    [
      'yellow',
      'kept, and failed then by messages from before and after the service was restarted or forgot,',
      met.filter(({ id }) => byRestart.has(id)),
    ],
    [
      'yellow',
      `kept, though not all that was held against it was sent again${seed},`,
      better.filter((each) => isOver(each) && wasJudged(each) && !isMet(each)),
    ],
    ['green', 'kept, and could not be judged before,', reached.filter((each) => !isSilent(each))],
    ['yellow', `kept, though not all that got no answer then was sent again${seed},`, reached.filter(isSilent)],
    ['yellow', 'better', better.filter((each) => !isOver(each))],
    [
      'red',
      isSame ? broken : `${broken}, asked with another seed,`,
      worse.filter((each) => each.after === 'fail' && !isByRestart(each)),
    ],
    [
      'red',
      'broken by messages from before and after the service was restarted or forgot,',
      [...worse, ...found].filter((each) => each.after === 'fail' && isByRestart(each)),
    ],
    ['red', 'found broken', found.filter((each) => !isByRestart(each))],
    ['red', 'broken, as when it was judged last,', changes.found.filter(({ id }) => known.has(id))],
    [
      'yellow',
      'warned of now, and not judged then,',
      changes.more.filter((each) => each.after === 'warn' && !wasJudged(each)),
    ],
    [
      'yellow',
      isSame ? 'worse' : 'worse, asked with another seed,',
      worse.filter((each) => each.after !== 'fail' && each.after !== 'blocked'),
    ],
    ['yellow', 'kept then and blocked now', lost.filter(isLost)],
    [
      'yellow',
      'warned of then and blocked now',
      lost.filter((each) => each.before === 'warn' && each.after === 'blocked'),
    ],
    ['yellow', 'warned of now, by what was not asked then,', changes.more.filter(isNewWarning)],
    ['yellow', 'looked at more', changes.more.filter((each) => wasJudged(each) && !isNewWarning(each))],
    ['green', 'looked at now, and not then,', before.run.stopped === undefined ? seenNow(before, after) : []],
    ['yellow', 'kept then, and inapplicable now,', changes.moved.filter(isOut)],
    ['yellow', 'kept or left open, and otherwise than then,', changes.otherwise],
    ['yellow', 'broken as then, by another answer,', changes.byAnotherAnswer],
    ['yellow', 'broken as then, in another place,', changes.inAnotherPlace],
    [
      'yellow',
      DEPTHS.indexOf(after.run.depth) < DEPTHS.indexOf(before.run.depth)
        ? `broken then and not judged at ${after.run.depth} depth`
        : 'broken then and not judged now',
      isWhole ? unjudgedNow(before, after) : [],
    ],
    ['yellow', 'kept then and not exercised now, as the target file says less,', unseen.filter(isOfFile)],
    ['yellow', 'kept then and not exercised now', unseen.filter((each) => !isOfFile(each) && !isOfSeed(each))],
    [
      'yellow',
      'kept then and not exercised now (another seed),',
      unseen.filter((each) => !isOfFile(each) && isOfSeed(each)),
    ],
  ] as const
  // What is mended with a key of the target file is no news of the service.
  const byKeys = byKeysText(
    wrongKeys(after).length > 0
      ? []
      : byWrongKeys(
          before,
          met.map(({ id }) => id),
        ),
  )
  const said = kinds
    .filter(([, , own]) => own.length > 0)
    .map(
      ([colour, word, own]) =>
        `${paint(colour, `${word} ${own.length}`)}${word.startsWith('warned') ? '' : amongText(own)}: ${named(own)}`,
    )
  const [was, is] = [before.outcome.headline, after.outcome.headline]
  // Which words are wanted of an outcome is no matter of the target.
  const isMeasuredAlike = before.run.failOn === after.run.failOn && before.run.minExercised === after.run.minExercised
  // Nor is it one that a run came to less as it ended early, or was asked for less.
  const isAlike = isMeasuredAlike && !isMost && before.run.stopped === undefined
  const nothing =
    after.run.stopped !== undefined
      ? 'no news, as this one ended early'
      : was === is || !isAlike
        ? unchangedText(
            isSame ? changes.observations.filter(isSeenInBoth) : [],
            before.run.stopped === undefined ? 0 : seenNow(before, after).length,
          )
        : `${was}, now ${is}`
  const file = said.length === 0 || !isWhole ? '' : otherwiseClaimed(before, after)
  const like = isMost ? 'that judged most of this ' : 'like it '
  return `since the last run ${isLast ? '' : like}(${timeOf(before, after)}): ${said.length === 0 ? nothing : said.join('; ')}${said.length === 0 || isWhole ? '' : '; of the rest no news, as this one ended early'}${byKeys}${file}\n`
}

/** How many were warned of before: what is broken is counted without them. */
function amongText(own: readonly VerdictChange[]): string {
  const warned = own.filter(({ before }) => before === 'warn').length
  return warned === 0 ? '' : warned === own.length ? ' (warned of before)' : ` (${warned} of them warned of before)`
}

/** Behind what was mended with a key of the target file: that it, or which of it, is no news of the service. */
const byKeysText = (byKeys: readonly string[]): string =>
  byKeys.length === 0
    ? ''
    : `; the run before said that keys of the target file may explain ${named(byKeys.map((id) => ({ id })))}`

/** What one of the runs did not come to see tells of no other answer. */
const isSeenInBoth = ({ before, after }: ObservationChange): boolean => before.length > 0 && after.length > 0

/**
 * What the documents leave open the target may do otherwise, and no verdict is another for it.
 * @param many that are judged now, and that the earlier run, which ended early, had not come to
 */
function unchangedText(observations: readonly ObservationChange[], many: number): string {
  const what = observations.length === 0 ? 'nothing changed' : 'no verdict changed'
  return [
    many === 0 ? what : `${what} of what that one had come to`,
    ...(observations.length === 0 ? [] : [`otherwise where the documents leave it open: ${named(observations)}`]),
    ...(many === 0 ? [] : [`${many} more judged now`]),
  ].join('; ')
}

const fixedIn = (before: Report, after: Report): string =>
  isNarrower(after, before) ? 'kept when asked again' : 'fixed'

/** Whether the target file claimed something for the earlier run alone. */
const isLess = (before: Report, after: Report): boolean =>
  before.target.claims.some((each) => !after.target.claims.includes(each))

/** Behind what changed: that the target file says something else, by which the service need be no other. */
function otherwiseClaimed({ target: before }: Report, { target: after }: Report): string {
  const more = after.claims.filter((each) => !before.claims.includes(each)).map((each) => `with ${each}`)
  const less = before.claims.filter((each) => !after.claims.includes(each)).map((each) => `without ${each}`)
  const all = [...more, ...less]
  if (all.length === 0) return ''
  const rest = all.length - NAMED
  return `; the target file says otherwise than then (${all.slice(0, NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}), which may have a part in it`
}

/** Requirements that wait for lines of the target file. */
const unclaimedIn = ({ requirements }: Report): ReadonlySet<string> =>
  new Set(requirements.filter(({ why }) => why === 'not claimed' || why === 'not permitted').map(({ id }) => id))

/** Requirements that wait for another seed, as each of their own reasons says: whatever else stood in the way, it had no part in it. */
const unchosenIn = ({ requirements }: Report): ReadonlySet<string> =>
  new Set(
    requirements
      .filter(({ verdict, judgements }) => {
        const reasons = judgements.flatMap(({ why, reason }) =>
          why === 'not met' && reason !== undefined ? [reason] : [],
        )
        return verdict === 'unexercised' && reasons.length > 0 && reasons.every((each) => SEED.test(each))
      })
      .map(({ id }) => id),
  )

const SEED = /\bseed\b/

/** Whether something that got no answer, for which nothing was said of a statement, was not sent again. */
const isSilentStill = (against: ReturnType<typeof decisive>, before: Report, after: Report): boolean =>
  against.some((each) => isAboutSilence(each, before)) && !isAskedAgain(against, before, after)

/** What stands in the way now of what was kept. */
const isLost = ({ before, after }: VerdictChange): boolean =>
  after === 'blocked' && before !== undefined && !UNJUDGED.includes(before) && !TROUBLES.includes(before)

/** What the target was seen not to have any more. */
const isOut = (change: VerdictChange): boolean => change.after === 'inapplicable' && wasJudged(change)

/** Verdicts that say nothing of whether a promise is kept. */
const UNJUDGED: readonly (Verdict | undefined)[] = ['inapplicable', 'unexercised', 'blocked', 'broken', undefined]

const isNewWarning = (change: VerdictChange): boolean => change.after === 'warn' && wasJudged(change)

const wasJudged = ({ before }: VerdictChange): boolean => !UNJUDGED.includes(before)

/** What was judged then, and in no trouble, and was not exercised now, by runs that were asked for the same. */
function unseenNow(before: Report, after: Report): readonly VerdictChange[] {
  if (before.run.only.join() !== after.run.only.join() || before.run.skip.join() !== after.run.skip.join()) return []
  const then = new Map(before.requirements.map(({ id, verdict }) => [id, verdict]))
  return after.requirements.flatMap(({ id, verdict }): VerdictChange[] => {
    const was = then.get(id)
    const isLeft = verdict === 'unexercised' && was !== undefined && !UNJUDGED.includes(was) && !TROUBLES.includes(was)
    return isLeft ? [{ id, before: was, after: verdict }] : []
  })
}

/** What was broken, and what this run was asked for and says nothing of: it is as broken as before, for all that is known. */
function unjudgedNow(before: Report, after: Report): readonly VerdictChange[] {
  if (before.run.skip.join() !== after.run.skip.join()) return []
  const then = new Map(before.requirements.map((each) => [each.id, each]))
  return after.requirements.flatMap(({ id, verdict, judgements }): VerdictChange[] => {
    const was = then.get(id)
    if (was?.verdict !== 'fail') return []
    // What is not exercised has no checks of its own any more: those by which it failed were asked for, or were not.
    const by = [...judgements, ...was.judgements.filter((each) => each.verdict === 'fail')]
    const isOpen =
      (verdict === 'unexercised' && isAsked({ id, judgements: by }, after.run.only)) || verdict === 'blocked'
    return isOpen ? [{ id, before: 'fail', after: verdict }] : []
  })
}

/** Requirements in no trouble that the earlier run was asked for as well, and did not exercise, or found inapplicable. */
function seenNow(before: Report, after: Report): readonly VerdictChange[] {
  const then = new Map(before.requirements.map((each) => [each.id, each]))
  return after.requirements.flatMap(({ id, verdict }): VerdictChange[] => {
    const was = then.get(id)
    const wasOut = was?.verdict === 'unexercised' || was?.verdict === 'inapplicable'
    const isSeen = wasOut && !UNJUDGED.includes(verdict) && !TROUBLES.includes(verdict)
    return isSeen && isAsked(was, before.run.only) ? [{ id, before: was.verdict, after: verdict }] : []
  })
}

function named(changes: readonly { readonly id: string }[]): string {
  const rest = changes.length - NAMED
  const ids = changes.slice(0, NAMED).map(({ id }) => id)
  return `${ids.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

/** By the clock of whoever reads it; with the day where that is another one, and the address where the target had another. */
function timeOf(before: Report, after: Report): string {
  const then = minuteOf(before.run.startedAt)
  const [day, time = ''] = then.split(' ')
  const others = movedFrom(before, after)
  const at = others.length === 0 ? '' : `, at ${others.join(' and ')}`
  const early = before.run.stopped === undefined ? '' : ', ended early'
  return `${minuteOf(after.run.startedAt).startsWith(`${day} `) ? time : then}${at}${early}`
}
