import { contractOf } from '../../kit/contract/catalogues.ts'
import type { ReportedService } from '../../kit/report/report.ts'

/** The area of a requirement: `lib.loan` for `lib.loan.limit`. */
export const areaOf = (id: string): string => id.split('.').slice(0, 2).join('.')

/** Id of the service that a requirement binds; its prefix where the report names no such service. */
export const serviceOf = (services: readonly ReportedService[], requirement: string): string =>
  contractOf(services, requirement)?.id ?? requirement.split('.', 1).join()
