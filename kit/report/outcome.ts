import { matches, UNSELECTED } from '../plan/selection.ts'
import { BUT_FOR_KEYS } from '../plan/shards.ts'
import type { Report, ReportedRequirement } from './schema/report.ts'
import type { Outcome, ReportedExitCode } from './schema/run.ts'

export type { Outcome, ReportedExitCode } from './schema/run.ts'

/** What decides. */
export type JudgedFacts = Pick<Report, 'requirements' | 'run' | 'faults'>

type Word = ReportedRequirement['verdict']

/** What a run comes to. The first of these decides: a fault of the suite, a target that went away, a failure, a stop, a gap. */
export function outcomeOf({ requirements, run, faults }: JudgedFacts): Outcome {
  const having = (verdict: Word) => requirements.filter((each) => each.verdict === verdict)
  if (faults[0] !== undefined) return { exitCode: 4, headline: 'suite fault', because: faults[0] }
  const broken = having('broken')
  if (broken.length > 0)
    return { exitCode: 4, headline: 'suite fault', because: `${named(broken)} could not be judged` }
  const failed = having('fail')
  if (run.stopped === 'gone') return { exitCode: 5, headline: 'no target', because: goneText(run, failed.length) }
  if (failed.length > 0) {
    const besides = run.because === undefined ? '' : `; ${run.because}`
    return { exitCode: 1, headline: 'not conformant', because: `${count(failed.length)} broken${besides}` }
  }
  const warned = having('warn')
  if (run.failOn === 'warn' && warned.length > 0)
    return { exitCode: 1, headline: 'not conformant', because: `${named(warned)} warned, and warnings fail this run` }
  const inconclusive = (because: string): Outcome => ({ exitCode: 3, headline: 'inconclusive', because })
  if (run.stopped === 'flood') return inconclusive(run.because ?? '')
  if (run.stopped !== undefined)
    return inconclusive([STOPPED[run.stopped], ...(run.because === undefined ? [] : [run.because])].join('; '))
  const blocked = having('blocked').filter((each) => each.level === 'must')
  const short = shortfallOf(requirements, run)
  if (blocked.length > 0) {
    const because = `${blocked.length} ${blocked.length === 1 ? 'must' : 'musts'} blocked: ${named(blocked)}`
    return inconclusive(short === undefined ? because : `${because}; ${short}`)
  }
  if (!requirements.some((each) => ['pass', 'fail', 'warn'].includes(each.verdict)))
    return inconclusive('no requirement was exercised')
  const musts = requirements.filter(({ level }) => level === 'must').filter(isSeen)
  const open = musts.filter(({ verdict }) => verdict === 'unexercised')
  if (run.certify && open.length > 0) {
    return inconclusive(
      `certification needs every must exercised, and ${named(open)} ${open.length === 1 ? 'is' : 'are'} not`,
    )
  }
  if (run.uncertified !== undefined) return inconclusive(run.uncertified)
  if (short !== undefined) return inconclusive(short)
  const warnings = warned.length === 0 ? '' : `${warned.length} ${warned.length === 1 ? 'warning' : 'warnings'}`
  const skipped = skippedText(musts, run)
  if (open.length === 0 && run.shard === undefined && skipped === '')
    return { exitCode: 0, headline: 'conformant', because: warnings }
  const gap =
    run.only.length > 0
      ? `only ${listed(run.only)} ${run.only.length === 1 ? 'was' : 'were'} asked for${run.skip.length === 0 ? '' : `, without ${listed(run.skip)}`}`
      : open.length === 0 && skipped !== ''
        ? ''
        : `${open.length} of ${musts.length} musts ${open.length === 1 ? 'was' : 'were'} not exercised${openText(open)}${shardText(run)}`
  return {
    exitCode: 0,
    headline: 'nothing broken',
    because: [warnings, skipped, gap].filter((each) => each !== '').join('; '),
  }
}

/** Musts that are named where no more than these were left out. */
const FEW = 4

/** Which few were left out, and why. */
function openText(open: readonly ReportedRequirement[]): string {
  if (open.length === 0 || open.length > FEW) return ''
  const [one, ...others] = open
  if (others.every(({ reason }) => reason === one?.reason))
    return ` (${open.map(({ id }) => id).join(', ')}${one?.reason === undefined ? '' : `: ${one.reason}`})`
  return ` (${open.map(({ id, reason }) => (reason === undefined ? id : `${id}: ${reason}`)).join('; ')})`
}

/** Why a run ended before its checks did, where it says no more of it itself. */
export const STOPPED = {
  time: 'the time given was over',
  bail: 'the run ended with a failure, as it was asked to',
  interrupt: 'the run was interrupted',
} as const

const goneText = ({ because = '' }: JudgedFacts['run'], failed: number): string =>
  failed === 0 ? because : `${because}; ${count(failed)} broken before that`

/** Patterns that are named. */
const NAMED = 3

const listed = (patterns: readonly string[]): string =>
  `${patterns.slice(0, NAMED).join(', ')}${patterns.length > NAMED ? ` and ${patterns.length - NAMED} more` : ''}`

/** Checks of generated values: without them a deployment is conformant all the same, as a certification leaves them out. */
const GENERATED = '*/generated/*'

/** What `--skip` left out, where it left out a part of what musts are judged by. */
function skippedText(musts: readonly ReportedRequirement[], { only, skip }: JudgedFacts['run']): string {
  const isPart = musts
    .flatMap(({ judgements }) => judgements)
    .some(({ check, reason }) => reason === UNSELECTED && !matches(check, GENERATED))
  if (skip.length === 0 || only.length > 0 || !isPart) return ''
  return `${listed(skip)} ${skip.length === 1 ? 'was' : 'were'} left out`
}

/** What a shard is to say besides: the rest is asked by others. */
const shardText = ({ shard }: JudgedFacts['run']): string =>
  shard === undefined
    ? ''
    : ` in shard ${shard.index} of ${shard.of}; the others ask the rest${shard.ownKeys ? '' : BUT_FOR_KEYS}`

export function exitCodeOf(report: JudgedFacts): ReportedExitCode {
  return outcomeOf(report).exitCode
}

/** Whether a statement can be seen at this deployment at all. */
const isSeen = ({ verdict, why }: ReportedRequirement): boolean => verdict !== 'inapplicable' && why !== 'unobservable'

const UNJUDGED: readonly Word[] = ['unexercised', 'blocked', 'broken']

/** That fewer statements were exercised than are asked for; undefined where enough were. */
function shortfallOf(requirements: readonly ReportedRequirement[], run: JudgedFacts['run']): string | undefined {
  const { exercised, seen } = exercisedOf(requirements)
  const share = seen === 0 ? 0 : exercised / seen
  // How much was exercised is known once all shards are there.
  if (run.shard !== undefined || run.minExercised === undefined || share >= run.minExercised) return undefined
  return `${percent(share)} of the statements were exercised (${exercised} of ${seen}${leftOut(requirements.length - seen)}), and ${shareAsked(run.minExercised)} are asked for`
}

/** How many statements can be seen at this deployment, and how many of them were exercised. */
function exercisedOf(requirements: readonly ReportedRequirement[]): { exercised: number; seen: number } {
  const seen = requirements.filter(isSeen)
  return { exercised: seen.filter(({ verdict }) => !UNJUDGED.includes(verdict)).length, seen: seen.length }
}

/** What a run that reached the share that it was asked for came to: `100 % of the 175 that count`; empty for any other. */
export function shareReached({ requirements, run }: Pick<JudgedFacts, 'requirements' | 'run'>): string {
  const { exercised, seen } = exercisedOf(requirements)
  const isAsked = run.shard === undefined && run.minExercised !== undefined && seen > 0
  if (!isAsked || shortfallOf(requirements, run) !== undefined) return ''
  return `${percent(exercised / seen)} of the ${seen} that count`
}

const leftOut = (many: number): string => (many === 0 ? '' : `; ${many} inapplicable or unobservable left out`)

/** As it was given: 8.06 % are not 8 %. */
export const shareAsked = (share: number): string => `${Number((share * 100).toFixed(6))} %`

/** Never rounded up: 79.96 % are no 80 %. */
const percent = (share: number): string => `${Math.floor(share * 1000) / 10} %`

const count = (many: number): string => `${many} requirement${many === 1 ? '' : 's'}`

function named(requirements: readonly { readonly id: string }[]): string {
  const [first, ...others] = requirements
  if (first === undefined) return ''
  return others.length === 0 ? first.id : `${first.id} and ${others.length} more`
}
