import type { Target } from './target.ts'

/** Members that hold numbers of people, in target files and in bodies. */
const MEMBERS: readonly string[] = ['phone', 'phone_number', 'recipients', 'phones']
const DIALLABLE = /^\+?\d{7,15}$/

/** Raised instead of sending a request to a number that the target file does not name. */
export class PhoneNotListed extends Error {
  constructor() {
    super('the request holds a phone number that the target file does not name')
    this.name = 'PhoneNotListed'
  }
}

/** Digits of every number that the target file names. */
export function listedPhones({ payment, messaging }: Pick<Target, 'payment' | 'messaging'>): ReadonlySet<string> {
  return new Set(numbersIn([payment, messaging]).map(digitsOf))
}

/** Whether a body holds a number that could be dialled and is not listed, in whatever spelling. */
export function hasStranger(body: unknown, listed: ReadonlySet<string>): boolean {
  return numbersIn(body).some((each) => DIALLABLE.test(each) && !listed.has(digitsOf(each)))
}

const digitsOf = (text: string): string => text.replace(/\D/g, '').replace(/^0+/, '')

function numbersIn(tree: unknown, isNumber = false): string[] {
  if (typeof tree === 'string') return isNumber ? [tree] : []
  if (Array.isArray(tree)) return tree.flatMap((each) => numbersIn(each, isNumber))
  if (typeof tree !== 'object' || tree === null) return []
  return Object.entries(tree).flatMap(([name, value]) => numbersIn(value, isNumber || MEMBERS.includes(name)))
}
