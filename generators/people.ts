import fc from 'fast-check'
import { NAMES, WORDS } from './names.ts'

/** Values as customers bring them, the shortest first, of these ASCII: so a simpler one comes before what is less so. */
export interface People {
  readonly firstnames: readonly string[]
  readonly lastnames: readonly string[]
  readonly emails: readonly string[]
  /** Digits with the country code. */
  readonly phones: readonly string[]
  readonly references: readonly string[]
  readonly sentences: readonly string[]
}

/** Values of each kind that are drawn by the seed. */
const EACH = 40
/** Hosts that nobody can own, so that no message reaches anyone. */
const HOSTS = ['example.com', 'example.org', 'mail.example.co.tz', 'a-b.example.net']
const COUNTRY_CODES = ['255', '254', '256', '234', '221', '84', '1', '44']

const languages = Object.values(NAMES)
const firstnames = languages.flatMap(({ first }) => first)
const lastnames = languages.flatMap(({ last }) => last)
/** In ASCII letters alone. */
const plain = firstnames.filter((name) => /^[A-Za-z][A-Za-z' -]*$/.test(name))
const single = lastnames.filter((name) => /^[A-Za-z]+$/.test(name))

const oneOf = (values: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...values)
const joined = (...parts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((texts) => texts.join(''))

const digits = fc
  .array(oneOf([...'0123456789']), { minLength: 7, maxLength: 9, size: 'max' })
  .map((each) => each.join(''))
const locals = joined(oneOf(plain), oneOf(['.', '_', '-', '+', '']), oneOf(WORDS)).map((local) =>
  local.toLowerCase().replace(/[' ]/g, ''),
)
// A hyphen or an apostrophe is what forms most often refuse in a name.
const doubled = joined(oneOf(single), oneOf(['-', '-', ' ']), oneOf(single))
const particled = joined(oneOf(["O'", "D'", "N'"]), oneOf(single))
const phrases = fc
  .array(oneOf(WORDS), { minLength: 3, maxLength: 8, size: 'max' })
  .map((words) => `${words.join(' ')}.`)

const known = new Map<number, People>()

/** The people of one seed. */
export function peopleOf(seed: number): People {
  const made = known.get(seed) ?? build(seed)
  known.set(seed, made)
  return made
}

function build(seed: number): People {
  const drawn = (values: fc.Arbitrary<string>): string[] => fc.sample(values, { seed, numRuns: EACH })
  return {
    firstnames: ordered(firstnames),
    lastnames: ordered([...lastnames, ...drawn(doubled), ...drawn(particled)]),
    emails: ordered(drawn(joined(locals, oneOf(['@']), oneOf(HOSTS)))),
    phones: ordered(drawn(joined(oneOf(COUNTRY_CODES), digits))),
    references: ordered(drawn(joined(oneOf(WORDS), oneOf(['-', '_', '/', '.', ' #']), digits))),
    sentences: ordered([...languages.flatMap(({ sentences }) => sentences), ...drawn(phrases)]),
  }
}

const isAscii = (text: string): boolean => !/[^ -~]/.test(text)

const ordered = (values: readonly string[]): string[] =>
  [...new Set(values)].toSorted(
    (a, b) => a.length - b.length || Number(isAscii(b)) - Number(isAscii(a)) || (a < b ? -1 : 1),
  )
