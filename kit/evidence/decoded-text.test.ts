import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodedText } from './decoded-text.ts'

test.each([
  ['plain', 'plain'],
  ['a%2Fb%c3%a9', 'a/bé'],
  ['%25%32%35', '%'],
  ['%2525252541', 'A'],
  ['100 % of %zz', '100 % of %zz'],
  ['%ff%C3%28', 'ÿÃ('],
  ['\\"a\\\\\\"\\u0041\\\\u0042\\x43', '"a"ABC'],
  ['&lt;&#65;&#x42;&#0067;&amp;quot;&AMP', '<ABC"&'],
  ['a\u200bb\u00adc\u2060d\0e', 'abcde'],
  ['a\tb\r\nc', 'a\tb\r\nc'],
  ['&#1114112;', '\ufffd'],
])('%j reads %j', (coded, plain) => {
  expect(decodedText(coded).text).toBe(plain)
})

test('every character is found again where it stood, whatever lies around it', () => {
  const piece = fc.constantFrom('x', '%41', '%2541', '\\', '\\u0042', '&#67;', '\u200b', '&amp;#68;', '%C3%A9', '😀')
  fc.assert(
    fc.property(fc.array(piece), fc.array(piece), (before, after) => {
      const [start, mark, end] = [before.join(''), '%254D', after.join('')]
      // A backslash before an escape belongs to it.
      fc.pre(!start.endsWith('\\'))
      const decoded = decodedText(`${start}${mark}${end}`)
      const at = decoded.text.indexOf('M')
      expect(decoded.sourceOf(at, at + 1)).toEqual([start.length, start.length + mark.length])
    }),
  )
})
