/** A wait that was over with its time: when it was to end, and when it did; wall clock, ms since the epoch. */
export type WaitEnd = readonly [due: number, ended: number]

/** Waits that end so much later than they were to, ms, are those of an idle machine. */
const IN_TIME_MS = 5
/** So far apart, ms, one wait may have been due by two clocks: that of a run is behind by what went on in between. */
const NEAR_MS = 2000

/**
 * When the waits of a run ended. A machine that stands still ends them late, and what comes meanwhile is seen after them:
 * whoever judges again has to see as much.
 */
export class WaitEnds {
  readonly #ends = new Map<string, WaitEnd[]>()

  note(owner: string, due: number, ended: number): void {
    const own = this.#ends.get(owner) ?? []
    own.push([due, Math.max(due, ended)])
    this.#ends.set(owner, own)
  }

  /** Of everybody of whose waits one ended late. */
  get late(): Readonly<Record<string, readonly WaitEnd[]>> {
    const isLate = ([due, ended]: WaitEnd): boolean => ended - due > IN_TIME_MS
    return Object.fromEntries([...this.#ends].filter(([, ends]) => ends.some(isLate)))
  }
}

/** Takes out the recorded wait that was due at about this time. */
export function takeEnd(ends: WaitEnd[], due: number): WaitEnd | undefined {
  const distance = ([then]: WaitEnd): number => Math.abs(then - due)
  const [nearest] = ends.filter((each) => distance(each) <= NEAR_MS).toSorted((a, b) => distance(a) - distance(b))
  if (nearest !== undefined) ends.splice(ends.indexOf(nearest), 1)
  return nearest
}
