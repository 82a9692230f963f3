import type { ReportedJudgement } from '../../kit/report/report.ts'

/** What a check with generated values ends its reason with. */
const ONE_VALUE = /\brun it again with: (replay (\S+) --seed \d+ --path [\w,:+/=]+)$/

/** What asks once more, to be typed behind the command: the check, or the one generated value that it found. */
export function replayOf({ check, reason = '' }: Pick<ReportedJudgement, 'check' | 'reason'>): string {
  const [, one, named] = ONE_VALUE.exec(reason) ?? []
  return one !== undefined && named === check ? one : `replay ${check}`
}
