import type { Requirement } from '../../specs/contract.ts'
import type { Evidence } from './context.ts'
import type { Cell } from './verdicts/judgement.ts'
import { isExchange } from './verdicts/subject.ts'

/** Reads where a message stands in one dimension; undefined where it stands nowhere in it. */
export type Dimension = (message: Evidence) => string | undefined

/** Dimensions that every service has. Those of a service's own come from its definition, and go before these. */
export const DIMENSIONS: Readonly<Record<string, Dimension>> = {
  /** As the document writes it: `POST /loans`. */
  endpoint: (message) => (isExchange(message) && message.operation !== '' ? message.operation : undefined),
  /** Name of a key in the target file, without its place in a list; `none` without a key. */
  credential: (message) =>
    isExchange(message) ? (message.key === '' ? 'none' : message.key.replace(/\[\d+\]$/, '')) : undefined,
  /** Of an answer. */
  status: (message) => (isExchange(message) ? message.response && String(message.response.status) : undefined),
  /** What a receiver did with an attempt: its status, or `hang` and the like. */
  reaction: (message) =>
    isExchange(message)
      ? undefined
      : message.answer.kind === 'status'
        ? String(message.answer.status)
        : message.answer.kind,
}

/**
 * The cell that a message fills, of those that a requirement ranges over. Undefined where the requirement ranges over
 * nothing, and where the message stands outside of it in a dimension.
 * @param stated dimensions that no message shows, as the check knows them
 */
export function cellOf(
  { over }: Pick<Requirement, 'over'>,
  dimensions: Readonly<Record<string, Dimension>>,
  message: Evidence | undefined,
  stated: Cell = {},
): Cell | undefined {
  if (over === undefined) return undefined
  const places = Object.entries(over).map(([name, values]): readonly [string, string] | undefined => {
    const read = dimensions[name] ?? DIMENSIONS[name]
    const value = stated[name] ?? (message === undefined ? undefined : read?.(message))
    return value !== undefined && values.includes(value) ? [name, value] : undefined
  })
  return places.every((each) => each !== undefined) ? Object.fromEntries(places) : undefined
}

/** Whether several are stated, and not one. */
export const areCells = (at: Cell | readonly Cell[]): at is readonly Cell[] => Array.isArray(at)

/** Cells without those that stand in them twice, as they came. */
export function distinctCells(cells: readonly Cell[]): readonly Cell[] {
  return [...new Map(cells.map((each) => [JSON.stringify(Object.entries(each).toSorted()), each])).values()]
}
