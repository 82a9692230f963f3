import { expect, test } from 'vitest'
import { exchangeOf, saidBy } from '../../../tests/made-up/recorded.ts'
import { WORKSPACES } from '../client/api.ts'
import { workspaces } from './workspaces.ts'

test('that no 422 came is told of the requests that came as far as their input, and not of all', async () => {
  const statuses = [200, 200, 401, 403, 200, 404, 429, 500, 400]
  const exchanges = statuses.map((status) => exchangeOf({ operation: WORKSPACES, status }))
  const told: string[] = []
  const context = { markInapplicable: (_: string, observation: string) => told.push(observation) }
  await saidBy(
    workspaces.find(({ id }) => id === 'msg/workspaces/refusal'),
    { exchanges, context },
  )
  expect(told).toEqual([
    'none of the 4 requests by checks for the workspace list that came as far as their input was answered 422',
  ])
})
