import { createHash } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { timeOf } from '../../../kit/run/presence/suspects.ts'

const FILE_MODE = 0o600
const FOLDER_MODE = 0o700
const PAUSE_MS = 300

/** What two runs cannot change at one time. */
export interface Shared {
  /** What of it is told: `library at http://127.0.0.1:8080 (allow.closesLoans)`. */
  readonly what: string
  /** Where it is, and the keys by which it is reached: who has one of them shares it. */
  readonly place: string
  readonly keys: readonly string[]
}

interface Holder {
  readonly pid: number
  /** Wall clock, ms since the epoch. */
  readonly since: number
}

/** Gives the turn to the next. */
export type Release = () => void

/** Where the runs of a user on this machine say what they are changing. In a container a user need not have a name. */
const folder = (): string => join(tmpdir(), `assay-turns-${process.getuid?.() ?? 'user'}`)

/**
 * Waits until no other run on this machine changes what this one will, and keeps them from it until it is over. Runs of
 * other machines are not known. Where nothing can be written it waits for nobody.
 * @param say takes a line, once, where it has to wait
 * @param signal ends the wait
 */
export async function takeTurn(
  shared: readonly Shared[],
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<Release> {
  const taken: string[] = []
  const release = (): void => {
    for (const path of taken.splice(0)) rmSync(path, { force: true })
  }
  // All take them in one order, so that no two wait for each other.
  const files = shared
    .flatMap(({ what, place, keys }) => keys.map((key) => ({ what, path: fileOf(place, key) })))
    .toSorted((a, b) => a.path.localeCompare(b.path))
  const told = new Set<number>()
  for (const { what, path } of files.filter((each, at) => each.path !== files[at - 1]?.path)) {
    for (;;) {
      const holder = take(path)
      if (holder === undefined) taken.push(path)
      if (holder === undefined || holder === 'nowhere' || signal.aborted) break
      if (!told.has(holder.pid))
        say(
          `waiting for another run of this machine (process ${holder.pid}, begun ${timeOf(holder.since)} UTC), which changes what this one does: ${what}; side by side each would meet what the other changed`,
        )
      told.add(holder.pid)
      await pause(PAUSE_MS, undefined, { signal }).catch(() => undefined)
    }
  }
  return release
}

/** No key is written down. */
export const fileOf = (place: string, key: string): string =>
  join(
    folder(),
    `${createHash('sha256')
      .update(JSON.stringify([place, key]))
      .digest('hex')
      .slice(0, 32)}.json`,
  )

/** Takes a file. Gives back who has it where another process does, and `nowhere` where none can be written. */
function take(path: string): Holder | 'nowhere' | undefined {
  try {
    mkdirSync(folder(), { recursive: true, mode: FOLDER_MODE })
    for (;;) {
      if (create(path)) return undefined
      const holder = holderOf(path)
      // One that was killed gave nothing back.
      if (holder !== undefined && isAlive(holder.pid)) return holder
      putAway(path)
    }
  } catch {
    return 'nowhere'
  }
}

/** Whole from the beginning: nobody reads half of it. False where one is there. */
function create(path: string): boolean {
  const own: Holder = { pid: process.pid, since: Date.now() }
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, JSON.stringify(own), { mode: FILE_MODE })
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Undefined where it is gone or is none. */
function holderOf(path: string): Holder | undefined {
  try {
    const { pid, since } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Holder>
    return typeof pid === 'number' && typeof since === 'number' ? { pid, since } : undefined
  } catch {
    return undefined
  }
}

/** Moved before it is removed: of two who find one that nobody holds any more, the later may have hold of a new one. */
function putAway(path: string): void {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
    const moved = holderOf(aside)
    if (moved !== undefined && isAlive(moved.pid)) linkSync(aside, path)
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
  rmSync(aside, { force: true })
}

function isAlive(pid: number): boolean {
  // One process judges its targets apart from each other.
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
