import type { Report, ReportedService } from '../../../kit/report/report.ts'
import { deliveriesTo } from './service-webhooks.ts'

/** How checks say that nothing but another key explains a digest. */
const MAY_BE_ANOTHER = 'may be another than the service has'

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
    const isUnexplained = failed.some(({ actual = '' }) => actual.includes(`${signatureClaim} ${MAY_BE_ANOTHER}`))
    return isUnexplained ? [failed.reduce((sum, { more = 0 }) => sum + 1 + more, 0)] : []
  })
  const wrong = Math.max(0, ...found)
  if (signed === 0 || wrong * 2 <= signed) return []
  return [
    `${Math.min(wrong, signed)} of ${signed} signed webhooks of the ${id} service do not verify with ${signatureClaim}, and no usual mistake makes such digests: the target file may hold another key than the service has; compare the two before anything is mended`,
  ]
}
