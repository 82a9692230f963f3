import { paymentErrors, type Service } from '../../../specs/index.ts'
import { type Exchange, json } from '../../http/exchange.ts'
import { valueAt } from '../../match/pointer.ts'
import { describedBy } from './descriptions.ts'
import { Keywords } from './keywords.ts'

/** What of one endpoint's description a run has seen. */
export interface OperationCoverage {
  readonly service: Service
  readonly operation: string
  readonly requests: number
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>
  /** Described and not seen: `402`, `2XX`. */
  readonly unseenStatuses: readonly string[]
  /** By place: `request /delivery_method` to how often each of its values was seen. */
  readonly enums: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly keywords: {
    /** By place and keyword, `request /amount minimum`: how often it was met and broken. */
    readonly seen: Readonly<Record<string, { readonly met: number; readonly broken: number }>>
    readonly unseen: readonly string[]
  }
}

/** What of the descriptions a run has seen. */
export interface Coverage {
  readonly operations: readonly OperationCoverage[]
  /** Rows of the error tables of the payment document by error_code, with the status of the row. */
  readonly errorRows: { readonly seen: Readonly<Record<string, number>>; readonly unseen: readonly string[] }
}

/** Counts what a run has recorded. */
export function coverageOf(exchanges: readonly Exchange[], services: readonly Service[]): Coverage {
  return {
    operations: services.flatMap((service) =>
      describedBy(service).map((described) => operationCoverage(described, exchanges)),
    ),
    errorRows: services.includes('payment') ? rowsIn(exchanges) : { seen: {}, unseen: [] },
  }
}

function operationCoverage(
  { service, operation, request, responses }: ReturnType<typeof describedBy>[number],
  exchanges: readonly Exchange[],
): OperationCoverage {
  const own = exchanges.filter((each) => each.service === service && each.operation === operation)
  const keywords = new Keywords(service)
  keywords.announce(request, 'request ')
  for (const [status, schema] of responses) keywords.announce(schema, `${status} `)
  const statuses: Record<string, number> = {}
  const described = new Set<string>()
  for (const { request: sent, response } of own) {
    const body = json(sent)
    if (body !== undefined) keywords.count(request, body, 'request ')
    if (response === undefined) continue
    const status = String(response.status)
    statuses[status] = (statuses[status] ?? 0) + 1
    const row = [status, `${status[0]}XX`].find((each) => responses.has(each))
    if (row === undefined) continue
    described.add(row)
    const answer = json(response)
    if (answer !== undefined) keywords.count(responses.get(row), answer, `${row} `)
  }
  const all = [...keywords.counts].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return {
    service,
    operation,
    requests: own.length,
    statuses,
    unseenStatuses: [...responses.keys()].filter((status) => !described.has(status)),
    enums: Object.fromEntries([...keywords.enums].map(([place, values]) => [place, Object.fromEntries(values)])),
    keywords: {
      seen: Object.fromEntries(all.filter(([, { met, broken }]) => met + broken > 0)),
      unseen: all.filter(([, { met, broken }]) => met + broken === 0).map(([key]) => key),
    },
  }
}

function rowsIn(exchanges: readonly Exchange[]): Coverage['errorRows'] {
  const seen: Record<string, number> = {}
  for (const { service, response } of exchanges) {
    if (service !== 'payment' || response === undefined || response.status < 400) continue
    const code = String(valueAt(json(response), '/error_code'))
    const row = Object.hasOwn(paymentErrors, code) ? paymentErrors[code as keyof typeof paymentErrors] : undefined
    if (row?.status === response.status) seen[code] = (seen[code] ?? 0) + 1
  }
  return { seen, unseen: Object.keys(paymentErrors).filter((code) => seen[code] === undefined) }
}
