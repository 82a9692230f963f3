import { expect, test } from 'vitest'
import { fitted } from './fitted.ts'

const ID = 'pay.idempotency.no-second-payment-after-a-lost-answer'

test.each([
  ['what fits', '  short', '  short'],
  ['a sentence: at its words, indented', '  one two three four five six', '  one two three\n    four five six'],
  ['a word that is too long: in a line of its own', `a ${ID} b`, `a\n  ${ID}\n  b`],
  ['a command: not at all', "      curl -sS 'http://127.0.0.1:1/api'", "      curl -sS 'http://127.0.0.1:1/api'"],
  ['a command behind words: not at all', '  run it again with: npx a replay b', '  run it again with: npx a replay b'],
  ['a line to paste: not at all', '  library.keys.reader: ["${A}"]', '  library.keys.reader: ["${A}"]'],
  ['a body: not at all', '      {"status":"success","a":1}', '      {"status":"success","a":1}'],
  ['colours: they count for nothing', '\u001b[31mone two\u001b[39m three', '\u001b[31mone two\u001b[39m three'],
])('of a text for 17 columns, %s', (_, text, lines) => {
  expect(fitted(text, 17)).toBe(lines)
})
