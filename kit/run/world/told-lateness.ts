/** A word on how late our answer to a delivery was: who asked, after which delivery, ms, and from which time of asking on. */
export type LateWord = readonly [owner: string, delivery: string, ms: number, from: number]

/**
 * How late our answers were, as those who asked were told: a stall that comes after the first question makes another word
 * of the next. Whoever judges again gets the same words to the same questions.
 */
export class ToldLateness {
  readonly #asked = new Map<string, number>()
  readonly #words = new Map<string, LateWord[]>()

  tell(owner: string, delivery: string, ms: number): void {
    const from = timesAsked(this.#asked, owner, delivery)
    const words = this.#words.get(`${owner} ${delivery}`) ?? []
    if (words.at(-1)?.[2] !== ms) words.push([owner, delivery, ms, from])
    this.#words.set(`${owner} ${delivery}`, words)
  }

  /** The first of each, "in time" (0 ms) as well, and those that differ from the word before. */
  get words(): readonly LateWord[] {
    return [...this.#words.values()].flat()
  }
}

/** Gives the words out again, in the order in which they were told. */
export class ToldAgain {
  readonly #asked = new Map<string, number>()
  readonly #words: readonly LateWord[]
  readonly #given = new Set<LateWord>()

  constructor(words: readonly LateWord[]) {
    this.#words = words
  }

  /** Undefined where nobody was told. */
  ms(owner: string, delivery: string): number | undefined {
    const nth = timesAsked(this.#asked, owner, delivery)
    const word = this.#words.findLast((each) => each[0] === owner && each[1] === delivery && each[3] <= nth)
    if (word === undefined) return undefined
    this.#given.add(word)
    return word[2]
  }

  /** Those that nobody asked for. */
  get left(): readonly LateWord[] {
    return this.#words.filter((each) => !this.#given.has(each))
  }
}

/** The how manieth question this is, from 1. */
function timesAsked(asked: Map<string, number>, owner: string, delivery: string): number {
  const nth = (asked.get(`${owner} ${delivery}`) ?? 0) + 1
  asked.set(`${owner} ${delivery}`, nth)
  return nth
}
