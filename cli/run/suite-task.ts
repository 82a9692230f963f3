import { readFile, rename, writeFile } from 'node:fs/promises'
import type { ReplayLog } from '../../kit/certificate/replay/replay-log.ts'
import type { Depth } from '../../kit/check/check.ts'
import type { Report } from '../../kit/report/report.ts'
import type { Target } from '../../kit/target/target.ts'

/** What the command hands to the test file that carries the checks. */
export interface SuiteTask {
  readonly target: Target
  readonly seed: number
  readonly depth?: Depth
  readonly runs?: number
  readonly path?: string
  readonly only: readonly string[]
  readonly skip: readonly string[]
  readonly certify: boolean
  readonly notes: readonly string[]
  readonly variables: ReadonlyMap<string, string>
  /** Somebody at the terminal of the command can be asked to act. */
  readonly hasPerson: boolean
  /** Somebody observes how the run goes on. */
  readonly isWatched: boolean
  /** Name of the channel on which a stop is announced, and of the one for questions. */
  readonly channel: string
  /** File that receives the ending. */
  readonly endingPath: string
}

declare module 'vitest' {
  interface ProvidedContext {
    assay: SuiteTask
  }
}

/** How the test file ended: with a report, or before there could be one. */
export type Ending =
  /** `tracks` with what is to be certified. */
  | { readonly kind: 'report'; readonly report: Report; readonly tracks?: ReplayLog }
  /** `usage`: the author of the target file can repair it. */
  | { readonly kind: 'usage' | 'fault'; readonly message: string; readonly stack?: string }

/** Time, ms, that checks have to end after a stop; then the report is made from what there is. */
export const GRACE_MS = 3_000

export async function writeEnding(path: string, ending: Ending): Promise<void> {
  // Whoever finds the file finds it whole.
  await writeFile(`${path}.draft`, JSON.stringify(ending))
  await rename(`${path}.draft`, path)
}

export async function readEnding(path: string): Promise<Ending | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Ending
  } catch {
    return undefined
  }
}
