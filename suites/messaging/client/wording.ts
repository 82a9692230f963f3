import type { Exchange } from '../../../kit/http/exchange.ts'
import { SPELLINGS, type Spelling } from '../../shared/spelling.ts'

/** What a request in a spelling of its own is called, and the same in plain words. */
const SPELLED = /, in other words: (.*)$/
const PLAIN = ', in plain words'
const AGAIN = ', in the same other words again'

export const spelledLabel = (label: string, spelling: Spelling): string => `${label}, in other words: ${spelling}`
export const plainLabel = (label: string): string => `${label}${PLAIN}`
export const againLabel = (label: string): string => `${label}${AGAIN}`

/** What a request is for, however it is written. */
export const purposeOf = (label: string): string => label.replace(SPELLED, '').replace(PLAIN, '').replace(AGAIN, '')

/** The spelling that a request is written in, as its label says; undefined where it is none of its own. */
export const spellingOf = ({ label }: Pick<Exchange, 'label'>): Spelling | undefined =>
  SPELLINGS.find((each) => each === SPELLED.exec(label)?.[1])

/** Whether a request is written in other words, for the first time or once more. */
export const isInOtherWords = ({ label }: Pick<Exchange, 'label'>): boolean =>
  SPELLED.test(label) || label.endsWith(AGAIN)

/** The same request written plainly, and as it was written once more, where it was refused. */
export function twinsOf(
  exchanges: readonly Exchange[],
  { label, check }: Exchange,
): { plain?: Exchange; again?: Exchange } {
  const named = (end: string) =>
    exchanges.findLast((each) => each.check === check && each.label === label.replace(SPELLED, end))
  const [plain, again] = [named(PLAIN), named(AGAIN)]
  return { ...(plain && { plain }), ...(again && { again }) }
}

/** The spelling of a request: what it is for and the seed decide. One without a body has none but that of its headers. */
export function spellingFor(seed: number, label: string, hasBody: boolean): Spelling {
  if (!hasBody) return 'header names'
  const sum = [...label].reduce((total, letter) => total + letter.charCodeAt(0), seed)
  return SPELLINGS[sum % SPELLINGS.length] ?? 'order'
}
