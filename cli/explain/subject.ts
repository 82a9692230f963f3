import type { Check } from '../../kit/check/check.ts'
import { areasNear, nearestOf } from '../../kit/plan/nearest-ids.ts'
import { matches } from '../../kit/plan/selection.ts'
import type { Contract, ErrorRow } from '../../specs/contract.ts'
import { UsageError } from '../usage-error.ts'

/** Names that were probably meant. */
const NEAR = 5

/** What can be asked after. */
export interface Known {
  readonly contracts: readonly Contract[]
  readonly checks: readonly Check[]
}

/** What somebody asked after. */
export type Subject =
  | { readonly kind: 'requirement'; readonly id: string; readonly contract: Contract }
  | { readonly kind: 'check'; readonly check: Check; readonly contract: Contract }
  | { readonly kind: 'code'; readonly code: string; readonly row: ErrorRow; readonly contract: Contract }
  | { readonly kind: 'open'; readonly id: string; readonly contract: Contract }
  | { readonly kind: 'pattern'; readonly requirements: readonly string[]; readonly checks: readonly Check[] }

/**
 * What a word means: a requirement, a check, a code of the error tables, a point that the document leaves open, or with `*` all requirements and checks whose
 * ids it stands for. A code has its letter case, unless only one is written so.
 * @throws UsageError for what means nothing, naming what was probably meant
 */
export function subjectOf(word: string, { contracts, checks }: Known, command: string): Subject {
  for (const contract of contracts) {
    if (Object.hasOwn(contract.catalogue, word)) return { kind: 'requirement', id: word, contract }
    if (Object.hasOwn(contract.unstated, word)) return { kind: 'open', id: word, contract }
    const check = checks.find(({ id, service }) => id === word && service === contract.id)
    if (check !== undefined) return { kind: 'check', check, contract }
  }
  const codes = contracts.flatMap((contract) =>
    Object.entries(contract.errors).map(([code, row]) => ({ kind: 'code' as const, code, row, contract })),
  )
  const alike = codes.filter(({ code }) => code.toLowerCase() === word.toLowerCase())
  const [code] = alike.filter((each) => each.code === word)
  if (code !== undefined) return code
  const [only] = alike
  if (only !== undefined && new Set(alike.map((each) => each.code)).size === 1) return only
  const ids = contracts.flatMap(({ catalogue }) => Object.keys(catalogue))
  if (word.includes('*')) {
    const found = {
      requirements: ids.filter((id) => matches(id, word)),
      checks: checks.filter(({ id }) => matches(id, word)),
    }
    if (found.requirements.length + found.checks.length > 0) return { kind: 'pattern', ...found }
  }
  const open = contracts.flatMap(({ unstated }) => Object.keys(unstated))
  const names = [...ids, ...open, ...checks.map(({ id }) => id), ...codes.map((each) => each.code)]
  const near = word.includes('*') ? areasNear(word, names) : namesNear(word, names)
  const hint =
    near.length === 0
      ? `${command} list shows every requirement with its checks.`
      : `Did you mean one of these?\n${near.map((each) => `  ${each}`).join('\n')}`
  throw new UsageError(`there is no requirement, no check and no error code ${word}. ${hint}`)
}

/** Names like a word, and those that hold it. */
function namesNear(word: string, names: readonly string[]): string[] {
  const holding = names.filter((each) => each.toLowerCase().includes(word.toLowerCase()))
  const begun = names.filter((each) => each.toLowerCase().startsWith(word.toLowerCase()))
  return [...new Set([...begun, ...nearestOf(word, names), ...holding])].slice(0, NEAR)
}
