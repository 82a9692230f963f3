import type { Check } from '../../../kit/check/check.ts'
import { phaseNamed } from '../../../kit/check/phases.ts'
import type { Report } from '../../../kit/report/report.ts'

/**
 * Ids of checks, and of those whose traffic they told of where they send nothing: without it they see nothing again.
 * @param known the checks that there are: one that sends may have been blocked before it did, and needs no others
 */
export function withSenders(report: Report, checks: readonly string[], known: readonly Check[]): string[] {
  const senders = new Set(report.exchanges.map(({ check }) => check))
  for (const { id, phase } of known) if (phaseNamed(phase).sends) senders.add(id)
  const silent = checks.filter((check) => !senders.has(check))
  return [...new Set([...checks, ...silent.flatMap((check) => behind(report, check))])]
}

/** So many messages of a kind suffice to see it again. */
const SEEN_AGAIN = 3

/** The checks whose traffic a check told of, the first of it; of what it found amiss, where it did. */
function behind({ requirements, exchanges, deliveries, checks }: Report, check: string): readonly string[] {
  const judgements = requirements.flatMap((each) => each.judgements)
  const own = judgements.filter((each) => each.check === check)
  const amiss = own.filter((each) => each.verdict !== 'pass')
  // What was kept is seen again where it was seen.
  const found = amiss.some(({ evidence }) => evidence.length > 0) ? amiss : own
  const seen = [...new Set(found.flatMap(({ evidence }) => evidence.slice(0, SEEN_AGAIN)))].slice(0, SEEN_AGAIN)
  // What came to an inbox was brought about by the request that its name has the label of.
  const told = seen.map((id) => {
    const inbox = deliveries.find((each) => each.id === id)?.inbox
    return exchanges.find(({ label }) => label !== '' && inbox?.includes(label) === true)?.id ?? id
  })
  const senders = told.flatMap((id) => {
    const sender = exchanges.find((each) => each.id === id)?.check
    // What several share was sent by none of them: whoever told of it has it sent again.
    return [sender, ...judgements.filter(({ evidence }) => evidence.includes(id)).map((each) => each.check)]
  })
  return checks.map(({ id }) => id).filter((id) => senders.includes(id) && !id.includes('*'))
}
