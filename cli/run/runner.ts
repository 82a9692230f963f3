import { randomUUID } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, extname, join, relative, resolve } from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createVitest } from 'vitest/node'
import type { Person } from '../../kit/check/steps.ts'
import { packageRoot } from '../../kit/report/package.ts'
import type { Progress } from './progress.ts'
import { heedPulses } from './pulse.ts'
import { answerQuestions } from './questions.ts'
import { announceStop, type StopReason } from './stop.ts'
import { type Ending, GRACE_MS, readEnding, type SuiteTask } from './suite-task.ts'

/** After a stop: how long the worker may take for its report, and how often we look. */
const LEAVE_MS = GRACE_MS + 9_000
const LOOK_MS = 100

/** Compiled beside this file, or its source. */
const ENTRY = fileURLToPath(new URL(`suite-entry${extname(fileURLToPath(import.meta.url))}`, import.meta.url))

export interface RunnerOptions {
  readonly task: Omit<SuiteTask, 'channel' | 'endingPath' | 'hasPerson' | 'isWatched'>
  readonly progress: Progress
  /** Folder for the results that Allure makes its report from. */
  readonly allure?: string
  /** Who can be asked to act; absent where nobody can. */
  readonly person?: Person
  /** Aborted with a StopReason: the run ends with a report of what there is. */
  readonly stop: AbortSignal
}

/** SampleCounts the checks under vitest and gives back how that ended. What vitest prints is kept for the case that it ended badly. */
export async function runUnderVitest({ task, progress, allure, person, stop }: RunnerOptions): Promise<Ending> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-'))
  // Also when the process leaves without ceremony.
  const tidy = (): void => rmSync(folder, { recursive: true, force: true })
  process.once('exit', tidy)
  const endingPath = join(folder, 'ending.json')
  const channel = `assay-${randomUUID()}`
  const printed: string[] = []
  let quiet = (): void => undefined
  const dismiss = person === undefined ? undefined : answerQuestions(channel, person)
  const deafen = heedPulses(channel, ({ queues }) => progress.queues(queues))
  const left = new Promise<void>((resolve) => {
    const leave = async (): Promise<void> => {
      quiet = announceStop(channel, stop.reason as StopReason)
      const until = Date.now() + LEAVE_MS
      while (Date.now() < until && !existsSync(endingPath)) await sleep(LOOK_MS)
      resolve()
    }
    if (stop.aborted) void leave()
    else stop.addEventListener('abort', leave, { once: true })
  })
  try {
    progress.begin()
    await Promise.race([
      left,
      execute(
        { ...task, channel, endingPath, hasPerson: person !== undefined, isWatched: progress.isWatched },
        { progress, allure, printed },
      ),
    ])
    const ending = await readEnding(endingPath)
    return ending ?? { kind: 'fault', message: 'the runner ended without a report', stack: printed.join('') }
  } finally {
    quiet()
    dismiss?.()
    deafen()
    progress.end()
    process.off('exit', tidy)
    tidy()
  }
}

interface Outputs {
  readonly progress: Progress
  readonly allure: string | undefined
  /** Receives what vitest prints. */
  readonly printed: string[]
}

async function execute(task: SuiteTask, { progress, allure, printed }: Outputs): Promise<void> {
  const sink = () =>
    new Writable({
      write(chunk, _encoding, done) {
        printed.push(String(chunk))
        done()
      },
    })
  const handlers = snapshot()
  const vitest = await createVitest(
    'test',
    {
      root: packageRoot,
      // Nobody's settings but these: the run must be the same from any folder.
      config: false,
      include: [relative(packageRoot, ENTRY).replaceAll('\\', '/')],
      exclude: [],
      watch: false,
      reporters: [progress, ...(allure === undefined ? [] : [allureReporter(allure)])],
      provide: { assay: task },
      pool: 'threads',
      isolate: false,
      fileParallelism: false,
      maxConcurrency: 1000,
      testTimeout: 0,
      hookTimeout: 0,
      // Compiled files are imported as they are.
      server: { deps: { external: [/\/dist\//] } },
    },
    { logLevel: 'silent', cacheDir: dirname(task.endingPath) },
    { stdout: sink(), stderr: sink() },
  )
  // vitest would leave at the first Ctrl-C; the command itself decides what that means.
  handlers.restore()
  try {
    await vitest.start()
  } finally {
    await vitest.close()
  }
}

/** By name: vitest loads it only where it is asked for. */
const allureReporter = (resultsDir: string): [string, { resultsDir: string }] => [
  'allure-vitest/reporter',
  { resultsDir: resolve(resultsDir) },
]

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

function snapshot(): { restore(): void } {
  const before = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal)]))
  return {
    restore: () => {
      for (const signal of SIGNALS) {
        for (const listener of process.listeners(signal)) {
          if (before.get(signal)?.includes(listener) !== true) process.off(signal, listener)
        }
      }
    },
  }
}
