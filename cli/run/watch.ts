import { type FSWatcher, statSync, watch as watchPath } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { TargetUnreachable } from '../../kit/run/preflight/preflight-fault.ts'
import { messageOf } from '../errors.ts'
import { UsageError } from '../usage-error.ts'
import { interrupted } from './interrupted.ts'

/** ms without a further change after which a change counts: editors and compilers write several files. */
const CALM_MS = 300
/** A service that is being restarted: how often it is tried, and the pause between, ms. */
const TRIES = 40
const PAUSE_MS = 500

/**
 * Runs again whenever something under the paths changes, until it is interrupted. Gives back the exit code of the last run.
 * @throws UsageError for a path that does not exist
 */
export async function watching(paths: readonly string[], command: string, run: () => Promise<number>): Promise<number> {
  for (const path of paths) {
    if (statSync(path, { throwIfNoEntry: false }) === undefined)
      throw new UsageError(`--watch ${path}: does not exist; name files or folders, such as src`)
  }
  // An interrupt during a run ends that one with a report, and then this.
  const over = interrupted().then(() => true)
  let code = 0
  for (;;) {
    // What changes during a run counts.
    const changes = changesIn(paths)
    try {
      code = await patiently(command, run)
      process.stderr.write(`waiting for a change in ${paths.join(', ')}; Ctrl-C leaves\n`)
      if (await Promise.race([over, changes.next.then(() => false)])) return code
    } finally {
      changes.close()
    }
  }
}

async function patiently(command: string, run: () => Promise<number>): Promise<number> {
  for (let again = TRIES; ; again -= 1) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof TargetUnreachable) || again === 0) throw error
      if (again === TRIES) process.stderr.write(`${messageOf(error, command, false)}; trying again\n`)
      await sleep(PAUSE_MS)
    }
  }
}

function changesIn(paths: readonly string[]): { readonly next: Promise<void>; close(): void } {
  const watchers: FSWatcher[] = []
  let timer: NodeJS.Timeout | undefined
  const next = new Promise<void>((resolve) => {
    for (const path of paths) {
      const recursive = statSync(path).isDirectory()
      const watcher = watchPath(path, { recursive }, () => {
        clearTimeout(timer)
        timer = setTimeout(resolve, CALM_MS)
      })
      // A path that is gone changes no more.
      watcher.on('error', () => undefined)
      watchers.push(watcher)
    }
  })
  return {
    next,
    close: () => {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
    },
  }
}
