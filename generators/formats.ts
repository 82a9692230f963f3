import fc from 'fast-check'

// Each from the shortest on: values shrink towards the first.
const HOSTS = ['example.com', 'shop.example.org', 'a.b.c.example.net', 'xn--bcher-kva.example']
const PATHS = ['', '/', '/hook', '/~user', '/h%20k', '/hook/1', '/a/b/c/d', '/%E2%9C%93']
const QUERIES = ['', '?a=1', '#top', '?empty=', '?a=1&b=%26', '?q=caf%C3%A9']

/** A URI with a public host that nobody owns. */
export const uri: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('https://', 'https://', 'https://', 'http://'),
    fc.constantFrom(...HOSTS),
    fc.constantFrom('', '', ':8443'),
    fc.constantFrom(...PATHS),
    fc.constantFrom(...QUERIES),
  )
  .map((parts) => parts.join(''))

// From the shortest on: values shrink towards the first.
const local = fc.constantFrom('a', '0', 'a_b', 'x-1', 'A.B', 'asha', 'asha+shop', 'asha.mushi', 'o.brien+2026')

export const email: fc.Arbitrary<string> = fc
  .tuple(local, fc.constantFrom('x.example', 'example.com', 'a-b.example.org', 'mail.example.co.tz'))
  .map(([name, host]) => `${name}@${host}`)

const dateTime: fc.Arbitrary<string> = fc
  .tuple(
    fc.date({ min: new Date('2001-01-01T00:00:00Z'), max: new Date('2037-12-31T23:59:59Z'), noInvalidDate: true }),
    fc.constantFrom('Z', '+00:00', '+03:00', '-09:30', 'z'),
    fc.constantFrom('', '.5', '.123', '.123456'),
  )
  .map(([date, zone, fraction]) => `${date.toISOString().slice(0, 19)}${fraction}${zone}`)

const byName: Readonly<Record<string, fc.Arbitrary<string>>> = { uri, email, 'date-time': dateTime, uuid: fc.uuid() }

/** Values of a format of the descriptions. Throws for one that they do not use. */
export function formatted(format: string): fc.Arbitrary<string> {
  const found = byName[format]
  if (found === undefined) throw new Error(`no values of the format ${format} are known`)
  return found
}

const byPattern = new Map<string, fc.Arbitrary<string>>()

/** Texts of a pattern, made once: that takes longer than all the texts that are drawn. */
export function matching(pattern: string): fc.Arbitrary<string> {
  const found = byPattern.get(pattern) ?? fc.stringMatching(new RegExp(pattern))
  byPattern.set(pattern, found)
  return found
}

/** Texts that are plainly none of a format: no reader of it, however lenient, takes them. */
export const MALFORMED: Readonly<Record<string, readonly string[]>> = {
  uri: ['not a url', 'no scheme', '://', 'https//example.com no', '\\\\host\\share name'],
  email: [
    'nope',
    'asha@',
    '@example.com',
    'asha example.com',
    'asha@@example.com',
    'asha mushi@example.com',
    'asha@exa mple.com',
  ],
  'date-time': ['yesterday', 'not a time', '2026-13-45T99:99:99Z', 'T', '12 o clock'],
  uuid: ['not-a-uuid', 'x', '123', '00000000-0000-0000-0000-00000000000g', 'zzzzzzzz-zzzz-zzzz-zzzz-zzzzzzzzzzzz'],
}
