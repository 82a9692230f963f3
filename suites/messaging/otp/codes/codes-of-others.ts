import { type Exchange, json } from '../../../../kit/http/exchange.ts'
import { valueAt } from '../../../../kit/match/index.ts'
import { isRefusal } from '../../client/answers.ts'
import { type Code, fresh, isOfOtherRun } from '../story/inbox.ts'
import type { OtpScenario } from '../story/otp-scenario.ts'
import { stepsOf } from '../story/story-steps.ts'

/** Length of a code that no length was asked for. */
const DEFAULT_LENGTH = 6
/** What a time of the inbox may be off, by its seconds or by what sends codes once they were asked for, ms. */
const TOLERANCE_MS = 1000
/** That codes of somebody else came by chance at nothing but these moments is less likely than this. */
const BY_CHANCE = 0.01

/** Every number that a resend has for a length, wrong ones among them. */
const lengthsIn = ({ request }: Exchange): readonly number[] => {
  const asked = valueAt(json(request), '/otp_length')
  return (JSON.stringify(asked ?? null).match(/\d+/g) ?? []).map(Number)
}

/**
 * Whether a code cannot be of a resend of this run: it has the words of another run, or a length that none of this one asked
 * for, where the deployment keeps to lengths.
 */
export function isOfOthers(
  story: Pick<OtpScenario, 'marker' | 'rich'>,
  resends: readonly Exchange[],
  code: Code,
): boolean {
  if (isOfOtherRun(story.marker, code)) return true
  const { code: own, asked } = story.rich
  if (code.code === undefined || asked.length === undefined || own?.code?.length !== asked.length) return false
  return ![DEFAULT_LENGTH, ...resends.flatMap(lengthsIn)].includes(code.code.length)
}

/**
 * Whether another code than those of the story came to its number after one of them: that may have ended it, as a resend
 * does.
 *
 * @param codes of the number, as the inbox shows them later
 * @param until when the code was looked at, ms since the epoch
 * @param areTooMany more codes came than were asked for: one of which no time is shown may be any
 */
export function isFollowed(
  story: OtpScenario,
  codes: readonly Code[],
  { sent: from }: Code,
  { until = Number.POSITIVE_INFINITY, areTooMany }: { readonly until?: number; readonly areTooMany: boolean },
): boolean {
  const own = stepsOf(story).flatMap(({ code }) => code ?? [])
  const others = fresh(codes, [...story.before, ...own])
  return others.some(({ sent }) =>
    from === undefined || sent === undefined ? areTooMany : sent >= from && sent <= until,
  )
}

type Span = readonly [from: number, until: number]

const spanOf = ({ sentAt, endedAt }: Exchange): Span => [sentAt - TOLERANCE_MS, endedAt + TOLERANCE_MS]

/** How much time spans cover together, ms. */
function covered(spans: readonly Span[]): number {
  let [sum, end] = [0, Number.NEGATIVE_INFINITY]
  for (const [from, until] of spans.toSorted(([a], [b]) => a - b)) {
    sum += Math.max(0, until - Math.max(from, end))
    end = Math.max(end, until)
  }
  return sum
}

/**
 * Whether codes came while resends that were refused were under way, and at no other time but with resends that were taken:
 * somebody else, who knows nothing of this run, would hardly meet these moments alone. False where times are not shown.
 */
export function comeWithRefused(codes: readonly Code[], resends: readonly Exchange[]): boolean {
  const [taken, refused] = [
    resends.filter((each) => !isRefusal(each)).map(spanOf),
    resends.filter(isRefusal).map(spanOf),
  ]
  const isIn = (at: number, spans: readonly Span[]): boolean => spans.some(([from, until]) => at >= from && at <= until)
  const times = codes.flatMap(({ sent }) => sent ?? [])
  const left = times.filter((at) => !isIn(at, taken))
  if (times.length < codes.length || left.length === 0 || !left.every((at) => isIn(at, refused))) return false
  const all = [...taken, ...refused]
  const whole = Math.max(...all.map(([, until]) => until)) - Math.min(...all.map(([from]) => from))
  const share = (covered(all) - covered(taken)) / (whole - covered(taken))
  return share ** left.length < BY_CHANCE
}
