import type { ReportedExchange } from '../../../kit/evidence/recorder.ts'
import type { Report, ReportedService } from '../../../kit/report/report.ts'
import { timeOf } from '../../../kit/run/presence/suspects.ts'
import { messageName } from '../evidence/messages.ts'

/** Answers from which something is said of all that came to the end of a run, and of what came before it. */
const MANY = 20
const BEFORE = 5
/** Part of the answers before it that may have been the same. */
const FEW = 0.3

/** What speaks of a service or of its callers, and not of what was asked. */
const OF_SERVICE: readonly number[] = [401, 403, 500, 501, 503]

/** What may stand behind an answer that all have from a moment on. */
function reasonOf(status: number): string {
  if (status === 401 || status === 403)
    return 'its keys may have been withdrawn, or what it looks them up in may have gone'
  return 'something that it stands on may have failed; its log says why'
}

const statusOf = ({ response }: ReportedExchange): number => response?.status ?? 0

/**
 * One status that a service answers to whatever is asked with a key, from a moment in the middle of a run to its end:
 * what failed since then may come of that, and behind a line end stands what did.
 */
export function fromThenOn(report: Report, own: readonly ReportedExchange[], { id }: ReportedService): string[] {
  // Without a key, and over the rate, a service may answer as ever.
  const answers = own
    .filter(({ response, key, expects429 }) => response !== undefined && key !== '' && expects429 !== true)
    .toSorted((a, b) => a.sentAt - b.sentAt)
  const last = answers.at(-1)
  const status = last === undefined ? 0 : statusOf(last)
  // What is refused for itself may well stand at the end of a run, and what a gateway answers is told by itself.
  if (!OF_SERVICE.includes(status)) return []
  const from = answers.findLastIndex((each) => statusOf(each) !== status) + 1
  const [before, since] = [answers.slice(0, from), answers.slice(from)]
  const isNew = before.filter((each) => statusOf(each) === status).length <= before.length * FEW
  const operations = new Set(since.map(({ operation }) => operation))
  const [first] = since
  if (first === undefined || since.length < MANY || before.length < BEFORE || operations.size < 2 || !isNew) return []
  const ids = new Set(since.map((each) => each.id))
  const failed = report.requirements.flatMap((each) => {
    const isBy = each.judgements.some(({ verdict, evidence: [about] }) => verdict === 'fail' && ids.has(about ?? ''))
    return each.verdict === 'fail' && isBy ? [each.id] : []
  })
  const beyond = own.filter(
    ({ response, key, expects429, sentAt }) =>
      response !== undefined && key !== '' && expects429 === true && sentAt >= first.sentAt,
  )
  const isAlike = beyond.every((each) => statusOf(each) === status)
  const many = since.length + (isAlike ? beyond.length : 0)
  const but = isAlike ? '' : ', but for those that were to go over the rate'
  const told = failed.length === 0 ? '' : '. These fail by such answers:'
  return [
    [
      `from ${timeOf(first.sentAt)} UTC on the ${id} service answered ${status} to all ${many} requests with a key${but}, whatever was asked, as it had not before: ${reasonOf(status)}. The first is ${messageName(first)} (${first.id} of the report)${told}`,
      ...(failed.length === 0 ? [] : [failed.join(', ')]),
    ].join('\n'),
  ]
}
