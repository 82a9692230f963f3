/**
 * Works something out of what a run has recorded, once for as long as there is no more of it: many rules ask the same of
 * the same. Recorded items never change, and only ever become more.
 */
export function ofRecord<Item, Value>(derive: (items: readonly Item[]) => Value): (items: readonly Item[]) => Value {
  const known = new WeakMap<readonly Item[], { readonly length: number; readonly value: Value }>()
  return (items) => {
    const before = known.get(items)
    if (before?.length === items.length) return before.value
    const value = derive(items)
    known.set(items, { length: items.length, value })
    return value
  }
}
