import { expect, test } from 'vitest'
import { ToldAgain, ToldLateness } from './told-lateness.ts'

const tell = (words: readonly number[]): ToldLateness => {
  const told = new ToldLateness()
  for (const ms of words) told.tell('lib/one', 'd1', ms)
  return told
}

test.each([[[0, 0, 300, 300, 450]], [[200, 0, 200]], [[300]]])(
  'the same questions get the same words again: %j',
  (words) => {
    const again = new ToldAgain(JSON.parse(JSON.stringify(tell(words).words)))
    expect(words.map(() => again.ms('lib/one', 'd1'))).toEqual(words)
    expect(again.left).toEqual([])
    // Whoever asks once more is told the last of them.
    expect(again.ms('lib/one', 'd1')).toBe(words.at(-1))
  },
)

test('what was in time is a word as well, and each asker and delivery has words of its own', () => {
  const told = tell([0, 0])
  told.tell('lib/two', 'd1', 70)
  told.tell('lib/one', 'd2', 90)
  expect(told.words).toEqual([
    ['lib/one', 'd1', 0, 1],
    ['lib/two', 'd1', 70, 1],
    ['lib/one', 'd2', 90, 1],
  ])
  const again = new ToldAgain(told.words)
  expect([again.ms('lib/one', 'd1'), again.ms('lib/two', 'd1'), again.ms('lib/two', 'd2')]).toEqual([0, 70, undefined])
})

test('words that nobody asks for are left', () => {
  const again = new ToldAgain(tell([0, 300, 450]).words)
  for (const _ of [1, 2]) again.ms('lib/one', 'd1')
  expect(again.left).toEqual([['lib/one', 'd1', 450, 3]])
})
