import { type FSWatcher, statSync, watch } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { UsageError } from '../../usage-error.ts'

/** Folders in which much changes that is nobody's work. */
const ASIDE = new Set(['.assay', '.git', 'node_modules'])

/** A service writes one while it is judged, and would be judged for it again. */
const LOG = /\.log$/i

/** What changed: the paths, as they are seen from the working folder. */
export class Changes {
  readonly #watchers: FSWatcher[] = []
  readonly #written: ReadonlySet<string>
  readonly #names = new Set<string>()
  #tell: () => void = () => undefined
  /** Of the last one; ms of `performance.now()`. */
  lastAt = 0

  /**
   * Watches files and folders from now on.
   * @param written files that the command writes itself
   * @throws UsageError for a path that does not exist
   */
  constructor(paths: readonly string[], written: readonly string[]) {
    this.#written = new Set(written.map((path) => resolve(path)))
    const known = paths.map((path) => {
      const stats = statSync(path, { throwIfNoEntry: false })
      if (stats === undefined)
        throw new UsageError(`--watch ${path}: does not exist; name files or folders, such as src`)
      return { path, isFolder: stats.isDirectory() }
    })
    for (const { path, isFolder } of known) {
      const watcher = watch(path, { recursive: isFolder }, (_, name) => {
        this.#note(isFolder && name !== null ? join(path, name) : path)
      })
      // A path that is gone changes no more.
      watcher.on('error', () => undefined)
      this.#watchers.push(watcher)
    }
  }

  /** Resolves with the first change that nobody has taken yet. */
  next(): Promise<void> {
    if (this.#names.size > 0) return Promise.resolve()
    return new Promise((tell) => {
      this.#tell = tell
    })
  }

  /** What changed since it was last asked for. */
  take(): readonly string[] {
    const names = [...this.#names]
    this.#names.clear()
    return names
  }

  close(): void {
    for (const watcher of this.#watchers) watcher.close()
  }

  #note(path: string): void {
    const whole = resolve(path)
    const name = relative('.', whole)
    if (LOG.test(name) || name.split(sep).some((part) => ASIDE.has(part))) return
    // What is written whole is written beside its place first.
    if (
      [...this.#written].some((each) => whole === each || whole.startsWith(`${each}.`) || whole.startsWith(each + sep))
    )
      return
    this.#names.add(name === '' ? path : name)
    this.lastAt = performance.now()
    this.#tell()
  }
}
