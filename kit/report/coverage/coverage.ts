import type { Contract } from '../../../specs/contract.ts'
import type { Breath } from '../../clock/breath.ts'
import { type Exchange, json } from '../../http/exchange.ts'
import { valueAt } from '../../match/pointer.ts'
import { describedBy } from './descriptions.ts'
import { Keywords } from './keywords.ts'
import type { Coverage, OperationCoverage, RowCoverage } from './schema.ts'

export type { Coverage, OperationCoverage, RowCoverage } from './schema.ts'

type Described = ReturnType<typeof describedBy>[number]

/** Counts what a run has recorded. */
export const coverageOf = (exchanges: readonly Exchange[], contracts: readonly Contract[]): Coverage => ({
  operations: contracts.flatMap(describedBy).map((each) => operationCoverage(each, exchanges)),
  errorRows: errorRowsOf(exchanges, contracts),
})

/** The same, where others are to have their turn meanwhile. */
export const coverageInTurn = async (
  exchanges: readonly Exchange[],
  contracts: readonly Contract[],
  breath: Breath,
): Promise<Coverage> => ({
  operations: await breath.each(contracts.flatMap(describedBy), (each) => operationCoverage(each, exchanges)),
  errorRows: errorRowsOf(exchanges, contracts),
})

const errorRowsOf = (exchanges: readonly Exchange[], contracts: readonly Contract[]): Coverage['errorRows'] =>
  Object.fromEntries(
    contracts
      .filter(({ errors }) => Object.keys(errors).length > 0)
      .map((contract) => [contract.id, rowsIn(exchanges, contract)]),
  )

function operationCoverage(
  { contract, operation, request, responses }: Described,
  exchanges: readonly Exchange[],
): OperationCoverage {
  const own = exchanges.filter((each) => each.service === contract.id && each.operation === operation)
  const keywords = new Keywords(contract)
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
    service: contract.id,
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

/** A row counts as seen with its own status alone. */
function rowsIn(exchanges: readonly Exchange[], { id, errors, errorCodeAt = '' }: Contract): RowCoverage {
  const seen: Record<string, number> = {}
  for (const { service, response } of exchanges) {
    if (service !== id || response === undefined || response.status < 400) continue
    const code = String(valueAt(json(response), errorCodeAt))
    const row = Object.hasOwn(errors, code) ? errors[code] : undefined
    if (row?.status === response.status) seen[code] = (seen[code] ?? 0) + 1
  }
  return { seen, unseen: Object.keys(errors).filter((code) => seen[code] === undefined) }
}
