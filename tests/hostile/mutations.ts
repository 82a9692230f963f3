import fc from 'fast-check'

const DEEP = 100_000
const nested = (open: string, close: string, depth: number): string => open.repeat(depth) + close.repeat(depth)

/** JSON that files of their kind do not hold: each is one value. */
const VALUES = [
  'null',
  'true',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e400',
  '-1e400',
  '9007199254740993',
  '123456789012345678901234567890',
  '""',
  '" "',
  '"__proto__"',
  '"constructor"',
  '"*"',
  '"../../etc/passwd"',
  '"\\u0000"',
  '"\\ud800"',
  '"\\u001b[2J\\u202e\\u2028"',
  '"::error::x\\n##vso[x]"',
  '"${"',
  '"${NO_SUCH_VARIABLE}"',
  '"2026-02-31T25:61:61Z"',
  '"http://[::1"',
  `"${'x'.repeat(DEEP)}"`,
  `"${'('.repeat(1000)}"`,
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '[{}]',
  '{"":{}}',
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"toString":1,"hasOwnProperty":1,"length":-1}',
  '{"a":1,"a":2}',
  nested('[', ']', DEEP),
  nested('{"a":', '}', DEEP).replace('}', '1}'),
]
const NAMES = ['__proto__', 'constructor', 'toString', '', 'x', 'a.__proto__.polluted', '\u0000', '\ud800', 'length']

type Place = readonly (string | number)[]

/** Every place of a tree, the root among them. */
function placesOf(tree: unknown, place: Place = []): Place[] {
  if (typeof tree !== 'object' || tree === null) return [place]
  return [place, ...Object.entries(tree).flatMap(([name, each]) => placesOf(each, [...place, name]))]
}

const TOKEN = 'here-stands-another-value'

/** JSON of a tree in which a text stands for one value; undefined takes the value away. */
function replaced(tree: unknown, place: Place, json: string | undefined): string {
  if (place.length === 0) return json ?? ''
  const changed = structuredClone(tree)
  const holder = place.slice(0, -1).reduce((each, step) => (each as Record<string, unknown>)[step], changed)
  const last = String(place.at(-1))
  if (json !== undefined) Object.assign(holder as object, { [last]: TOKEN })
  else if (Array.isArray(holder)) holder.splice(Number(last), 1)
  else delete (holder as Record<string, unknown>)[last]
  return JSON.stringify(changed).replace(JSON.stringify(TOKEN), () => json ?? '')
}

/** JSON of a tree with a member more, with this name: anywhere an object stands. */
function withMember(tree: unknown, place: Place, name: string, json: string): string {
  const holder = place.reduce((each, step) => (each as Record<string, unknown>)[step], tree)
  if (typeof holder !== 'object' || holder === null || Array.isArray(holder)) return replaced(tree, place, json)
  const members = JSON.stringify(holder).slice(1, -1)
  return replaced(tree, place, `{${members}${members === '' ? '' : ','}${JSON.stringify(name)}:${json}}`)
}

/** JSON that is a valid file but for one or two places: still JSON. */
export function mutatedTrees(tree: object): fc.Arbitrary<string> {
  const place = fc.constantFrom(...placesOf(tree))
  const value = fc.oneof(fc.constantFrom(...VALUES), fc.json({ maxDepth: 2 }))
  return fc.oneof(
    { weight: 6, arbitrary: fc.tuple(place, value).map(([at, json]) => replaced(tree, at, json)) },
    { weight: 2, arbitrary: place.map((at) => replaced(tree, at, undefined)) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(place, fc.constantFrom(...NAMES), value)
        .map(([at, name, json]) => withMember(tree, at, name, json)),
    },
    { weight: 1, arbitrary: fc.json() },
  )
}

/** A text as a damaged file holds it: cut, doubled, with bytes changed, in another encoding, with other ends of lines. */
export function damaged(texts: fc.Arbitrary<string>): fc.Arbitrary<Buffer> {
  const damage = fc.oneof(
    { weight: 8, arbitrary: fc.constant((text: string) => Buffer.from(text)) },
    fc.constant((text: string) => Buffer.from(`\ufeff${text}`)),
    fc.constant((text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')),
    fc.constant((text: string) => Buffer.from(text.replaceAll('\n', '\r\n').replaceAll(',"', ',\r\n"'))),
    fc.constant((text: string) => Buffer.from(text + text)),
    fc.constant((text: string) => Buffer.from(`${text}\0`)),
    fc.constant((text: string) => Buffer.from(`---\n${text}\n...\n---\nb: 1\n`)),
    fc
      .double({ min: 0, max: 1, noNaN: true })
      .map((part) => (text: string) => Buffer.from(text).subarray(0, Math.floor(text.length * part))),
    fc.tuple(fc.nat(), fc.nat(255)).map(([at, byte]) => (text: string) => {
      const bytes = Buffer.from(text)
      if (bytes.length > 0) bytes[at % bytes.length] = byte
      return bytes
    }),
  )
  return fc.tuple(texts, damage).map(([text, change]) => change(text))
}

/** What no file is: short garbage of every kind. */
export const garbage: fc.Arbitrary<Buffer> = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
  fc
    .constantFrom(
      ...VALUES,
      '',
      '\n',
      '{',
      '[',
      '"',
      '- '.repeat(DEEP),
      `a: ${'['.repeat(DEEP)}`,
      '&a [*a]',
      '*a',
      'a: !!binary x',
    )
    .map((text) => Buffer.from(text)),
)

/** What is in nobody's prototype; a file that is read must not change that. */
export const isUnpolluted = (): boolean => !('polluted' in {}) && Object.keys(Object.prototype).length === 0

/**
 * How far a property is looked into: the same values each time, so that nobody is held up by what another one broke.
 * `FUZZ=20` looks at twenty times as many, and at others each time.
 */
export function looking(numRuns: number): { readonly numRuns: number; readonly seed?: number } {
  const { FUZZ } = process.env
  return FUZZ === undefined ? { numRuns, seed: 1 } : { numRuns: numRuns * Number(FUZZ) }
}

/** A test has time for as much. */
export const timeout = 120_000 * Number(process.env.FUZZ ?? 1)
