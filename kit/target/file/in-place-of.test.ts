import { expect, test } from 'vitest'
import { parseDocument } from 'yaml'
import { takenOut } from './in-place-of.ts'

const LINE = 'allow.loans: 118   # at most so many, usually about 88: in place of 60\n'

test.for<[string, string, unknown, boolean]>([
  ['what is nested', `allow:\n  loans: 60\n  days: 3\n${LINE}`, { allow: { days: 3 }, 'allow.loans': 118 }, false],
  [
    'what is nested in braces',
    `${LINE}allow: { loans: 60, days: 3 }\n`,
    { allow: { days: 3 }, 'allow.loans': 118 },
    false,
  ],
  ['a path before it', `allow.loans: 60\n${LINE}`, { 'allow.loans': 118 }, true],
  ['a path behind it', `${LINE}allow.loans: 60\n`, { 'allow.loans': 118 }, true],
  ['nothing that says otherwise', `allow: { loans: 70 }\n${LINE}`, { allow: { loans: 70 }, 'allow.loans': 118 }, false],
  [
    'nothing where its comment does not say so',
    'allow: { loans: 60 }\nallow.loans: 118 # more\n',
    { allow: { loans: 60 }, 'allow.loans': 118 },
    false,
  ],
  ['nothing where nothing is there', LINE, { 'allow.loans': 118 }, false],
])('a line takes the place of %s', ([_, text, expected, isTwice]) => {
  const document = parseDocument(text)
  const places = takenOut(document)
  expect(document.toJS()).toEqual(expected)
  expect(document.errors.every(({ pos }) => places.has(pos[0]))).toBe(true)
  expect(document.errors.length > 0).toBe(isTwice)
})
