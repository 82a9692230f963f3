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

/**
 * Tries the values of a property and judges every requirement that the check covers. The first contradiction, counted by
 * lane and run, is told by the smallest value that still shows it; of the others nothing is said.
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

  let sought: string | undefined
  const attempt = async (value: T): Promise<void> => {
    const findings = new Findings()
    await gate
      .through(() => property.attempt(value, findings))
      .catch((error: unknown) => {
        if (!(error instanceof Undecided)) throw error
      })
    if (sought === undefined) ledger.note(findings)
    const contradiction = findings.contradictions.find(
      ({ requirement }) => sought === undefined || requirement === sought,
    )
    if (contradiction !== undefined) throw new Contradicted(contradiction)
  }
  const search = async (
    place: Pick<Place, 'lane' | 'replayPath'>,
    act: (value: T) => Promise<void>,
    options: fc.Parameters<[T]>,
  ) =>
    fc.check(fc.asyncProperty(property.values(place.replayPath), act), {
      seed: seedOf(seed, check.id, place.lane),
      ...options,
    })

  if (only !== undefined) {
    const { path: at, ...place } = only
    judged(t, check, await search(place, attempt, { path: at, endOnFailure: true, numRuns: 1 }), only, ledger)
    return
  }
  let first = Number.POSITIVE_INFINITY
  const lanes = Array.from({ length: property.serial === true ? 1 : Math.min(LANES, runs) }, (_, lane) => lane)
  const results = await Promise.all(
    lanes.map(async (lane) => {
      const unlessOver = (value: T): Promise<void> => (lane > first ? Promise.resolve() : attempt(value))
      const result = await search({ lane }, unlessOver, { numRuns: Math.ceil(runs / lanes.length), endOnFailure: true })
      if (result.failed) first = Math.min(first, lane)
      return { lane, result }
    }),
  )
  const failed = results.find(({ result }) => result.failed)
  if (failed === undefined) return ledger.close(check.covers, undefined)
  const { lane, result } = failed
  sought = contradictionOf(result).requirement
  let tried = 0
  const limited = (value: T): Promise<void> => {
    tried += 1
    return tried > SEARCH ? Promise.resolve() : attempt(value)
  }
  const smaller = shrinks ? await search({ lane }, limited, { path: result.counterexamplePath ?? '0' }) : result
  // What hangs on the moment need not fail again.
  judged(t, check, smaller.failed ? smaller : result, { lane, path: '' }, ledger)
}

function judged<T>(
  t: SharedContext,
  { id, covers }: { readonly id: string; readonly covers: readonly string[] },
  result: fc.RunDetails<[T]>,
  { lane }: Place,
  ledger: PropertyTally,
): void {
  if (!result.failed) {
    ledger.close(covers, undefined)
    return
  }
  const { requirement, note, ...found } = contradictionOf(result)
  const value = fc.stringify(result.counterexample?.[0])
  const replayPath = /replayPath="([^"]*)"/.exec(value)?.[1]
  const place = placeText({
    lane,
    path: result.counterexamplePath ?? '0',
    ...(replayPath === undefined ? {} : { replayPath }),
  })
  const told = value.replace(/\s*\/\*replayPath=[^*]*\*\//, '')
  const again = `run it again with: assay replay ${id} --seed ${t.sampling.seed} --path ${place}`
  t.conclude(requirement, {
    ...found,
    ok: false,
    note: [note, `the value: ${told}`, again].filter((each) => each !== undefined).join('\n'),
  })
  ledger.close(covers, requirement)
}

/** What a failed search found; an error of our own goes on as it is. */
function contradictionOf<T>({ errorInstance }: fc.RunDetails<[T]>): Contradiction {
  if (errorInstance instanceof Contradicted) return errorInstance.found
  throw errorInstance
}
