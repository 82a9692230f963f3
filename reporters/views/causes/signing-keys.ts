import type { Report, ReportedJudgement, ReportedService } from '../../../kit/report/report.ts'
import { deliveriesTo } from './service-webhooks.ts'

/** How checks say that nothing but another key explains a digest. */
const MAY_BE_ANOTHER = 'may be another than the service has'

const isOfKey =
  (claim: string) =>
  ({ actual = '' }: ReportedJudgement): boolean =>
    actual.includes(`${claim} ${MAY_BE_ANOTHER}`)

/** Ids of requirements that failed by digests which another key of the target file may explain. */
export const failedBySigningKey = ({ requirements, services }: Report): readonly string[] =>
  requirements
    .filter(({ judgements }) =>
      services.some(({ webhooks }) =>
        judgements.some(
          (each) => each.verdict === 'fail' && webhooks !== undefined && isOfKey(webhooks.signatureClaim)(each),
        ),
      ),
    )
    .map(({ id }) => id)

const manyOf = (judgements: readonly ReportedJudgement[]): number =>
  judgements.reduce((sum, { more = 0 }) => sum + 1 + more, 0)

/**
 * A key of the target file with which hardly any webhook verifies, where no usual mistake explains it either: it is as
 * likely to be another than the service has as the service is to sign otherwise.
 */
export function otherSigningKey({ requirements, deliveries }: Report, { id, webhooks }: ReportedService): string[] {
  if (webhooks === undefined) return []
  const { signatureClaim, signatureHeader } = webhooks
  const name = signatureHeader.toLowerCase()
  const signed = deliveriesTo(webhooks, deliveries).filter(({ headers }) =>
    headers.some(([each]) => each.toLowerCase() === name),
  ).length
  const found = requirements.flatMap(({ judgements }) => {
    const failed = judgements.filter(({ verdict }) => verdict === 'fail')
    const isUnexplained = failed.some(isOfKey(signatureClaim))
    const kept = judgements.filter(({ verdict }) => verdict === 'pass')
    return isUnexplained ? [{ wrong: manyOf(failed), right: manyOf(kept) }] : []
  })
  const [most = { wrong: 0, right: 0 }] = found.toSorted((a, b) => b.wrong - a.wrong)
  if (signed === 0 || most.wrong * 2 <= signed) return []
  const wrong = Math.min(most.wrong, signed)
  // Some may not have been looked at: of them nothing is known.
  const which =
    most.right === 0
      ? `no signed webhook of the ${id} service verifies with ${signatureClaim} (none of ${wrong}${wrong < signed ? ` that were looked at, of ${signed}` : ''})`
      : `${wrong} of ${wrong + most.right} signed webhooks of the ${id} service do not verify with ${signatureClaim}`
  return [
    `${which}, and no mistake that was tried makes those digests whose cause was looked for: the target file may hold another key than the service has, or what is signed is not what is sent, as JSON that is written twice; compare the keys before anything is mended`,
  ]
}
