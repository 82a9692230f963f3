import fc from 'fast-check'
import type { SharedContext } from '../../../kit/check/context.ts'
import { type Place, placeText, readPlace, seedOf } from './counterexample.ts'
import { type Contradiction, Findings, PropertyTally, Undecided } from './findings.ts'
import { semaphoreOf } from './semaphore.ts'

/** A statement about every value of some kind. */
export interface Property<T> {
  /** @param replayPath of a sequence of commands that is run again */
  values(replayPath?: string): fc.Arbitrary<T>
  /** Sends what one value asks for and says what came of it. */
  attempt(value: T, found: Findings): Promise<void>
  /** One value after the other: they share something that only one of them may touch. */
  readonly serial?: true
}

/** As anybody types it; a run of the command puts its own in the place of it. */
const COMMAND = 'npx assay-conformance'
/** Values that are tried beside each other: most of their time they wait for answers. */
const LANES = 12
/** Values tried while a smaller counterexample is sought. */
const SEARCH = 250

/** Why a value counts as a failure; carries what was found through the search. */
class Contradicted extends Error {
  readonly found: Contradiction
  constructor(found: Contradiction) {
    super(found.requirement)
    this.found = found
  }
}

/** A value that contradicts, and where it was met. */
interface Counterexample<T> {
  readonly found: Contradiction
  readonly value: T | undefined
  readonly place: Place
}

/**
 * Tries the values of a property and judges every requirement that the check covers. Of each requirement the first
 * contradiction, counted by lane and run, is told by the smallest value that still shows it. What binds ends the search;
 * what only warns does not, since a later value may break what binds.
 */
export async function checkProperty<T>(
  t: SharedContext,
  check: { readonly id: string; readonly covers: readonly string[] },
  property: Property<T>,
): Promise<void> {
  const { runs, seed, path, shrinks } = t.sampling
  const ledger = new PropertyTally(t)
  const gate = semaphoreOf(t.target)
  const only = path === undefined ? undefined : readPlace(path)
  if (path !== undefined && only === undefined) t.abortUnexercised('not met', `${path} is no path of a counterexample`)

  const tried = async (value: T): Promise<Findings> => {
    const findings = new Findings()
    await gate
      .through(() => property.attempt(value, findings))
      .catch((error: unknown) => {
        if (!(error instanceof Undecided)) throw error
      })
    return findings
  }
  const search = async (
    place: Pick<Place, 'lane' | 'replayPath'>,
    act: (value: T) => Promise<void>,
    options: fc.Parameters<[T]>,
  ) =>
    fc.check(fc.asyncProperty(property.values(place.replayPath), act), {
      seed: seedOf(seed, check.id, place.lane),
      endOnFailure: true,
      ...options,
    })

  if (only !== undefined) {
    const { path: at, ...place } = only
    const attempt = async (value: T): Promise<void> => {
      const findings = await tried(value)
      ledger.note(findings)
      const found = findings.contradictions.find(binds) ?? findings.contradictions[0]
      if (found !== undefined) throw new Contradicted(found)
    }
    const result = await search(place, attempt, { path: at, numRuns: 1 })
    tell(t, check, result.failed ? [counterexampleOf(result, only.lane)] : [], ledger)
    return
  }

  let first = Number.POSITIVE_INFINITY
  const lanes = Array.from({ length: property.serial === true ? 1 : Math.min(LANES, runs) }, (_, lane) => lane)
  const results = await Promise.all(
    lanes.map(async (lane) => {
      const met: Counterexample<T>[] = []
      let run = -1
      const attempt = async (value: T): Promise<void> => {
        run += 1
        const path = String(run)
        if (lane > first) return
        const findings = await tried(value)
        ledger.note(findings)
        for (const found of findings.contradictions) met.push({ found, value, place: { lane, path } })
        const broken = findings.contradictions.find(binds)
        if (broken !== undefined) throw new Contradicted(broken)
      }
      const numRuns = Math.floor(runs / lanes.length) + (lane < runs % lanes.length ? 1 : 0)
      const result = await search({ lane }, attempt, { numRuns })
      if (result.failed) first = Math.min(first, lane)
      return { broken: result.failed ? counterexampleOf(result, lane) : undefined, met }
    }),
  )
  const broken = results.find((each) => each.broken !== undefined)?.broken
  // Lanes behind the first that failed may have been left at any point: what they met is not the same twice.
  const met = results.slice(0, (broken?.place.lane ?? lanes.length) + 1).flatMap((each) => each.met)
  const told: Counterexample<T>[] = []
  for (const each of firstOfEach(broken === undefined ? met : [broken, ...met]))
    told.push(shrinks ? await smallest(each) : each)
  tell(t, check, told, ledger)

  async function smallest(met: Counterexample<T>): Promise<Counterexample<T>> {
    let attempts = 0
    const attempt = async (value: T): Promise<void> => {
      attempts += 1
      if (attempts > SEARCH) return
      const { contradictions } = await tried(value)
      const same = contradictions.find(
        (each) => each.requirement === met.found.requirement && binds(each) === binds(met.found),
      )
      if (same !== undefined) throw new Contradicted(same)
    }
    const { lane, path } = met.place
    const result = await search({ lane }, attempt, { path, endOnFailure: false })
    // What hangs on the moment need not fail again.
    return result.failed ? counterexampleOf(result, lane) : met
  }
}

const binds = ({ soft }: Contradiction): boolean => soft !== true

/** Of each requirement the first that was met: one that binds, where there is one. */
function firstOfEach<T>(met: readonly Counterexample<T>[]): readonly Counterexample<T>[] {
  const first = new Map<string, Counterexample<T>>()
  for (const each of [...met.filter(({ found }) => binds(found)), ...met])
    if (!first.has(each.found.requirement)) first.set(each.found.requirement, each)
  return [...first.values()]
}

function tell<T>(
  t: SharedContext,
  { id, covers }: { readonly id: string; readonly covers: readonly string[] },
  met: readonly Counterexample<T>[],
  ledger: PropertyTally,
): void {
  for (const { found, value, place } of met) {
    const { requirement, note, ...finding } = found
    const text = fc.stringify(value)
    const replayPath = /replayPath="([^"]*)"/.exec(text)?.[1]
    const at = placeText({ ...place, ...(replayPath === undefined ? {} : { replayPath }) })
    const shown = text.replace(/\s*\/\*replayPath=[^*]*\*\//, '')
    const again = `run it again with: ${COMMAND} replay ${id} --seed ${t.sampling.seed} --path ${at}`
    t.conclude(requirement, {
      ...finding,
      ok: false,
      note: [note, `the value: ${shown}`, again].filter((each) => each !== undefined).join('\n'),
    })
  }
  ledger.close(
    covers,
    met.map(({ found }) => found.requirement),
  )
}

/** What a failed search found; an error of our own goes on as it is. */
function counterexampleOf<T>(
  { errorInstance, counterexample, counterexamplePath }: fc.RunDetails<[T]>,
  lane: number,
): Counterexample<T> {
  if (!(errorInstance instanceof Contradicted)) throw errorInstance
  return { found: errorInstance.found, value: counterexample?.[0], place: { lane, path: counterexamplePath ?? '0' } }
}
