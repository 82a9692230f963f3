import type { Report } from '../../../kit/report/report.ts'
import { keysNotTaken } from './keys-not-taken.ts'
import { failedBySigningKey, otherSigningKey } from './signing-keys.ts'

/** What a run met that keys of its target file explain as well as the service does; none where nothing was. */
export const wrongKeys = (report: Report): string[] =>
  report.services.flatMap((service) => [...keysNotTaken(report, service), ...otherSigningKey(report, service)])

/** Those of these requirements that such keys may explain: all of them where a key was not taken, on which anything may hang. */
export function byWrongKeys(report: Report, ids: readonly string[]): readonly string[] {
  if (report.services.some((service) => keysNotTaken(report, service).length > 0)) return ids
  if (wrongKeys(report).length === 0) return []
  const failed = failedBySigningKey(report)
  return ids.filter((id) => failed.includes(id))
}
