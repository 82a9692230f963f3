import { constants, statSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname, relative, resolve, sep } from 'node:path'
import { type FSWatcher, watch } from 'chokidar'
import { UsageError } from '../../usage-error.ts'
import { isNobodysWork } from './nobodys-work.ts'

/** What changed: the paths, as they are seen from the working folder. */
export class Changes {
  readonly #roots: readonly string[]
  readonly #written: ReadonlySet<string>
  /** Path to whether it is new: what comes and goes again was no change. */
  readonly #isNew = new Map<string, boolean>()
  /** Path to when it changed first, ms since 1970. */
  readonly #at = new Map<string, number>()
  readonly #watcher: Promise<FSWatcher>
  /** Resolves when everything is seen that changes from then on. */
  readonly ready: Promise<void>
  #tell: () => void = () => undefined
  /** When the last one was seen; ms of `performance.now()`. */
  lastAt = 0

  /**
   * Watches files and folders.
   * @param written files that the command writes itself
   * @param onTrouble told where something cannot be watched
   * @throws UsageError for a path that does not exist
   */
  constructor(paths: readonly string[], written: readonly string[], onTrouble: (text: string) => void) {
    for (const path of paths)
      if (statSync(path, { throwIfNoEntry: false }) === undefined)
        throw new UsageError(`--watch ${path}: does not exist; name files or folders that are there`)
    this.#written = new Set(written.map((path) => resolve(path)))
    this.#roots = paths.map((path) => resolve(path))
    const troubles = new Set<string>()
    const trouble = ({ code, message }: NodeJS.ErrnoException): void => {
      // Each of many thousand files may have the same.
      if (troubles.has(code ?? '')) return
      troubles.add(code ?? '')
      onTrouble(
        `--watch ${paths.join(' ')}: not every change is seen (${message}); name fewer folders, or raise the limit`,
      )
    }
    this.#watcher = this.#watching(trouble)
    this.ready = this.#watcher.then(
      (watcher) => new Promise((resolve) => void watcher.once('ready', resolve).once('error', () => resolve())),
    )
  }

  async #watching(trouble: (error: NodeJS.ErrnoException) => void): Promise<FSWatcher> {
    // What is made anew in its place is seen from the folder around it alone.
    const places = await Promise.all(
      this.#roots.map(async (root) => ((await isRead(dirname(root))) ? dirname(root) : root)),
    )
    const watcher = watch([...new Set(places)], {
      ignoreInitial: true,
      ignored: (path) => !places.includes(resolve(path)) && !this.#isWatched(resolve(path)),
    })
    watcher.on('error', (error) => trouble(error as NodeJS.ErrnoException))
    watcher.on('add', (path) => this.#note(path, true))
    watcher.on('change', (path) => this.#note(path, false))
    watcher.on('unlink', (path) => this.#gone(path))
    return watcher
  }

  /** Resolves with the first change that nobody has taken yet. */
  next(): Promise<void> {
    if (this.#isNew.size > 0) return Promise.resolve()
    return new Promise((tell) => {
      this.#tell = tell
    })
  }

  /** What changed since it was last asked for; nothing where what came is gone again. */
  take(): readonly string[] {
    const names = [...this.#isNew.keys()].map((path) => relative('.', path) || path)
    this.#isNew.clear()
    this.#at.clear()
    return names
  }

  /** When the first change happened that nobody has taken yet, ms since 1970; never where there is none. */
  get firstAt(): number {
    return Math.min(...this.#at.values())
  }

  async close(): Promise<void> {
    await (await this.#watcher).close()
  }

  #isWatched(path: string): boolean {
    const isWritten = [...this.#written].some(
      // What is written whole is written beside its place first.
      (each) => path === each || path.startsWith(`${each}.`) || path.startsWith(each + sep),
    )
    const within = this.#roots.filter(
      (root) => path === root || path.startsWith(root.endsWith(sep) ? root : root + sep),
    )
    return !isWritten && within.some((root) => !isNobodysWork(relative(root, path)))
  }

  #note(path: string, isNew: boolean): void {
    const whole = resolve(path)
    if (!this.#isNew.has(whole)) this.#isNew.set(whole, isNew)
    this.#noteTime(whole)
    this.#told()
  }

  #gone(path: string): void {
    const whole = resolve(path)
    if (this.#isNew.get(whole) === true) {
      this.#isNew.delete(whole)
      this.#at.delete(whole)
    } else {
      this.#isNew.set(whole, false)
      this.#noteTime(whole)
    }
    this.#told()
  }

  /** A busy process sees a change late: of a file that is there its system knows when it was. */
  #noteTime(path: string): void {
    if (!this.#at.has(path)) this.#at.set(path, statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? Date.now())
  }

  #told(): void {
    this.lastAt = performance.now()
    this.#tell()
  }
}

const isRead = (path: string): Promise<boolean> =>
  access(path, constants.R_OK).then(
    () => true,
    () => false,
  )
