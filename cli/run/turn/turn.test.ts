import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emptyFolder } from '../../../tests/command.ts'
import { fileOf, takeTurn } from './turn.ts'

const PLACE = 'http://127.0.0.1:9'
const shared = (...keys: string[]) => [{ what: 'lib at http://127.0.0.1:9 (allow.closesLoans)', place: PLACE, keys }]
const { signal } = new AbortController()

let other: ChildProcess | undefined
beforeEach(() => {
  vi.stubEnv('TMPDIR', emptyFolder())
  vi.stubEnv('TEMP', process.env.TMPDIR)
})
afterEach(() => {
  other?.kill('SIGKILL')
  other = undefined
  vi.unstubAllEnvs()
})

/** Another process has the turn, as long as it lives. */
async function held(key: string): Promise<ChildProcess> {
  other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  await once(other, 'spawn')
  const path = fileOf(PLACE, key)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify({ pid: other.pid, since: Date.UTC(2026, 0, 1, 12) }))
  return other
}

test('whoever shares a key waits, told once of whom, until the other one has ended, however it ended', async () => {
  const holder = await held('one')
  const said: string[] = []
  const turn = takeTurn(shared('two', 'one'), (line) => said.push(line), signal)
  const early = await Promise.race([turn, new Promise((resolve) => setTimeout(resolve, 700, 'waits'))])
  expect(early).toBe('waits')
  expect(said).toEqual([
    `waiting for another run of this machine (process ${holder.pid}, begun 12:00:00 UTC), which changes what this one does: lib at http://127.0.0.1:9 (allow.closesLoans); side by side each would meet what the other changed`,
  ])
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  const release = await turn
  expect(JSON.parse(readFileSync(fileOf(PLACE, 'one'), 'utf8'))).toMatchObject({ pid: process.pid })
  release()
  expect(existsSync(fileOf(PLACE, 'one'))).toBe(false)
  expect(readdirSync(dirname(fileOf(PLACE, 'one')))).toEqual([])
})

test('nobody waits for a run with other keys, or where there is nothing to share', async () => {
  await held('one')
  const said: string[] = []
  const release = await takeTurn([...shared('two')], (line) => said.push(line), signal)
  release()
  ;(await takeTurn([], (line) => said.push(line), signal))()
  expect(said).toEqual([])
})

test('a wait ends with the run that waits', async () => {
  await held('one')
  const stop = new AbortController()
  const turn = takeTurn(shared('one'), () => stop.abort(), stop.signal)
  ;(await turn)()
  expect(existsSync(fileOf(PLACE, 'one'))).toBe(true)
})

test('what is no word of a run is put away, and no key stands in a file or in its name', async () => {
  const path = fileOf(PLACE, 'a-key-of-the-library')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, '{"pid":')
  const release = await takeTurn(shared('a-key-of-the-library'), () => undefined, signal)
  expect(`${path}${readFileSync(path, 'utf8')}`).not.toContain('a-key')
  release()
})
