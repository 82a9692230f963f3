import { expect, test } from 'vitest'
import { flagsText } from './flags-text.ts'

test.for<[object, string]>([
  [{ shard: { index: 1, of: 2 }, seed: 7 }, ' --shard 1/2 --seed 7'],
  [{ only: ['pay.*', 'msg.*'] }, " --only 'pay.*' --only 'msg.*'"],
  [{ ownKeys: true, dotenv: false }, ' --own-keys --no-dotenv'],
])('flags as they are typed: %j', ([flags, text]) => {
  expect(flagsText(flags as never)).toBe(text)
})
