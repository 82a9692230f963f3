import { expect, test } from 'vitest'
import { replayOf } from './repeating.ts'

const check = 'lib/generated/loans'

test.each([
  ['a check', undefined, `replay ${check}`],
  ['one value', `the value: 7\nrun it again with: replay ${check} --seed 7 --path 0,6:5:3,EDIF:K`, undefined],
  ['a value that speaks of a command', 'the value: run it again with: rm x', `replay ${check}`],
  ['another check', 'run it again with: replay lib/other --seed 7 --path 0,6', `replay ${check}`],
])('%s is asked again', (_, reason, expected) => {
  const own = expected ?? `replay ${check} --seed 7 --path 0,6:5:3,EDIF:K`
  expect(replayOf({ check, ...(reason === undefined ? {} : { reason }) })).toBe(own)
})
