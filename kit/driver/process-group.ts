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

/** What names the failure in the words of an interpreter, which may say where it was, and its own version, behind it. */
const FAILURE = /^(?:Uncaught )?(?:[\w.]+\.)?\w*(?:Error|Exception)\b/

/** The last line of what a process has said, or the last that names what it failed by. */
export function lastLine(said: Buffer): string {
  const lines = said
    .toString('utf8')
    .trim()
    .split('\n')
    .map((each) => each.trim())
  return lines.findLast((each) => FAILURE.test(each)) ?? lines.at(-1) ?? ''
}
