import { expect, test } from 'vitest'
import { libraryTarget } from '../../tests/made-up/service.ts'
import { alternativesOf, type JudgedWith, notMade } from './judged-with.ts'

const target = libraryTarget({})
const missing = (made: readonly string[], wanted?: JudgedWith): readonly string[] =>
  notMade({ isMade: (_, claim) => made.includes(claim) }, target, wanted)

const EITHER: JudgedWith = ['desk', ['url', 'tls', 'route']]

test.each<[made: readonly string[], missing: readonly string[]]>([
  [[], ['desk', 'url']],
  [['desk'], ['url']],
  [['tls'], ['desk']],
  [['desk', 'route'], []],
])('of a target that makes %j lacks %j', (made, expected) => {
  expect(missing(made, EITHER)).toEqual(expected)
})

test('where nothing is wanted nothing is missing', () => {
  expect(missing([])).toEqual([])
  expect(alternativesOf()).toEqual([])
})

test('of claims that do for each other all are named, that to propose first', () => {
  expect(alternativesOf(EITHER)).toEqual([['desk'], ['url', 'tls', 'route']])
})
