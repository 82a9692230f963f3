import type { Target } from './target.ts'

/** Members that hold numbers of people, in target files and in bodies. */
const MEMBERS: readonly string[] = ['phone', 'phone_number', 'recipients', 'phones']
const DIALLABLE = /^\+?\d{7,15}$/

/** Digits of every number that the target file names. */
export function listedPhones({ payment, messaging }: Pick<Target, 'payment' | 'messaging'>): ReadonlySet<string> {
  return new Set(textsIn([payment, messaging]).map(digitsOf))
}

/** Digits of every number in a body that could be dialled, in whatever spelling. */
export function numbersOf(body: unknown): readonly string[] {
  return textsIn(body)
    .filter((each) => DIALLABLE.test(each.replaceAll(/[\s().-]/g, '')))
    .map(digitsOf)
}

const digitsOf = (text: string): string => text.replace(/\D/g, '').replace(/^0+/, '')

function textsIn(tree: unknown, isNumber = false): string[] {
  if (typeof tree === 'string') return isNumber ? [tree] : []
  if (typeof tree === 'number') return isNumber ? [String(tree)] : []
  if (Array.isArray(tree)) return tree.flatMap((each) => textsIn(each, isNumber))
  if (typeof tree !== 'object' || tree === null) return []
  return Object.entries(tree).flatMap(([name, value]) => textsIn(value, isNumber || MEMBERS.includes(name)))
}
