import type { Report } from '../../../kit/report/report.ts'
import { keysNotTaken } from './keys-not-taken.ts'
import { otherSigningKey } from './signing-keys.ts'

/** What a run met that keys of its target file explain as well as the service does; none where nothing was. */
export const wrongKeys = (report: Report): string[] =>
  report.services.flatMap((service) => [...keysNotTaken(report, service), ...otherSigningKey(report, service)])
