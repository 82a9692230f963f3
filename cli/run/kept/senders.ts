import type { Check, Fixture } from '../../../kit/check/check.ts'
import { phaseNamed } from '../../../kit/check/order/phases.ts'
import type { Report } from '../../../kit/report/report.ts'
import { nameOfFixture } from '../../../kit/run/owner.ts'

/** What the name of a fixture begins with, as messages tell their sender. */
const FIXTURE = 'fixture/'

/**
 * Ids of checks, and of those whose traffic they told of where they send nothing: without it they see nothing again.
 * @param known the checks that there are: one that sends may have been blocked before it did, and needs no others
 */
export function withSenders(report: Report, checks: readonly string[], known: readonly Check[]): string[] {
  const senders = new Set(report.exchanges.map(({ check }) => check))
  for (const { id, phase } of known) if (phaseNamed(phase).sends) senders.add(id)
  const others = checks.flatMap((check) =>
    senders.has(check) ? borrowed(report, check, known) : behind(report, check, senders),
  )
  return [...new Set([...checks, ...checksFor(others, report, known)])]
}

/** Who sent what a check that sends has something against: it need not have sent it itself. */
function borrowed({ requirements, exchanges }: Report, check: string, known: readonly Check[]): readonly string[] {
  const amiss = requirements
    .flatMap(({ judgements }) => judgements)
    .filter((each) => each.check === check && each.verdict !== 'pass')
  const senders = amiss.flatMap(({ evidence: [first] }) => exchanges.find(({ id }) => id === first)?.check ?? [])
  const { uses = [] } = known.find(({ id }) => id === check) ?? {}
  // Its own fixtures are made for it again.
  return senders.filter((each) => each !== check && !(isFixture(each) && isMadeFor(each, uses)))
}

const isFixture = (sender: string): boolean => sender.startsWith(FIXTURE)

/** Ids of checks, and for a fixture one of those that had it made. */
export function checksFor(senders: readonly string[], { checks }: Report, known: readonly Check[]): readonly string[] {
  const named = checks.filter(({ id }) => !id.includes('*'))
  const all = new Set(named.map(({ id }) => id))
  const ran = new Set(named.filter(({ verdict }) => verdict !== 'unexercised').map(({ id }) => id))
  return [...new Set(senders)].flatMap((sender) => {
    if (!isFixture(sender)) return all.has(sender) ? [sender] : []
    const users = known.filter(({ id, uses }) => all.has(id) && isMadeFor(sender, uses))
    // Where a service went away as it was made, nobody came to use it.
    const user = users.find(({ id }) => ran.has(id)) ?? users[0]
    return user === undefined ? [] : [user.id]
  })
}

const isMadeFor = (name: string, uses: readonly Fixture[]): boolean =>
  uses.some((each) => nameOfFixture(each) === name || isMadeFor(name, each.uses))

/** So many messages of a kind suffice to see it again. */
const SEEN_AGAIN = 3

/** Who sent the traffic that a check told of, the first of it; of what it found amiss, where it did. */
function behind(
  { requirements, exchanges, deliveries }: Report,
  check: string,
  sending: ReadonlySet<string>,
): readonly string[] {
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
  return told.flatMap((id) => {
    const sender = exchanges.find((each) => each.id === id)?.check ?? ''
    // What several share was sent by none of them: whoever told of it has it sent again.
    const tellers = judgements.filter(({ evidence }) => evidence.includes(id)).map((each) => each.check)
    const others = tellers.filter((each) => each !== check && sending.has(each))
    return isFixture(sender) && others.length > 0 ? others : [sender, ...others]
  })
}
