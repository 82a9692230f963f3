/** What a creation with a key and a reference came to. */
export type Result =
  | { readonly kind: 'made'; readonly id: string }
  | { readonly kind: 'duplicate' }
  | { readonly kind: 'conflict' }
  /** Nobody knows whether it was executed. */
  | { readonly kind: 'unknown' }

/** One creation with the times between which it took effect, if it did; any unit. */
export interface Operation {
  readonly key: string
  readonly reference: string
  readonly begin: number
  readonly end: number
  readonly result: Result
}

/** Payments so far: by key, and the live one of each reference. An empty text is an id that nobody was told. */
interface State {
  readonly byKey: ReadonlyMap<string, string>
  readonly live: ReadonlyMap<string, string>
}

/** Above this a search through all orders takes too long. */
export const MOST_OPERATIONS = 8

const overlaps = (one: Operation, other: Operation): boolean => one.begin <= other.end && other.begin <= one.end

/**
 * Whether some order of the operations, one after the other, explains every result: an operation that ended before
 * another began comes before it, a key makes one payment, a reference has one live payment. Payments stay alive.
 */
export function isLinearizable(operations: readonly Operation[]): boolean {
  if (operations.length > MOST_OPERATIONS) throw new RangeError(`${operations.length} operations are too many to order`)
  const all = operations.map((each) =>
    each.result.kind === 'unknown' ? { ...each, end: Number.POSITIVE_INFINITY } : each,
  )
  const search = (left: readonly Operation[], state: State): boolean => {
    if (left.every(({ result }) => result.kind === 'unknown')) return true
    return left.some((next) => {
      const rest = left.filter((each) => each !== next)
      if (rest.some((other) => other.end < next.begin)) return false
      return after(next, state, all).some((then) => search(rest, then))
    })
  }
  return search(all, { byKey: new Map(), live: new Map() })
}

/** The states that an operation may leave behind; none where its result does not fit. */
function after(operation: Operation, state: State, all: readonly Operation[]): readonly State[] {
  const { key, reference, result } = operation
  const own = state.byKey.get(key)
  const live = state.live.get(reference)
  const busy = all.some((other) => other !== operation && other.key === key && overlaps(operation, other))
  switch (result.kind) {
    case 'made':
      if (own === undefined)
        return live === undefined && !holds(state, result.id) ? [made(state, operation, result.id)] : []
      return own === result.id ? [state] : own === '' ? [made(state, operation, result.id)] : []
    case 'duplicate':
      // While its own key is at work a request may meet its own reference.
      return (live !== undefined && own === undefined) || busy ? [state] : []
    case 'conflict':
      return busy ? [state] : []
    case 'unknown':
      return own === undefined && live === undefined ? [state, made(state, operation, '')] : [state]
  }
}

const holds = ({ byKey }: State, id: string): boolean => [...byKey.values()].includes(id)

const made = ({ byKey, live }: State, { key, reference }: Operation, id: string): State => ({
  byKey: new Map([...byKey, [key, id]]),
  live: new Map([...live, [reference, id]]),
})
