import { expect, test } from 'vitest'
import { exchangeOf, saidBy } from '../../../tests/made-up/recorded.ts'
import { WORKSPACES } from '../client/api.ts'
import { recordFields } from './record-fields.ts'

const shown = (id: string, workspace: object) =>
  exchangeOf({ id, operation: WORKSPACES, status: 200, answer: [workspace] })

test.for<[string, string, object, string]>([
  ['a text', 'name', { name: 'Shop' }, 'pass'],
  ['a number', 'name', { name: 7 }, 'fail'],
  // Neither column of the table has null.
  ['null', 'name', { name: null }, 'warn'],
  ['nothing', 'name', {}, 'noted'],
  ['a text', 'description', { description: '' }, 'pass'],
  ['a number', 'description', { description: 7 }, 'fail'],
  // There may be none.
  ['null', 'description', { description: null }, 'noted'],
  ['nothing', 'description', {}, 'noted'],
])('%s in %s of a workspace', async ([_, name, workspace, expected]) => {
  const rule = recordFields.find(({ id }) => id === `msg/records/workspace-${name}`)
  const said = await saidBy(rule, { exchanges: [shown('x1', workspace)] })
  expect(said.map((each) => each.replace(/^(unexercised|inapplicable) .*/, 'noted').replace(/ .*/, ''))).toEqual([
    expected,
  ])
})
