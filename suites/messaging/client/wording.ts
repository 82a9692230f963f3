import type { Exchange } from '../../../kit/http/exchange.ts'
import { SPELLINGS, type Spelling } from '../../shared/spelling.ts'

/** What a request in a spelling of its own is called, and the same in plain words. */
const SPELLED = /, in other words: (.*)$/
const PLAIN = ', in plain words'
const AGAIN = ', in the same other words again'

export const spelledLabel = (label: string, spellings: readonly Spelling[]): string =>
  `${label}, in other words: ${spellings.join(', ')}`
export const plainLabel = (label: string): string => `${label}${PLAIN}`
export const againLabel = (label: string): string => `${label}${AGAIN}`

/** What a request is for, however it is written. */
export const purposeOf = (label: string): string => label.replace(SPELLED, '').replace(PLAIN, '').replace(AGAIN, '')

/** The spellings that a request is written in, as its label says; none where it has none of its own. */
export function spellingsOf({ label }: Pick<Exchange, 'label'>): readonly Spelling[] {
  const said = SPELLED.exec(label)?.[1]?.split(', ') ?? []
  return SPELLINGS.filter((each) => said.includes(each))
}

/** Whether a request is written in other words, for the first time or once more. */
export const isInOtherWords = ({ label }: Pick<Exchange, 'label'>): boolean =>
  SPELLED.test(label) || label.endsWith(AGAIN)

/** The same request written plainly, as it was written once more, and in one spelling at a time, where it was refused. */
export function twinsOf(
  exchanges: readonly Exchange[],
  { label, check }: Exchange,
): { plain?: Exchange; again?: Exchange; alone: readonly Exchange[] } {
  const named = (end: string) =>
    exchanges.findLast((each) => each.check === check && each.label === label.replace(SPELLED, end))
  const [plain, again] = [named(PLAIN), named(AGAIN)]
  const isTwin = (each: Exchange): boolean =>
    each.check === check && again !== undefined && each.sentAt >= again.sentAt && spellingsOf(each).length === 1
  const alone = exchanges.filter((each) => isTwin(each) && purposeOf(each.label) === label.replace(SPELLED, ''))
  return { ...(plain && { plain }), ...(again && { again }), alone }
}

/** Those that explain a refusal most often come first. */
const CULPRITS: readonly Spelling[] = ['charset', 'escapes', 'white space', 'header names', 'order']

/** The spellings of a request one by one, the likeliest to be misread first. */
export const oneByOne = (spellings: readonly Spelling[]): readonly Spelling[] =>
  CULPRITS.filter((each) => spellings.includes(each))

/**
 * The spellings of a request: all but one, which what it is for and the seed decide. One without a body has none but that of its
 * headers.
 *
 * @param wanted one that is to be among them
 * @param isDear each costs a message, so that they are not asked one by one: what is only advised against stays out of them
 */
export function spellingsFor(
  seed: number,
  label: string,
  { hasBody, wanted, isDear }: { readonly hasBody: boolean; readonly wanted?: Spelling; readonly isDear?: boolean },
): readonly Spelling[] {
  if (!hasBody) return ['header names']
  const sum = [...label].reduce((total, letter) => total + letter.charCodeAt(0), Math.abs(Math.trunc(seed)))
  const all = isDear === true ? SPELLINGS.filter((each) => each !== 'charset') : SPELLINGS
  const others = all.filter((each) => each !== wanted)
  const left = others[sum % others.length]
  return all.filter((each) => each !== left)
}

/** Spellings that this run found to be misread: alone they were refused, and in plain words the same was taken. */
export function misreadIn(exchanges: readonly Exchange[], refused: (answer: Exchange) => boolean): readonly Spelling[] {
  return exchanges.flatMap((each) => {
    const all = spellingsOf(each)
    const { again } = all.length === 1 && refused(each) ? twinsOf(exchanges, each) : {}
    return again !== undefined && refused(again) ? all : []
  })
}
