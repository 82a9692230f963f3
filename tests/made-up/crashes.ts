import type { ReportedExchange } from '../../kit/evidence/recorder.ts'
import { likelyCauses } from '../../reporters/views/causes/likely-causes.ts'
import { sampleReport } from './sample-report.ts'

export const report = sampleReport(4)
const [template] = report.exchanges
if (template === undefined) throw new TypeError('the sample has no exchange')
const { response: answer, fault: _, ...bare } = template
const found = report.services.find(({ id }) => id === template.service)
if (found === undefined || answer === undefined) throw new TypeError('the sample has no answer of a service')
export const service = found

/** Sent that many seconds into the run, and over a moment later. */
export function sent(
  id: string,
  second: number,
  body: string,
  came: Pick<ReportedExchange, 'fault' | 'response'>,
): ReportedExchange {
  const sentAt = Date.UTC(2026, 0, 1, 12, 0, second)
  return {
    ...bare,
    id,
    label: body === '{}' ? 'no members' : `body of ${id}`,
    operation: 'POST /loans',
    curl: `curl ${id}`,
    request: { ...bare.request, body },
    sentAt,
    endedAt: sentAt + 10,
    ...came,
  }
}

export const answered = { response: answer } as const
export const cut = { fault: { kind: 'reset', message: 'the connection was closed' } } as const
export const silent = { fault: { kind: 'timeout', message: 'nothing came within 10 s' } } as const
export const refused = { fault: { kind: 'refused', message: 'the connection was refused' } } as const

export const crashes = [
  sent('x1', 1, '{"days":3}', answered),
  sent('x2', 2, '{"days":4}', cut),
  sent('x3', 2, '{}', cut),
  sent('x4', 3, '{"days":5}', refused),
  sent('x5', 5, '{"days":5}', answered),
  sent('x6', 6, '{}', cut),
  sent('x7', 6, '[', cut),
  sent('x8', 7, '{"days":5}', refused),
  sent('x9', 9, '{"days":5}', answered),
]

export const failing = (evidence: readonly string[]) => ({
  ...report.requirements[0]!,
  verdict: 'fail' as const,
  judgements: [{ check: 'lib/loans', verdict: 'fail' as const, subject: '', expected: '', actual: '', evidence }],
})

export const causes = (
  exchanges: readonly ReportedExchange[],
  evidence: readonly string[],
  stopped?: NonNullable<typeof report.run.stopped>,
) =>
  likelyCauses({
    ...report,
    run: { ...report.run, ...(stopped !== undefined && { stopped }) },
    services: [service],
    exchanges: [...exchanges],
    deliveries: [],
    requirements: [failing(evidence)],
  })
