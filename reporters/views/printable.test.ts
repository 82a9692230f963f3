import { expect, test } from 'vitest'
import { printable, printableJson, printableText, visible } from './printable.ts'

test.each([
  ['a\x1b[31mb', 'a\u241b[31mb'],
  ['\0\x07\x7f\x85\x9b', '\u2400\u2407\u2421‹U+0085›‹U+009B›'],
  ['\u202eabc\u2066\u200f', '‹U+202E›abc‹U+2066›‹U+200F›'],
  ['a\u2028b\u2029c\ufeff', 'a‹U+2028›b‹U+2029›c‹U+FEFF›'],
  ['\ud800x\u{e0041}', '‹U+D800›x‹U+E0041›'],
  ['tab\tand 😀 é 漢', 'tab\tand 😀 é 漢'],
])('%j is shown as %j', (text, shown) => {
  expect(visible(text)).toBe(shown)
  expect(printable(text)).toBe(shown)
})

test.each([
  '::error::x',
  '  ::set-output name=a::b',
  '##[error]x',
  'before ##vso[task.setvariable]x',
  "##teamcity[testFailed name='x']",
  '\x1b[0Ksection_start:1:a\r\x1b[0Kx',
  'section_end:1:a',
  'travis_fold:start:a',
  '--- group',
  '+++ open',
  '\u2028::error::x',
])('%j is no command of CI, whichever line it stands on', (command) => {
  const armed = /^\s*(::|section_|travis_|--- |\+\+\+ )|##[a-z]*\[/m
  for (const text of [command, `first\r\n${command}\nlast`]) {
    expect(printableText(text)).not.toMatch(armed)
    expect(printable(text)).not.toMatch(/\n/)
  }
})

test('JSON keeps its value', () => {
  const value = { text: 'a\u202e\u2028\x9b\u{e0041}##vso[x]##[y] ## [z] é😀' }
  const text = printableJson(JSON.stringify(value))
  expect(JSON.parse(text)).toEqual(value)
  expect(text).not.toMatch(/[\p{Cf}\p{Cc}\u2028]|##[a-z]*\[/u)
  expect(text).toContain('é😀')
})
