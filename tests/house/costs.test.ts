import { expect, test } from 'vitest'
import { own } from '../../cli/own/own.ts'
import type { Fixture } from '../../kit/check/check.ts'
import type { Amounts, Cost } from '../../kit/check/order/cost.ts'
import type { Suite } from '../../kit/contract/service.ts'

const MEMBERS = ['requests', 'spends', 'typical', 'adds', 'unpaced', 'waits', 'givesUp', 'lingers']

/** Everything of a suite that has a cost, by name. */
async function pricedIn(suite: Suite): Promise<ReadonlyMap<string, Cost>> {
  const found = new Map<string, Cost>()
  const visit = ({ name, cost, uses }: Fixture): void => {
    found.set(`fixture ${name}`, cost)
    for (const each of uses) visit(each)
  }
  for (const { id, cost, uses } of await suite.checks()) {
    found.set(id, cost)
    for (const each of uses) visit(each)
  }
  return found
}

/** Names in a cost that mean nothing to who reads it. */
function unknownIn(cost: Cost, { service: { section } }: Suite): readonly string[] {
  const keys = Object.keys(section.schema.properties?.keys?.properties ?? {})
  const budgets = Object.keys(section.allow?.budgets ?? {})
  const namedIn = ({ requests = {}, spends = {} }: Amounts): readonly string[] => [
    ...Object.keys(requests).filter((each) => each !== 'none' && !keys.includes(each)),
    ...Object.keys(spends).filter((each) => !budgets.includes(each)),
  ]
  const members = Object.keys(cost).filter((each) => !MEMBERS.includes(each))
  return [...members, ...namedIn(cost), ...namedIn(cost.typical ?? {})]
}

// A compiler overlooks a member that is spread in: its payments would be in no plan.
test.for(own.suites)('costs of $service.contract.id name keys and budgets of its section', async (suite) => {
  const priced = await pricedIn(suite)
  expect(priced.size).toBeGreaterThan(10)
  const unknown = [...priced].flatMap(([name, cost]) => unknownIn(cost, suite).map((each) => `${name}: ${each}`))
  expect(unknown).toEqual([])
})
