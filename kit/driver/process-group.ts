import type { ChildProcess } from 'node:child_process'

/** Ends a process that leads a group, with all that it started. */
export function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

/** The last line of what a process has said. */
export const lastLine = (said: Buffer): string => said.toString('utf8').trim().split('\n').at(-1)?.trim() ?? ''
