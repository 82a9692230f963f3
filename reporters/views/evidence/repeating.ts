import type { Verdict } from '../../../kit/check/verdicts/verdict.ts'
import { quote } from '../../../kit/evidence/shell-words.ts'
import type { Report, ReportedJudgement, ReportedRequirement } from '../../../kit/report/report.ts'

/** What a check with generated values ends its reason with: a line with the command, and the flags that name the target. */
const ONE_VALUE = /(?<=(?:^|\n)run it again with: )([^\n]* )?(replay (\S+) --seed \d+( --path [\w,:+/=]+))( --[^\n]*)?$/

/**
 * What asks once more, to be typed behind the command: the check, or the one generated value that it found.
 * @param run id or file of the run: without it the last one would be taken that judged the check, which may be of another target
 */
export function replayOf({ check, reason = '' }: Pick<ReportedJudgement, 'check' | 'reason'>, run: string): string {
  const [, , , named, path] = ONE_VALUE.exec(reason) ?? []
  return `replay ${quote(run)} ${check}${path !== undefined && named === check ? path : ''}`
}

/**
 * The report with the commands of its reasons as they are typed.
 * @param flags that name the target, behind a blank; those that a reason names where absent
 */
export function typedIn<T extends Pick<Report, 'requirements'>>(report: T, command: string, flags?: string): T {
  const typed = (judgement: ReportedJudgement): ReportedJudgement => {
    const { check, reason = '' } = judgement
    const [, , one, named, , before = ''] = ONE_VALUE.exec(reason) ?? []
    if (one === undefined || named !== check) return judgement
    return { ...judgement, reason: reason.replace(ONE_VALUE, () => `${command} ${one}${flags ?? before}`) }
  }
  const requirements = report.requirements.map((each) => ({ ...each, judgements: each.judgements.map(typed) }))
  return { ...report, requirements }
}

type Judged = Pick<ReportedRequirement, 'judgements' | 'verdict'>

/**
 * What of a report asks once more after a requirement, to be typed behind the command: of the checks that came to its
 * verdict the one that sends least, by what each sent in the run. Undefined where none did.
 */
export function replaysOf({
  exchanges,
  run,
}: Pick<Report, 'exchanges' | 'run'>): (requirement: Judged) => string | undefined {
  const sent = new Map<string, number>()
  for (const { check } of exchanges) sent.set(check, (sent.get(check) ?? 0) + 1)
  const cost = (judgement: ReportedJudgement): number => {
    if (ONE_VALUE.test(judgement.reason ?? '')) return 1
    // One that sends nothing is asked again with those whose traffic it told of.
    return sent.get(judgement.check) ?? Number.MAX_SAFE_INTEGER
  }
  return ({ judgements, verdict }) => {
    const [cheapest] = judgements.filter(cameTo(verdict)).toSorted((a, b) => cost(a) - cost(b))
    return cheapest && replayOf(cheapest, run.id)
  }
}

const cameTo =
  (verdict: Verdict) =>
  (judgement: ReportedJudgement): boolean =>
    judgement.verdict === verdict
