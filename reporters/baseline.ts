import { stringify } from 'yaml'
import type { Report } from '../kit/report/report.ts'

/** Days until what is known has to be agreed on anew. */
const DAYS = 90

const HEAD = `# Failures that are known: assay run --baseline <this file> fails for others only, and once an entry here is stale or
# past its day. Whose each is, and why it may stay, is for you to say. What a run asks, and where, changes with its seed:
# with this file it is this one, unless --seed says otherwise.
`

/** What failed in a run, or warned where warnings count, as a baseline to begin with. */
export function baselineReport({ requirements, run }: Report): string {
  const day = run.startedAt.slice(0, 10)
  const last = new Date(Date.parse(day) + DAYS * 86_400_000).toISOString().slice(0, 10)
  const known = requirements
    .filter(({ verdict }) => verdict === 'fail' || (verdict === 'warn' && run.failOn === 'warn'))
    .map(({ id, text, verdict }) => ({
      requirement: id,
      reason: `${verdict === 'warn' ? 'warned' : 'failed'} on ${day}: ${text}`,
      owner: 'to be named',
      expires: last,
    }))
  return `${HEAD}${stringify({ seed: run.seed, known })}`
}
