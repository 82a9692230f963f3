import fc from 'fast-check'

/** Texts that programs which handle bytes, quotes or escapes by hand get wrong. */
export const AWKWARD: readonly string[] = [
  'é',
  '"',
  '\\',
  '/',
  "'",
  '%',
  '😀',
  'ñandú',
  'ﬁn',
  'e\u0301',
  '\u00a0',
  '\u2028',
  '\u200d',
  '\u202e',
  '</script>',
  '{code}',
  '$(x)',
  '%00',
  '\\u00e9',
  'null',
  "O'Brien",
  '名前',
  'اسم',
  '👩‍👩‍👧',
  'İ',
  'ß',
  '\t',
  '𝒜',
  '🇹🇿',
  '𠮷',
]

const plain = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,30}$/)

/** Any text of a length: letters and digits for the most part, else Unicode and what is awkward. Lengths in characters of UTF-16. */
export function text({ min = 0, max = 60 }: { min?: number; max?: number } = {}): fc.Arbitrary<string> {
  const fits = (value: string): boolean => value.length >= min && value.length <= max
  const unicode = fc.string({ unit: 'grapheme', minLength: min, maxLength: Math.max(min, Math.min(max, 12)) })
  const awkward = fc.tuple(fc.constantFrom('', 'a', 'Asha '), fc.constantFrom(...AWKWARD), fc.constantFrom('', 'b'))
  const sources: fc.WeightedArbitrary<string>[] = [
    { arbitrary: plain, weight: 4 },
    { arbitrary: unicode, weight: 1 },
    { arbitrary: awkward.map((parts) => parts.join('')), weight: 2 },
  ]
  // Where lengths are out of the ordinary, only what is made for them fits.
  const tight = min > 3 || max < 30
  return tight ? fc.string({ minLength: min, maxLength: max }) : fc.oneof(...sources).filter(fits)
}

/** Printable ASCII without a blank at either end, which no header value keeps. */
export function headerText({ min = 1, max = 255 }: { min?: number; max?: number } = {}): fc.Arbitrary<string> {
  const visible = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code))
  const any = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code))
  return fc
    .string({ unit: any, minLength: min, maxLength: max })
    .chain((inner) =>
      inner === inner.trim() ? fc.constant(inner) : visible.map((edge) => edge + inner.slice(1, -1) + edge),
    )
    .filter((value) => value.length >= min && value.length <= max)
}
