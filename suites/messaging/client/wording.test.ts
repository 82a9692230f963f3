import { expect, test } from 'vitest'
import { exchangeOf } from '../../../tests/made-up/recorded.ts'
import { SPELLINGS } from '../../shared/spelling.ts'
import { misreadIn, oneByOne, purposeOf, spelledLabel, spellingsFor, spellingsOf, twinsOf } from './wording.ts'

const asked = (label: string, status: number, sentAt: number) => ({
  ...exchangeOf({ status }),
  label,
  sentAt,
  check: 'c',
})
const isRefused = ({ response }: ReturnType<typeof asked>): boolean => response?.status === 422

test('a request with a body is written in all spellings but one, each of which is left out by some seed', () => {
  const left = Array.from({ length: SPELLINGS.length }, (_, seed) => {
    const written = spellingsFor(seed, 'SMS', { hasBody: true })
    expect(written).toHaveLength(SPELLINGS.length - 1)
    return SPELLINGS.find((each) => !written.includes(each))
  })
  expect(new Set(left)).toEqual(new Set(SPELLINGS))
})

test('a spelling that is wanted is never left out, and one without a body has none but that of its headers', () => {
  for (let seed = -3; seed < 9; seed += 1)
    expect(spellingsFor(seed, 'SMS', { hasBody: true, wanted: 'escapes' })).toContain('escapes')
  for (let seed = -3; seed < 9; seed += 1) {
    const dear = spellingsFor(seed, 'SMS', { hasBody: true, isDear: true })
    expect(dear).not.toContain('charset')
    expect(dear).toHaveLength(SPELLINGS.length - 2)
  }
  expect(spellingsFor(1, 'own app', { hasBody: false })).toEqual(['header names'])
})

test('a label says its spellings and its purpose', () => {
  const label = spelledLabel('SMS', ['order', 'escapes'])
  expect(spellingsOf({ label })).toEqual(['order', 'escapes'])
  expect(spellingsOf({ label: 'SMS' })).toEqual([])
  expect(purposeOf(label)).toBe('SMS')
})

test('what was refused with all of them is asked again with each alone, and what is misread so is known', () => {
  const whole = asked('SMS, in other words: order, escapes', 422, 1)
  const plain = asked('SMS, in plain words', 200, 2)
  const again = asked('SMS, in the same other words again', 422, 3)
  const alone = oneByOne(['order', 'escapes']).map((each, index) =>
    asked(spelledLabel('SMS', [each]), each === 'escapes' ? 422 : 200, 4 + index),
  )
  const all = [whole, plain, again, ...alone]
  expect(twinsOf(all, whole)).toEqual({ plain, again, alone })
  expect(misreadIn(all, isRefused as never)).toEqual(['escapes'])
  expect(misreadIn([whole, plain, asked(again.label, 200, 3)], isRefused as never)).toEqual([])
})
