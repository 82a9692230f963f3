import fc from 'fast-check'
import type { Known } from '../../../generators/violations.ts'
import type { Target } from '../../../kit/target/target.ts'
import { isPhoneMember, listedPhones, unlistedPhone } from '../phones.ts'

/** What keeps generated bodies to the numbers that a target file names: a request with another one would not be sent. */
export interface PermittedPhones {
  /** What is wrong of a number is made of one of these. */
  readonly known: Known
  /** Those of some values that hold no other number. */
  alone<T>(values: fc.Arbitrary<T>, bodyOf: (value: T) => unknown): fc.Arbitrary<T>
}

export function permittedPhones(target: Pick<Target, 'services'>): PermittedPhones {
  const listed = listedPhones(target)
  const own = listed.size === 0 ? undefined : fc.constantFrom(...listed)
  return {
    known: (name) => (isPhoneMember(name) ? own : undefined),
    alone: (values, bodyOf) => values.filter((value) => unlistedPhone(bodyOf(value), listed) === undefined),
  }
}
