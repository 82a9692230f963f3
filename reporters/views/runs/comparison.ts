import { DEPTHS } from '../../../kit/check/depth.ts'
import { bySeverity, type Verdict } from '../../../kit/check/verdicts/verdict.ts'
import { decisive, isAskedAgain, nameOfRequest, requestNames } from '../../../kit/report/asked/asked-again.ts'
import type { Report } from '../../../kit/report/report.ts'
import { failingByRestart } from '../causes/crashes/restarts.ts'
import { isKeyNotTaken } from '../causes/keys-not-taken.ts'
import { wrongKeys } from '../causes/wrong-keys.ts'
import { clipped } from '../clipped.ts'
import { grouped } from '../grouping.ts'
import { brokenElsewhere, brokenOtherwise } from './broken-as-then.ts'
import type { VerdictChange } from './verdict-change.ts'

/** One open point on which the target has been seen to do something else. */
export interface ObservationChange {
  readonly id: string
  readonly before: readonly string[]
  readonly after: readonly string[]
}

export interface Comparison {
  /** More severe than before, where the same was looked at before. */
  readonly worse: readonly VerdictChange[]
  /** Broken now, and not judged before, or by a request that was not sent before. */
  readonly found: readonly VerdictChange[]
  /** Troubled otherwise now, and not judged before, or by a request that was not sent before. */
  readonly more: readonly VerdictChange[]
  readonly better: readonly VerdictChange[]
  /** Those that are better where the later run did not send what was held against the target in the earlier one. */
  readonly notAskedAgain: ReadonlySet<string>
  /** From judged to not judged or the other way round. */
  readonly moved: readonly VerdictChange[]
  /** How many more of these there are that one of the two runs was not asked for, or left out by itself. */
  readonly left: number
  /** Judged in both, in no trouble in either, and otherwise. */
  readonly otherwise: readonly VerdictChange[]
  /** Broken in both, and in no place that both tell of by the same answer. */
  readonly byAnotherAnswer: readonly VerdictChange[]
  /** Broken in both, each where the other one keeps it. */
  readonly inAnotherPlace: readonly VerdictChange[]
  /** From one reason not to be judged to another. */
  readonly neither: readonly VerdictChange[]
  readonly observations: readonly ObservationChange[]
  /** Why the two cannot be compared like with like. */
  readonly caveats: readonly string[]
}

const TROUBLES: readonly Verdict[] = ['broken', 'fail', 'blocked', 'warn']
const UNJUDGED: readonly Verdict[] = ['inapplicable', 'unexercised']

/** Whether a report says nothing of a requirement; of one that is inapplicable it does. */
const saysNothing = (verdict: Verdict | undefined): boolean =>
  verdict === undefined || verdict === 'blocked' || verdict === 'unexercised'

const isTroubled = ({ before, after }: VerdictChange): boolean =>
  [before, after].some((verdict) => verdict !== undefined && TROUBLES.includes(verdict))

/** Whether both reports judge the service of a statement or an open point: of others the caveat says enough. */
function isOfBoth(id: string, a: Report, b: Report): boolean {
  const isOf = ({ services }: Report): boolean => services.some(({ prefix }) => id.startsWith(`${prefix}.`))
  return isOf(a) === isOf(b)
}

/** Changes from one report to another; of a service that one alone judges, what was in trouble there. */
export function compared(a: Report, b: Report): Comparison {
  const before = new Map(a.requirements.map(({ id, verdict }): [string, Verdict] => [id, verdict]))
  const after = new Map(b.requirements.map(({ id, verdict }): [string, Verdict] => [id, verdict]))
  const changes = [...new Set([...before.keys(), ...after.keys()])]
    .map((id): VerdictChange => ({ id, before: before.get(id), after: after.get(id) }))
    .filter((each) => each.before !== each.after && (isOfBoth(each.id, a, b) || isTroubled(each)))
  const isAskedAnew = askedAnew(a, b)
  const isUnasked = unasked(a, b)
  const kindOf = (change: VerdictChange): 'worse' | 'found' | 'more' | 'better' | 'moved' => {
    const was = change.before !== undefined && TROUBLES.includes(change.before)
    const is = change.after !== undefined && TROUBLES.includes(change.after)
    if (!is && !was) return 'moved'
    if (change.after === undefined || UNJUDGED.includes(change.after)) return 'moved'
    // What an obstacle stands before now is not judged any longer, and what was not judged is so still.
    // Nor is what a stop cut off.
    const isCut = b.run.stopped !== undefined
    if (change.after === 'blocked' && (isCut || was || saysNothing(change.before) || isAskedAnew(change)))
      return 'moved'
    // What nothing was said of is no better for being warned of now.
    const isNews = change.after === 'warn' && saysNothing(change.before)
    if (change.before !== undefined && !isNews && bySeverity(change.after, change.before) > 0) return 'better'
    if (change.after === 'broken') return 'worse'
    const wasJudged = change.before !== undefined && change.before !== 'blocked' && !UNJUDGED.includes(change.before)
    if (wasJudged && !isAskedAnew(change)) return 'worse'
    return change.after === 'fail' ? 'found' : 'more'
  }
  const of = (kind: ReturnType<typeof kindOf>) => changes.filter((each) => kindOf(each) === kind)
  const better = of('better')
  // What was blocked had not failed.
  const hadFailed = better.filter((each) => each.before !== 'blocked')
  const observations = observationChanges(a, b)
  const notAskedAgain = new Set(hadFailed.filter(({ id }) => !isAskedAgain(decisive(a, id), a, b)).map(({ id }) => id))
  return {
    worse: of('worse'),
    found: of('found'),
    more: of('more'),
    better,
    notAskedAgain,
    moved: of('moved').filter((each) => !isInNeither(each) && !isInBoth(each) && !isUnasked(each)),
    left: of('moved').filter((each) => isUnasked(each) && isJudgedInOne(each)).length,
    otherwise: of('moved').filter(isInBoth),
    byAnotherAnswer: brokenOtherwise(a, b),
    inAnotherPlace: brokenElsewhere(a, b),
    neither: of('moved').filter(isInNeither),
    observations,
    caveats: [
      ...caveatsOf(a, b),
      ...claimsCaveat(a, b),
      ...seedCaveat(a, b, notAskedAgain.size),
      ...unaskedCaveat(a, b),
      ...aloneCaveat(a, b, of('moved').filter(isUnasked)),
    ],
  }
}

/** Statements that one of two reports was not asked for: what its run was asked for says so. */
function unasked(a: Report, b: Report): (change: VerdictChange) => boolean {
  const left = [a, b].flatMap(({ requirements }) => requirements.filter(({ why }) => why === 'not selected'))
  const ids = new Set(left.map(({ id }) => id))
  return ({ id }) => ids.has(id)
}

/** Whether both reports hold a statement against the target's answers; an inapplicable one is not held against any. */
const isInBoth = ({ before, after }: VerdictChange): boolean =>
  [before, after].every((verdict) => !saysNothing(verdict) && verdict !== 'inapplicable')

const isJudgedInOne = (change: VerdictChange): boolean => isLost(change) || isLost(turned(change))

const turned = ({ id, before, after }: VerdictChange): VerdictChange => ({ id, before: after, after: before })

const isInNeither = ({ before, after }: VerdictChange): boolean => saysNothing(before) && saysNothing(after)

/** Whether a run had keys that the target did not take, and little to look at for that. */
const isBarred = ({ notes, requirements }: Report): boolean =>
  notes.some(isKeyNotTaken) && requirements.some(({ verdict }) => verdict === 'blocked')

/**
 * Tells of a change whether what the later report holds against the target was asked by it alone, of a target file that
 * lets it ask for more.
 */
function askedAnew(a: Report, b: Report): (change: VerdictChange) => boolean {
  // A run whose keys were refused has seen nearly nothing.
  if (isBarred(a) && !isBarred(b)) return () => true
  const isMore = b.target.claims.some((each) => !a.target.claims.includes(each))
  if (!isMore) return () => false
  const asked = requestNames(a)
  const sent = new Map(b.exchanges.map((each) => [each.id, nameOfRequest(each)]))
  return ({ id, after }) => {
    const judgements = b.requirements.find((each) => each.id === id)?.judgements ?? []
    const against = judgements.filter(({ verdict }) => verdict === after)
    const isNew = (name: string | undefined): boolean => name !== undefined && !asked.has(name)
    return against.length > 0 && against.every(({ evidence }) => evidence.some((each) => isNew(sent.get(each))))
  }
}

function observationChanges(a: Report, b: Report): ObservationChange[] {
  const valuesOf = ({ observations }: Report): Map<string, string[]> =>
    new Map(
      [...grouped(observations, ({ id }) => id)].map(([id, own]) => [id, distinct(own.map(({ value }) => value))]),
    )
  const [before, after] = [valuesOf(a), valuesOf(b)]
  const isMerged = [a, b].some(({ run }) => run.merged !== undefined)
  return (
    distinct([...before.keys(), ...after.keys()])
      .map((id) => ({ id, before: before.get(id) ?? [], after: after.get(id) ?? [] }))
      .filter((each) => untimed(each.before) !== untimed(each.after) && isOfBoth(each.id, a, b))
      // Each shard lists what it has seen: together it is what one run sees.
      .filter((each) => !isMerged || listed(each.before) !== listed(each.after))
      // A run of a part looks at the points of that part alone.
      .filter((each) => each.before.length > 0 || a.run.only.length === 0)
      .filter((each) => each.after.length > 0 || b.run.only.length === 0)
  )
}

/** Observations without what no two runs have alike: durations, bounds, how many were looked at, and the order of what was seen. */
export const untimed = (values: readonly string[]): string =>
  distinct(
    values.map((value) => {
      const plain = value
        .replaceAll(/\d+(?:\.\d+)?(?= (?:to \d+ )?m?s\b)/g, '…')
        .replaceAll(/\b(\d+) of \1\b/g, 'all of …')
        .replaceAll(/\bat least \d+\b/g, 'at least …')
      return plain.split(', ').toSorted().join(', ')
    }),
  ).join('\n')

/** Everything that lists name, once. */
const listed = (values: readonly string[]): string =>
  distinct(values.flatMap((each) => untimed([each]).split(', '))).join()

const distinct = (values: readonly string[]): string[] => [...new Set(values)].toSorted()

function caveatsOf(a: Report, b: Report): string[] {
  const differs = (what: string, x: unknown, y: unknown): string[] =>
    String(x) === String(y) ? [] : [`${what}: ${String(x)}, then ${String(y)}`]
  return [
    ...differs('target', a.target.name, b.target.name),
    ...differs('services', idsOf(a), idsOf(b)),
    ...(String(idsOf(a)) === String(idsOf(b)) ? differs('base URLs', urlsOf(a), urlsOf(b)) : []),
    ...differs('assay', a.suite.version, b.suite.version),
    // Other services have other statements.
    ...(String(idsOf(a)) === String(idsOf(b))
      ? differs('catalogue', a.suite.catalogue.sha256.slice(0, 12), b.suite.catalogue.sha256.slice(0, 12))
      : []),
    ...(isDepthByNames(a, b) || isDepthByNames(b, a) ? [] : differs('depth', a.run.depth, b.run.depth)),
    ...differs('--only', patternsText(a.run.only), patternsText(b.run.only)),
    ...differs('--skip', patternsText(a.run.skip), patternsText(b.run.skip)),
    ...differs('shard', shardText(a), shardText(b)),
    ...differs('--fail-on', a.run.failOn ?? 'fail', b.run.failOn ?? 'fail'),
    ...differs('--min-exercised', shareText(a), shareText(b)),
    ...differs('keys', barredWord(a), barredWord(b)),
    ...differs('stopped', a.run.stopped ?? 'no', b.run.stopped ?? 'no'),
    ...differs('what keys of the target file may explain', keysText(a), keysText(b)),
    ...differs('what fails by messages from before and after a restart', restartText(a), restartText(b)),
  ]
}

/** Characters of what keys may explain. */
const EXPLAINED = 200

/** What mends itself with a key is no news of the service. */
const keysText = (report: Report): string =>
  wrongKeys(report)
    .map((each) => clipped(each, EXPLAINED))
    .join('; ') || 'nothing'

/** What a service that forgot may be all that stands behind. */
const restartText = (report: Report): string => [...failingByRestart(report)].join(', ') || 'nothing'

/** Whether a run is deeper than another since its statements were named: no more of them was asked for than there. */
const isDepthByNames = ({ run }: Report, than: Report): boolean =>
  run.only.length > 0 && DEPTHS.indexOf(run.depth) > DEPTHS.indexOf(than.run.depth)

/** Patterns that are told of a run by name; `--last-failed` makes dozens of them. */
const PATTERNS = 3

/** What `--only` or `--skip` of a run said. */
export const patternsText = (patterns: readonly string[]): string =>
  patterns.length === 0
    ? 'none'
    : patterns.length <= PATTERNS
      ? patterns.join(',')
      : `${patterns.slice(0, PATTERNS).join(',')} and ${patterns.length - PATTERNS} more`

const shardText = ({ run: { shard } }: Report): string =>
  shard === undefined ? 'all' : `${shard.index} of ${shard.of}`

/** What one target file names and the other does not: what hangs on it is judged in one of the two. */
function claimsCaveat(a: Report, b: Report): string[] {
  if (String(idsOf(a)) !== String(idsOf(b))) return []
  const told = (claims: readonly string[], others: readonly string[], where: string): string[] => {
    const own = outermost(claims.filter((each) => !others.includes(each)))
    const rest = own.length > CLAIMS ? ` and ${own.length - CLAIMS} more` : ''
    return own.length === 0
      ? []
      : [`target file: ${where} alone says or gives ${own.slice(0, CLAIMS).join(', ')}${rest}`]
  }
  const [first, later] = [a.target.claims, b.target.claims]
  const { budgets } = a.target.allow
  const counts = Object.entries(budgets).flatMap(([name, many]) => {
    const then = b.target.allow.budgets[name]
    return then === undefined || then === many ? [] : [`allow.${name}: ${many}, then ${then}`]
  })
  const lines = [...told(first, later, 'that of the first'), ...told(later, first, 'that of the later')]
  const kept = 'of the values of a target file a report keeps budgets and waits for webhooks alone'
  return [...lines.map((each) => `${each}; ${kept}`), ...counts, ...waitsCaveat(a, b)]
}

/** Seconds that the one target file has for webhooks and the other not; a quick run takes less than its file says. */
function waitsCaveat(a: Report, b: Report): string[] {
  const [before, after] = [a.target.webhooks, b.target.webhooks]
  if (before === undefined || after === undefined || a.run.depth !== b.run.depth) return []
  return (['deliveryWithin', 'retryWithin'] as const).flatMap((name) => {
    const [was, is] = [before[name], after[name]]
    // That one of them alone names it is told of the lines.
    return was === undefined || is === undefined || was === is ? [] : [`webhooks.${name}: ${was}, then ${is}`]
  })
}

/** Lines of a target file that are named. */
const CLAIMS = 6

/** Claims without those that lie within another of them. */
const outermost = (claims: readonly string[]): readonly string[] =>
  claims.filter((each) => !claims.some((other) => each.startsWith(`${other}.`)))

/** Another seed asks in other words, so what is better may only not have been met. */
function seedCaveat(a: Report, b: Report, many: number): string[] {
  const isSame = a.run.seed === b.run.seed
  if (many === 0)
    return isSame
      ? []
      : [
          `seed: ${a.run.seed}, then ${b.run.seed}; in which forms requests are sent, and what is seen of them, hangs on it`,
        ]
  const not = `of ${many} that ${many === 1 ? 'is' : 'are'} better, not all that was held against the target was sent again`
  return [isSame ? `what was sent: ${not}` : `seed: ${a.run.seed}, then ${b.run.seed}; ${not}`]
}

/** Statements that are named of those that a run left out. */
const NAMED = 4

/** What was judged, and is not any longer. */
const isLost = ({ before, after }: VerdictChange): boolean =>
  !saysNothing(before) && before !== 'inapplicable' && saysNothing(after)

/** Runs that were asked for the same may leave out other parts of it, as shards and quick ones do: nobody else says so. */
function aloneCaveat(a: Report, b: Report, unasked: readonly VerdictChange[]): string[] {
  const isAskedAlike = String(a.run.only) === String(b.run.only) && String(a.run.skip) === String(b.run.skip)
  if (!isAskedAlike) return []
  const told = (own: readonly VerdictChange[], where: string): string[] => {
    const rest = own.length > NAMED ? ` and ${own.length - NAMED} more` : ''
    const ids = own.slice(0, NAMED).map(({ id }) => id)
    return own.length === 0 ? [] : [`what is judged: ${own.length} in ${where}: ${ids.join(', ')}${rest}`]
  }
  return [
    ...told(unasked.filter(isLost), 'the first alone, which the later run left out'),
    ...told(
      unasked.filter((each) => isLost(turned(each))),
      'the later run alone, which the first left out',
    ),
  ]
}

/** What was broken, and what the later run was not asked for: nobody knows of it any more than before. */
function unaskedCaveat(a: Report, b: Report): string[] {
  const left = new Set(b.requirements.filter(({ why }) => why === 'not selected').map(({ id }) => id))
  const broken = a.requirements.filter(({ id, verdict }) => verdict === 'fail' && left.has(id)).map(({ id }) => id)
  if (broken.length === 0) return []
  const rest = broken.length > NAMED ? ` and ${broken.length - NAMED} more` : ''
  return [
    `what was asked: ${broken.length} that failed in the first ${broken.length === 1 ? 'was' : 'were'} not asked for in the later run: ${broken.slice(0, NAMED).join(', ')}${rest}`,
  ]
}

const shareText = ({ run: { minExercised } }: Report): string =>
  minExercised === undefined ? 'none' : `${minExercised}`

const barredWord = (report: Report): string => (isBarred(report) ? 'not taken' : 'taken')

const urlsOf = ({ target: { baseUrls } }: Report): readonly string[] => Object.values(baseUrls)

const idsOf = ({ services }: Report): readonly string[] => services.map(({ id }) => id)
