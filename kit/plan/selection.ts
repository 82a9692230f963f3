import type { Check } from '../check/check.ts'
import type { Depth } from '../check/depth.ts'

export const UNSELECTED = 'this run did not select it'

export interface Selection {
  readonly only: readonly string[]
  readonly skip: readonly string[]
}

/** `deep` to certify, and where checks are selected by their whole names, unless the caller says otherwise. */
export function depthOf(asked: { depth?: Depth | undefined; certify?: boolean; only?: readonly string[] }): Depth {
  const named = asked.only?.some((each) => !each.includes('*')) === true
  return asked.depth ?? (asked.certify === true || named ? 'deep' : 'standard')
}

/** Whether an id is meant by a pattern, in which `*` stands for any text. */
export function matches(id: string, pattern: string): boolean {
  const source = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${source.join('.*')}$`).test(id)
}

type Selectable = Pick<Check, 'id' | 'covers' | 'inPassing' | 'sendsFor'>

/**
 * A pattern means a check by its own id, and by the requirements that it covers, where it means what is sent for them; a
 * whole name also means those that send what it goes by.
 */
export function meant({ id, covers, inPassing, sendsFor = [] }: Selectable, pattern: string): boolean {
  const means = (ids: readonly string[]): boolean => ids.some((each) => matches(each, pattern))
  const isSentFor = inPassing === undefined || means(inPassing)
  return matches(id, pattern) || (isSentFor && means(covers)) || sendsFor.includes(pattern)
}

export function selects(check: Selectable, { only, skip }: Selection): boolean {
  const wanted = only.length === 0 || only.some((pattern) => meant(check, pattern))
  // A requirement that is skipped leaves a check its others; the check goes when it is named or nothing is left.
  const left = check.covers.filter((id) => !skip.some((pattern) => matches(id, pattern)))
  return wanted && left.length > 0 && !skip.some((pattern) => matches(check.id, pattern))
}
