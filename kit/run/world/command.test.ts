import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { runCommand } from './command.ts'

const DEADLINE_MS = 20_000

const run = (command: string, given: { forMs?: number; signal?: AbortSignal } = {}) =>
  runCommand(command, { folder: undefined, forMs: DEADLINE_MS, signal: new AbortController().signal, ...given })

/** Waits until a process has ended. */
async function gone(pid: number): Promise<boolean> {
  for (let waited = 0; waited < DEADLINE_MS; waited += 20) {
    try {
      process.kill(pid, 0)
    } catch {
      return true
    }
    await pause(20)
  }
  return false
}

/** Gives the id of a child that a command has left behind, as its last words. */
const CHILD = 'sleep 600 & echo $! >&2'

test('ends with its last word, or how it ended', async () => {
  expect(await run('true')).toBeUndefined()
  expect(await run('echo one >&2; echo two >&2; exit 3')).toBe('two')
  expect(await run('exit 3')).toBe('it ended with 3')
  expect(await run('kill -9 $$')).toBe('it was ended by SIGKILL')
  expect(await run('no-such-command-here')).toContain('no-such-command-here')
})

test('more output than anybody reads holds nothing up', async () => {
  expect(await run('yes | head -c 30000000; yes | head -c 30000000 >&2; echo done >&2; exit 1')).toBe('done')
})

test('what it left behind ends with it', async () => {
  const pid = Number(await run(`${CHILD}; exit 1`))
  expect(pid).toBeGreaterThan(1)
  expect(await gone(pid)).toBe(true)
})

test('past its time it ends with all that it started', async () => {
  expect(await run('sleep 600 | sleep 600', { forMs: 100 })).toBe('it did not end within 0.1 s')
})

test('a run that is stopped ends it, and starts no other', async () => {
  const stop = new AbortController()
  const going = run('sleep 600 & sleep 600', { signal: stop.signal })
  stop.abort()
  expect(await going).toBe('the run was stopped')
  expect(await run('true', { signal: stop.signal })).toBe('the run was stopped')
})
