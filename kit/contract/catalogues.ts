import type { Contract, Requirement } from '../../specs/contract.ts'

/**
 * The entry of a requirement in the catalogue that has it.
 * @throws TypeError where none has: a check covers what no contract says
 */
export function requirementIn(contracts: readonly Contract[], id: string): Requirement {
  const found = contractOf(contracts, id)?.catalogue[id]
  if (found === undefined) throw new TypeError(`no contract has the requirement ${id}`)
  return found
}

/** The contract that an id of a requirement (`lib.loan.limit`), of an open point or of a check (`lib/loan/limit`) belongs to. */
export function contractOf<C extends Pick<Contract, 'prefix'>>(contracts: readonly C[], id: string): C | undefined {
  const [prefix] = id.split(/[./]/, 1)
  return contracts.find((each) => each.prefix === prefix)
}
