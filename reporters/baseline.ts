import { stringify } from 'yaml'
import { blockedBehind } from '../kit/report/baseline.ts'
import { STOPPED } from '../kit/report/outcome.ts'
import type { Report } from '../kit/report/report.ts'
import { clipped } from './views/clipped.ts'
import { counted } from './views/counted.ts'

/** Days until what is known has to be agreed on anew. */
const DAYS = 90

/** Statements that are named in a line, and characters of what is in the way of each. */
const NAMED = 10
const REASON = 80

const HEAD = `# Failures that are known: assay run --baseline <this file> fails for others only, and once an entry here is stale or
# past its day. Whose each is, and why it may stay, is for you to say. What a run asks, and where, changes with its seed:
# with this file it is this one, unless --seed says otherwise. A run of less depth than this one takes nothing for repaired.
`

/** What a baseline that is made of a run has an entry for. */
const isCovered = ({ verdict }: Report['requirements'][number], run: Report['run']): boolean =>
  verdict === 'fail' || (verdict === 'warn' && run.failOn === 'warn')

/** What failed in a run, or warned where warnings count, as a baseline to begin with. */
export function baselineReport({ requirements, run }: Report): string {
  const day = run.startedAt.slice(0, 10)
  const last = new Date(Date.parse(day) + DAYS * 86_400_000).toISOString().slice(0, 10)
  const known = requirements
    .filter((each) => isCovered(each, run))
    .map(({ id, text, verdict }) => ({
      requirement: id,
      reason: `${verdict === 'warn' ? 'warned' : 'failed'} on ${day}: ${text}`,
      owner: 'to be named',
      expires: last,
    }))
  return `${HEAD}${stringify({ seed: run.seed, depth: run.depth, known })}`
}

/** What of a run no entry of its baseline stands for, in a line each, with what to do: the gate may close over it again. */
export function besideBaseline({ requirements, run }: Report): string[] {
  const failed = new Set(requirements.filter((each) => isCovered(each, run)).map(({ id }) => id))
  const behind = blockedBehind({ requirements }, failed)
  const blocked = requirements.filter(
    ({ id, verdict, level }) => verdict === 'blocked' && level === 'must' && !behind.includes(id),
  )
  return [
    ...(run.stopped === undefined ? [] : [earlyText(run, requirements)]),
    ...(blocked.length === 0 ? [] : [blockedText(blocked)]),
  ]
}

function earlyText({ stopped, because }: Report['run'], requirements: Report['requirements']): string {
  const why =
    because ?? (stopped === undefined || !(stopped in STOPPED) ? '' : STOPPED[stopped as keyof typeof STOPPED])
  const open = requirements.filter((each) => each.why === 'not reached').length
  const many = open === 0 ? '' : `, and ${counted(open, 'statement was', 'statements were')} not reached`
  return `the run that this is made of ended early (${why})${many}: what fails there is not among what is known; make it of a run that came to its end`
}

function blockedText(blocked: Report['requirements']): string {
  const rest = blocked.length - NAMED
  const told = blocked.slice(0, NAMED).map(({ id, judgements }) => {
    const { reason } = judgements.find(({ verdict }) => verdict === 'blocked') ?? {}
    return reason === undefined ? id : `${id} (${clipped(reason, REASON)})`
  })
  const named = `${told.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
  return `${counted(blocked.length, 'must was', 'musts were')} blocked in the run that this is made of, and no entry covers that: ${named}; while ${blocked.length === 1 ? 'it is' : 'they are'} the gate closes with 3, so take away what is in the way (where that is a failure that is known, repair it), run again, and make this of that run`
}
