import fc from 'fast-check'
import { type People, peopleOf } from './people.ts'
import type { Usual } from './values.ts'

/** What members of the descriptions usually hold, by their names. */
const byName: Readonly<Record<string, (people: People) => readonly string[]>> = {
  firstname: ({ firstnames }) => firstnames,
  lastname: ({ lastnames }) => lastnames,
  email: ({ emails }) => emails,
  phone: ({ phones }) => phones,
  phone_number: ({ phones }) => phones,
  reference: ({ references }) => references,
  currency: () => ['TZS', 'KES', 'UGX', 'USD'],
  app_name: ({ sentences }) => sentences,
  app_description: ({ sentences }) => sentences,
  content: ({ sentences }) => sentences,
  message_template: ({ sentences }) => sentences.map((each) => `${each} {code} {expiry}`),
  sender_id: () => ['Assay', 'SHOP', 'Duka 24'],
}

/** Realistic values under a seed, from the shortest on. */
export function usualOf(seed: number): Usual {
  const people = peopleOf(seed)
  const made = new Map<string, fc.Arbitrary<unknown>>()
  return (name) => {
    const values = Object.hasOwn(byName, name) ? byName[name]?.(people) : undefined
    if (values === undefined) return undefined
    const arbitrary = made.get(name) ?? fc.constantFrom(...values)
    made.set(name, arbitrary)
    return arbitrary
  }
}
