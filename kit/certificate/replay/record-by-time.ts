/** Lists kept by how much they hold. Checks beside each other ask at a few moments, each of them thousands of times. */
const MOST_KEPT = 16

/**
 * What of a record there was by a time. The same list for the same part of it, the record itself for the whole, so that
 * what was worked out of a list is known when it is asked for again.
 */
export class RecordByTime<Item> {
  readonly #record: readonly Item[]
  readonly #timeOf: (item: Item) => number
  readonly #times: Float64Array
  /** By how many there are; the longest unused first. */
  readonly #known = new Map<number, readonly Item[]>()

  /** @param timeOf from when on there is an item, ms since the epoch */
  constructor(record: readonly Item[], timeOf: (item: Item) => number) {
    this.#record = record
    this.#timeOf = timeOf
    this.#times = Float64Array.from(record, timeOf).sort()
  }

  /** Those that there are by now, in the order of the record. */
  by(now: number): readonly Item[] {
    const count = this.#countBy(now)
    if (count === this.#record.length) return this.#record
    const list = this.#known.get(count) ?? this.#record.filter((item) => this.#timeOf(item) <= now)
    this.#known.delete(count)
    this.#known.set(count, list)
    for (const unused of this.#known.keys()) {
      if (this.#known.size <= MOST_KEPT) break
      this.#known.delete(unused)
    }
    return list
  }

  #countBy(now: number): number {
    let [low, high] = [0, this.#times.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#times[middle] ?? Number.POSITIVE_INFINITY) <= now) low = middle + 1
      else high = middle
    }
    return low
  }
}
