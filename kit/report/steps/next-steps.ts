import type { Check, Fixture } from '../../check/check.ts'
import type { Depth } from '../../check/depth.ts'
import { LET_NO_MORE_PASS } from '../../check/signals.ts'
import { type Circumstances, missingClaims } from '../../plan/eligibility.ts'
import { selects } from '../../plan/selection.ts'
import { ELSEWHERE } from '../../plan/shards.ts'
import { spoken } from '../../target/claims.ts'
import { notMade } from '../../target/judged-with.ts'
import { isMore, type Line, lackingIn, linesIn, saying, shownLine } from '../../target/lines.ts'
import { generatedAmong, withoutNeedless } from '../entry.ts'
import type { NextStep } from '../schema/next-steps.ts'
import type { ReportedJudgement, ReportedRequirement } from '../schema/report.ts'
import { withRetryTime } from './retry-line.ts'

export type { NextStep } from '../schema/next-steps.ts'

/** Lines with which a requirement is exercised. */
interface Way {
  readonly requirement: string
  readonly lines: readonly Line[]
  /** The word of the check that they let run. */
  readonly judgement: ReportedJudgement
}

/** Work of a step, in which a line more costs more than itself: what two lines bring is told before what five bring. */
const EFFORT = 1.5

type Known = Omit<Circumstances, 'person'> & {
  /** The run takes no generated values, whatever its file allows. */
  readonly withoutGenerated?: boolean
  /** Whether the target denies a claim of the file, such as a key that it does not take; no claim, when absent. */
  readonly isDenied?: (claim: string) => boolean
  /** Sights that the run has had, as `sightsOf` names them: what shows them is no line that is lacking. None, when absent. */
  readonly seen?: ReadonlySet<string>
  /** Patterns that the run is narrowed to; all checks when absent. */
  readonly asked?: { readonly only: readonly string[]; readonly skip: readonly string[] }
  /** Of the run; all of what a line brings is counted, when absent. */
  readonly depth?: Depth
  /** The longest pause between two attempts at one delivery that the run has seen, ms; none, when absent. */
  readonly longestPauseMs?: number
}

/** What a check looks at that others bring about. */
const sightOf = ({ service, needs, observes }: Check): string => JSON.stringify([service, needs, observes])

/** What those have had before their eyes that came to a word on something. */
export function sightsOf(
  judgements: readonly Pick<ReportedJudgement, 'check' | 'verdict'>[],
  checks: readonly Check[],
): ReadonlySet<string> {
  const saw = new Set(judgements.flatMap(({ check, verdict }) => (SAW.includes(verdict) ? [check] : [])))
  return new Set(checks.flatMap((check) => (check.observes !== undefined && saw.has(check.id) ? [sightOf(check)] : [])))
}

const SAW: readonly ReportedJudgement['verdict'][] = ['pass', 'fail', 'warn', 'noted']

/**
 * The lines that a target file lacks, those first that bring the most requirements for their number. Each line stands in
 * one step, and pasted into the file, alone or together with those before it, it is valid as it stands.
 */
export function nextSteps(
  requirements: readonly ReportedRequirement[],
  checks: readonly Check[],
  circumstances: Known,
): readonly NextStep[] {
  const all = requirements.flatMap(({ judgements }) => judgements)
  const known = { ...circumstances, seen: sightsOf(all, checks) }
  const byId = new Map(checks.map((check) => [check.id, check]))
  const open = requirements.filter(({ verdict }) => verdict === 'unexercised' || verdict === 'blocked')
  // What the target denies blocks whatever needs it, with any further line.
  let ways = open.flatMap((each) => waysOf(each, byId, known)).filter((way) => !isClosed(way, byId, known))
  let file: unknown = spoken(known.target)
  const steps: NextStep[] = []
  for (;;) {
    ways = ways.map((way) => ({ ...way, lines: lackingIn(file, way.lines) }))
    const best = bestOf(ways.filter(({ lines }) => lines.length > 0))
    if (best === undefined) return steps
    steps.push({ lines: best.lines.map((line) => shownAt(line, known)), requirements: best.brings })
    file = saying(file, best.lines)
    ways = ways.filter(({ requirement }) => !best.brings.includes(requirement))
  }
}

/** A requirement that is not exercised, with the fewest lines that would have it exercised where any would. */
export function withShortestLine(
  requirement: ReportedRequirement,
  checks: readonly Check[],
  known: Known,
): ReportedRequirement {
  if (requirement.verdict !== 'unexercised' || requirement.line === undefined) return requirement
  const own = new Map(checks.map((check) => [check.id, check]))
  const [way] = waysOf(requirement, own, known, true).toSorted((a, b) => a.lines.length - b.lines.length)
  if (way === undefined) return requirement
  const { why, reason } = way.judgement
  return {
    ...requirement,
    ...(why === undefined ? {} : { why }),
    ...(reason === undefined ? {} : { reason }),
    line: way.lines.map((line) => shownAt(line, known)).join('\n'),
  }
}

/** Where proposed lines have a party that is not known yet. */
const SOMEWHERE = 'http://localhost:3000/'

/**
 * A line with the origin of the party that it is of, where the target file has that: what stands beside it is there too.
 * Seconds that a quick clock shortens are as short.
 */
function shownAt(line: Line, known: Known): string {
  const { services } = known.target
  const text = withRetryTime(shownLine(line), known)
  const { baseUrl = '' } = services[text.slice(0, text.indexOf('.'))] ?? {}
  return URL.canParse(baseUrl) ? text.replaceAll(SOMEWHERE, `${new URL(baseUrl).origin}/`) : text
}

/** Reasons that no line of a target file takes away. */
const NEEDLESS: readonly (string | undefined)[] = [ELSEWHERE, LET_NO_MORE_PASS]

/** Reasons that a line takes away where one is named: what was not met may be brought about by one. */
const LINED: readonly ReportedJudgement['why'][] = ['not claimed', 'not permitted', 'unreachable', 'not met']

function waysOf(
  { id, judgements }: Pick<ReportedRequirement, 'id' | 'judgements'>,
  checks: ReadonlyMap<string, Check>,
  known: Known,
  withLess = false,
): readonly Way[] {
  // What another shard asks, a limiter stopped, or the run would have asked had it gone on, no line of the file brings here.
  if (judgements.some(({ reason, why }) => NEEDLESS.includes(reason) || why === 'not reached')) return []
  const file = spoken(known.target)
  const generated = generatedAmong([...checks.values()])
  const ways = withoutNeedless(judgements, generated).flatMap((judgement): Way[] => {
    const { check: name, verdict, why, line } = judgement
    const check = checks.get(name)
    if (line === undefined || check === undefined || isBlind(check, checks, known)) return []
    if (verdict === 'blocked') {
      const lines = lackingIn(file, linesIn(line))
      return lines.length === 0 ? [] : [{ requirement: id, lines, judgement }]
    }
    if (verdict !== 'unexercised') return []
    if (!LINED.includes(why)) return []
    if (known.depth !== undefined && check.leaves?.(id, known.target, known.depth) === true) return []
    const wanted = notMade(known.claims, known.target, check.judgedWith?.[id])
    const shows = known.seen?.has(sightOf(check)) === true ? [] : (check.observes ?? [])
    const needs = [...check.needs, ...shows, ...wanted]
    const claimed = known.claims.linesFor(known.target, missingClaims({ ...check, needs }, known))
    const found = lackingIn(file, [...claimed, ...linesIn(line)])
    const lines = found.length === 0 ? found : lackingIn(file, [...keyFor(check, found, known), ...found])
    return lines.length === 0 ? [] : [{ requirement: id, lines, judgement }]
  })
  const isGenerated = ({ judgement }: Way): boolean => generated.has(judgement.check)
  // Where an example met trouble it is asked again by another run: many values are no way past that either.
  const metTrouble = judgements.some(({ verdict, line }) => verdict === 'blocked' && line === undefined)
  const possible = known.withoutGenerated === true || metTrouble ? ways.filter((way) => !isGenerated(way)) : ways
  // Many values are no way to what one request shows, nor is what may come to be seen in passing where a check brings
  // it about.
  const examples = preferred(possible, (way) => !isGenerated(way))
  const bringing = preferred(examples, ({ judgement }) => {
    const check = checks.get(judgement.check)
    return bringsAbout(check) || (check !== undefined && isShown(check, known))
  })
  if (!withLess) return bringing
  // What looks at what some of the lines bring takes no more than these.
  const isLess = (way: Way): boolean =>
    checks.get(way.judgement.check)?.observes !== undefined && bringing.some((each) => isPartOf(way, each))
  return [...examples.filter(isLess), ...bringing]
}

/** Whether the lines of a way are some of those of another, and fewer. */
function isPartOf({ lines }: Way, other: Way): boolean {
  const keys = new Set(other.lines.map(({ key }) => key))
  return lines.length < keys.size && lines.every(({ key }) => keys.has(key))
}

/** Whether what a check looks at is brought about by others as the file stands. */
const isShown = ({ observes }: Check, { claims, target }: Known): boolean =>
  observes !== undefined && notMade(claims, target, observes).length === 0

/** Whether a check looks at what others send, and none of those is asked for: with more lines it sees as little. */
const isBlind = (check: Check, checks: ReadonlyMap<string, Check>, { asked }: Known): boolean =>
  asked !== undefined &&
  asked.only.length > 0 &&
  !bringsAbout(check) &&
  ![...checks.values()].some((each) => each.service === check.service && bringsAbout(each) && selects(each, asked))

/** Whether a way leads nowhere, as the target denies what its check needs, or what those need that send what it looks at. */
function isClosed(
  { judgement, lines }: Way,
  checks: ReadonlyMap<string, Check>,
  { target, claims, isDenied }: Known,
): boolean {
  const check = checks.get(judgement.check)
  if (check === undefined || isDenied === undefined) return false
  const needs = needsOf(check)
  if (needs.some(isDenied)) return true
  if (bringsAbout(check) || needs.some((each) => each.startsWith(`${check.service}.keys.`))) return false
  const isSaid = (need: string): boolean =>
    lines.some(({ key }) => key === need || (need.includes('.') && key.startsWith(`${need}.`)))
  const senders = [...checks.values()]
    .filter((each) => each.service === check.service && bringsAbout(each))
    .map(needsOf)
    .filter((own) => own.some(isSaid) && own.every((each) => isSaid(each) || claims.isMade(target, each)))
  if (senders.length > 0) return senders.every((own) => own.some(isDenied))
  const keys = Object.keys(target.services[check.service]?.keys ?? {})
  return keys.length > 0 && keys.every((name) => isDenied(`${check.service}.keys.${name}`))
}

/** What a check needs, and whatever it uses. */
export const needsOf = ({ needs, uses }: Pick<Fixture, 'needs' | 'uses'>): readonly string[] => [
  ...needs,
  ...uses.flatMap(needsOf),
]

/** Whether a check sees to what it judges, as neither rules do nor what judges in passing. */
export const bringsAbout = (check?: Check): boolean => check?.phase !== 'rules' && check?.inPassing === undefined

/** Those that are so, where any are. */
function preferred(ways: readonly Way[], isBetter: (way: Way) => boolean): readonly Way[] {
  const better = ways.filter(isBetter)
  return better.length === 0 ? ways : better
}

/** Where a service has no key at all, the first that its section names: a check may take any, and then names none. */
function keyFor({ service }: Check, lines: readonly Line[], { target, services, claims }: Known): readonly Line[] {
  const { section } = services.find(({ contract }) => contract.id === service) ?? {}
  const name = Object.keys(section?.claims ?? {}).find((each) => each.startsWith('keys.'))
  const hasKey = target.services[service]?.keys !== undefined
  if (name === undefined || hasKey || lines.some(({ key }) => key.startsWith(`${service}.keys.`))) return []
  return claims.linesFor(target, [`${service}.${name}`])
}

/** The lines that bring the most for their number; of equals those that bring more, then those that come first. */
function bestOf(
  ways: readonly Way[],
): { readonly lines: readonly Line[]; readonly brings: readonly string[] } | undefined {
  const candidates = new Map(ways.map(({ lines }) => [placesOf(lines), lines]))
  const ranked = [...candidates.values()].map((lines) => {
    const own = new Map(lines.map(({ key, value }) => [key, value]))
    // What allows more brings what less brings as well, and not the other way round.
    const isThere = (line: Line): boolean => own.has(line.key) && !isMore(own.get(line.key), line)
    const brings = [...new Set(ways.filter((way) => way.lines.every(isThere)).map(({ requirement }) => requirement))]
    return { lines, brings, gain: brings.length / lines.length ** EFFORT }
  })
  // A value is written sooner than a call that somebody has to build.
  const built = ({ lines }: (typeof ranked)[number]): number => lines.filter(isCalled).length
  return ranked.toSorted((a, b) => b.gain - a.gain || b.brings.length - a.brings.length || built(a) - built(b))[0]
}

/** Whether a line holds a call of an interface that is not that of the document. */
const isCalled = ({ value }: Line): boolean => typeof value === 'object' && value !== null && 'call' in value

/** Where lines stand, and how much they allow. */
const placesOf = (lines: readonly Line[]): string =>
  lines
    .map(({ key, value }) => (typeof value === 'number' ? `${key}: ${value}` : key))
    .toSorted()
    .join('\n')
