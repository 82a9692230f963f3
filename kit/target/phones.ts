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

/** Not by recursion: a body may be nested more deeply than calls can be. */
function textsIn(root: unknown): string[] {
  const found: string[] = []
  const open: { readonly tree: unknown; readonly isNumber: boolean }[] = [{ tree: root, isNumber: false }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { tree, isNumber } = next
    if (typeof tree === 'string' || typeof tree === 'number') {
      if (isNumber) found.push(String(tree))
    } else if (typeof tree === 'object' && tree !== null) {
      const isList = Array.isArray(tree)
      for (const [name, value] of Object.entries(tree))
        open.push({ tree: value, isNumber: isNumber || (!isList && MEMBERS.includes(name)) })
    }
  }
  return found
}
