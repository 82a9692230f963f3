import { spawn } from 'node:child_process'
import { endGroup, lastLine } from '../../driver/process-group.ts'

const STOPPED = 'the run was stopped'
/** Bytes of what a command says that are kept, from its end: the reason why it failed stands there. */
const KEPT = 4_096

export interface CommandOptions {
  /** Where it runs; the working directory when undefined. */
  readonly folder: string | undefined
  readonly forMs: number
  readonly signal: AbortSignal
}

/** How long what a command has said may take to arrive after its end, ms: something else may hold its output open. */
const LAST_WORDS_MS = 500

/**
 * Runs a shell command in a process group of its own, which ends with it, when its time is over, and when it is no longer
 * wanted. What it says is read to the end, however much it is.
 * @returns why it failed; undefined where it did not
 */
export function runCommand(command: string, { folder, forMs, signal }: CommandOptions): Promise<string | undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(STOPPED)
    const child = spawn(command, {
      shell: true,
      // On Windows a detached child would open a window, and there are no groups.
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(folder === undefined ? {} : { cwd: folder }),
    })
    const { stderr } = child
    let said = Buffer.alloc(0)
    let cutOff: string | undefined
    const cut = (why: string): void => {
      cutOff ??= why
      endGroup(child)
    }
    const stop = (): void => cut(STOPPED)
    const timer = setTimeout(() => cut(`it did not end within ${forMs / 1000} s`), forMs)
    let patience: NodeJS.Timeout | undefined
    const over = (failure: string | undefined): void => {
      clearTimeout(timer)
      clearTimeout(patience)
      signal.removeEventListener('abort', stop)
      resolve(failure)
    }
    signal.addEventListener('abort', stop, { once: true })
    stderr.on('data', (chunk: Buffer) => {
      said = Buffer.concat([said, chunk]).subarray(-KEPT)
    })
    child.on('error', (error) => over(error.message))
    child.on('exit', () => {
      endGroup(child)
      patience = setTimeout(() => stderr.destroy(), LAST_WORDS_MS)
    })
    child.on('close', (code, name) => {
      const ending = name === null ? `it ended with ${code}` : `it was ended by ${name}`
      over(code === 0 ? undefined : (cutOff ?? (lastLine(said) || ending)))
    })
  })
}
