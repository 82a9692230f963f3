import type { Faker } from '@faker-js/faker'
import { faker as arabic } from '@faker-js/faker/locale/ar'
import { faker as english } from '@faker-js/faker/locale/en_NG'
import { faker as french } from '@faker-js/faker/locale/fr_SN'
import { faker as vietnamese } from '@faker-js/faker/locale/vi'
import { faker as yoruba } from '@faker-js/faker/locale/yo_NG'
import { faker as chinese } from '@faker-js/faker/locale/zh_CN'

/** Values as customers bring them, the shortest first, so that a smaller one comes before a larger one. */
export interface People {
  readonly firstnames: readonly string[]
  readonly lastnames: readonly string[]
  /** Names in ASCII letters alone, with hyphens and apostrophes. */
  readonly plainFirstnames: readonly string[]
  readonly plainLastnames: readonly string[]
  readonly emails: readonly string[]
  /** Digits with the country code. */
  readonly phones: readonly string[]
  readonly references: readonly string[]
  readonly sentences: readonly string[]
}

const EACH = 40
const pick = <T>(values: readonly T[]): T => english.helpers.arrayElement(values)
/** Hosts that nobody can own, so that no message reaches anyone. */
const HOSTS = ['example.com', 'example.org', 'mail.example.co.tz', 'a-b.example.net']
const COUNTRY_CODES = ['255', '254', '256', '234', '221', '84', '1', '44']

const known = new Map<number, People>()

/** The people of one seed. */
export function peopleOf(seed: number): People {
  const made = known.get(seed) ?? build(seed)
  known.set(seed, made)
  return made
}

function build(seed: number): People {
  const all = [english, french, yoruba, vietnamese, arabic, chinese]
  for (const each of all) each.seed(seed)
  const firstnames = from(all, (each) => each.person.firstName())
  const lastnames = [...from(all, (each) => each.person.lastName()), "N'Diaye", "O'Brien-Mushi", 'Ñandú', 'Øyvind Åse']
  const isPlain = (name: string): boolean => /^[A-Za-z][A-Za-z' -]*$/.test(name)
  const plainFirstnames = firstnames.filter(isPlain)
  const single = lastnames.filter(isPlain)
  const plainLastnames = [
    ...single,
    ...repeated(() => `${pick(single)}${pick(['-', '-', ' '])}${pick(single)}`),
    ...repeated(() => `O'${pick(single)}`),
  ]
  const word = (): string =>
    english.word
      .noun()
      .toLowerCase()
      .replace(/[^a-z]/g, '')
  const local = (): string => `${pick(plainFirstnames)}${pick(['.', '_', '-', '+', ''])}${word()}`
  const number = (): string => english.string.numeric(english.number.int({ min: 7, max: 9 }))
  return {
    firstnames: ordered(firstnames),
    lastnames: ordered([...lastnames, ...plainLastnames]),
    plainFirstnames: ordered(plainFirstnames),
    plainLastnames: ordered(plainLastnames),
    emails: ordered(repeated(() => `${local().toLowerCase().replace(/[' ]/g, '')}@${pick(HOSTS)}`)),
    phones: ordered(repeated(() => `${pick(COUNTRY_CODES)}${number()}`)),
    references: ordered(repeated(() => `${word()}${pick(['-', '_', '/', '.', ' #'])}${number()}`)),
    sentences: ordered(from(all, (each) => each.lorem.sentence(4))),
  }
}

const from = (all: readonly Faker[], make: (each: Faker) => string): string[] =>
  all.flatMap((each) => repeated(() => make(each)))

const repeated = (make: () => string): string[] => Array.from({ length: EACH }, make)

const ordered = (values: readonly string[]): string[] =>
  [...new Set(values)].filter((each) => each !== '').toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))
