import type { GuardRefusal } from '../../kit/http/guard.ts'
import { textsUnder } from '../../kit/target/file/texts-under.ts'
import type { Target } from '../../kit/target/target.ts'

/** Members that hold numbers of people, in target files and in bodies of either service. */
const MEMBERS: readonly string[] = ['phone', 'phone_number', 'recipients', 'phones']
/** Whether a member of this name holds a number of somebody, or several. */
export const isPhoneMember = (name: string): boolean => MEMBERS.includes(name)

/** Why a number is not written as the documents have numbers; undefined where it is. */
export const phoneFault = (text: string): string | undefined =>
  /^[1-9]\d*$/.test(text) ? undefined : 'expected digits alone, those of the country code first, such as 255700000001'

const DIALLABLE = /^\+?\d{7,15}$/

/** Digits of every number that the target file names, for whichever service. */
export function listedPhones({ services }: Pick<Target, 'services'>): ReadonlySet<string> {
  return new Set(textsUnder(services, MEMBERS).map(digitsOf))
}

/** Digits of every number in a body that could be dialled, in whatever spelling. */
export function numbersOf(body: unknown): readonly string[] {
  return textsUnder(body, MEMBERS)
    .filter((each) => DIALLABLE.test(each.replaceAll(/[\s().-]/g, '')))
    .map(digitsOf)
}

/** What stands against a request that holds a number of somebody whom the target file does not name. */
export function unlistedPhone(body: unknown, listed: ReadonlySet<string>): GuardRefusal | undefined {
  if (numbersOf(body).every((each) => listed.has(each))) return undefined
  return { reason: 'the request holds a phone number that the target file does not name' }
}

const digitsOf = (text: string): string => text.replace(/\D/g, '').replace(/^0+/, '')
