import type { Verdict } from '../../check/verdicts/verdict.ts'
import { ABANDONED } from '../../http/exchange.ts'
import type { Report, ReportedJudgement } from '../schema/report.ts'

type Judged = Pick<Report, 'requirements' | 'exchanges' | 'deliveries' | 'run' | 'target' | 'suite'>

/** A request by what it was for: runs of one seed name it alike. */
export const nameOfRequest = ({ check, operation, label }: Report['exchanges'][number]): string =>
  `${check} ${operation} ${label}`

/** The names of the requests of a report. */
export const requestNames = ({ exchanges }: Pick<Report, 'exchanges'>): ReadonlySet<string> =>
  new Set(exchanges.map(nameOfRequest))

const AGAINST: readonly Verdict[] = ['broken', 'fail', 'blocked', 'warn']

/** The judgements of a requirement that decided its verdict, where that was none of the good ones. */
export function decisive({ requirements }: Pick<Report, 'requirements'>, id: string): readonly ReportedJudgement[] {
  const found = requirements.find((each) => each.id === id)
  if (found === undefined || !AGAINST.includes(found.verdict)) return []
  return found.judgements.filter(({ verdict }) => verdict === found.verdict)
}

/**
 * Those of the judgements of an earlier run of which a later one did not ask again for what they told of. The first message
 * of the evidence is the one that a judgement is about: its controls and what was asked to find the cause come after it. A
 * delivery was asked for again where one came to the same inbox, by as many attempts at least. What rests on no message of
 * the report was not seen to be asked for in any run, and counts as asked. So does what the same run, once more, had no
 * occasion to send: much is sent only where something before it was refused. A run that ended early has asked again for what
 * the same check came to judge in it.
 */
export function notAskedAgain(
  judgements: readonly ReportedJudgement[],
  before: Judged,
  later: Judged,
): readonly ReportedJudgement[] {
  // What nobody answered was not seen once more.
  const after = { ...later, exchanges: later.exchanges.filter(isHeard) }
  const sent = new Map(before.exchanges.map((each) => [each.id, each]))
  const asked = requestNames(after)
  const came = new Map(before.deliveries.map((each) => [each.id, each]))
  const isAsked = ({ evidence: [first] }: ReportedJudgement): boolean => {
    const delivery = first === undefined ? undefined : came.get(first)
    if (delivery !== undefined)
      return after.deliveries.some(({ inbox, attempt }) => inbox === delivery.inbox && attempt >= delivery.attempt)
    const request = first === undefined ? undefined : sent.get(first)
    const isSent = request !== undefined && (asked.has(nameOfRequest(request)) || isByAnother(request, before, after))
    return request === undefined || isSent || isSpared(request, before, after)
  }
  const isSame = isSameRun(before, after)
  const isCut = later.run.stopped !== undefined
  return judgements.filter((each) => {
    // What a check under way sent is in the report of a run that ended early, and not what it would have said of it.
    if (isCut && !isKept(each, before, after)) return true
    return !isAsked(each) && !(isSame && isKept(each, before, after))
  })
}

/** Whether a later run was asked for the same by the same seed, and came to its end: all it can ask for led to what it sent. */
function isSameRun(a: Judged, b: Judged): boolean {
  const askedFor = ({ run: { seed, depth, only, skip, shard, certify }, suite }: Judged): string =>
    JSON.stringify([seed, depth, only.toSorted(), skip.toSorted(), shard, certify, suite.catalogue.sha256])
  const isAsMuch = a.target.claims.every((each) => b.target.claims.includes(each))
  return isAsMuch && b.run.stopped === undefined && askedFor(a) === askedFor(b)
}

/** Whether the same check judged the same of a requirement later, and had only good to say of it. */
function isKept(judgement: ReportedJudgement, before: Judged, after: Judged): boolean {
  const of = before.requirements.find(({ judgements }) => judgements.includes(judgement))
  const later = after.requirements.find(({ id }) => id === of?.id)?.judgements ?? []
  const own = later.filter(({ check }) => check === judgement.check)
  return own.length > 0 && own.every(({ verdict }) => verdict === 'pass')
}

/** Whether a later run asked again for all that judgements of an earlier one told of. */
export const isAskedAgain = (judgements: readonly ReportedJudgement[], before: Judged, after: Judged): boolean =>
  notAskedAgain(judgements, before, after).length === 0

/** Whether a judgement is about a request that nobody answered, and that the suite itself did not give up. */
export function isAboutSilence(
  { evidence: [first] }: ReportedJudgement,
  { exchanges }: Pick<Report, 'exchanges'>,
): boolean {
  const about = exchanges.find(({ id }) => id === first)
  return about !== undefined && !isHeard(about)
}

type Sent = Report['exchanges'][number]

/** Whether a request was answered, or given up by the suite itself, which is what it is for then. */
const isHeard = ({ response, fault }: Sent): boolean => response !== undefined || fault?.message === ABANDONED

const isTaken = ({ response }: Sent): boolean => Math.floor((response?.status ?? 0) / 100) === 2

/** Whether somebody else sent it in the later run: of what is sent by whoever comes to it first one alone has sent it in each. */
function isByAnother({ operation, label }: Sent, before: Judged, after: Judged): boolean {
  const sendersIn = ({ exchanges }: Judged): number =>
    new Set(exchanges.filter((each) => each.operation === operation && each.label === label).map(({ check }) => check))
      .size
  return label !== '' && sendersIn(before) === 1 && sendersIn(after) === 1
}

/**
 * Whether a request is one more of another, which was not taken, and need not be sent where that is: its label goes on where
 * that of the other ends, or it is the other without what that came with (`loan`, after `loan with a guarantor`).
 */
function isSpared({ operation, label }: Sent, before: Judged, after: Judged): boolean {
  const firsts = before.exchanges.filter(
    (each) =>
      each.operation === operation &&
      (label.startsWith(`${each.label}, `) || (label !== '' && each.label.startsWith(`${label} with `))) &&
      !isTaken(each),
  )
  const names = new Set(firsts.map(nameOfRequest))
  return after.exchanges.some((each) => names.has(nameOfRequest(each)) && isTaken(each))
}
