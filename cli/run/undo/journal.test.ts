import { spawnSync } from 'node:child_process'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder } from '../../../tests/command.ts'
import { JournalError, journalOf, keepInJournal, type OpenRun, readJournals } from './journal.ts'

const OVER = spawnSync(process.execPath, ['--version']).pid
const GOES_ON = process.ppid

const change = (baseUrl: string) => ({ service: 'library', restorer: 'shelf', title: 'the shelf', baseUrl })
const run = (id: string, pid: number, baseUrl = 'http://127.0.0.1:1', config = '/a.yaml'): OpenRun => ({
  id,
  pid,
  startedAt: '2026-01-02T03:04:05Z',
  config,
  changes: [change(baseUrl)],
})

test.for<[string, OpenRun, string[]]>([
  ['of a run that is over', run('r1', OVER), ['r2']],
  ['of one that goes on', run('r1', GOES_ON), ['r1', 'r2']],
  ['at another address', run('r1', OVER, 'http://127.0.0.1:2'), ['r1', 'r2']],
  ['by another target file', run('r1', OVER, 'http://127.0.0.1:1', '/b.yaml'), ['r1', 'r2']],
])('a change that a later run makes as well is kept once: the former one %s', ([_, former, expected]) => {
  const cwd = emptyFolder()
  keepInJournal(cwd, former)
  keepInJournal(cwd, run('r2', OVER))
  expect(readJournals(cwd).map(({ id }) => id)).toEqual(expected)
})

test('a run that puts back what earlier ones left as well leaves nothing to be undone', () => {
  const cwd = emptyFolder()
  for (const id of ['r1', 'r2', 'r3']) keepInJournal(cwd, run(id, OVER))
  const tell = journalOf(
    cwd,
    '/a.yaml',
    () => 'http://127.0.0.1:1',
    () => undefined,
  )
  const open = {
    service: 'library',
    owner: 'lib/desk',
    restorer: 'shelf',
    title: 'the shelf',
    undo: async () => undefined,
  }
  tell([open])
  expect(readJournals(cwd)).toHaveLength(1)
  tell([])
  expect(readJournals(cwd)).toEqual([])
})

test('a run writes nothing of another one that goes on: neither loses what the other does meanwhile', () => {
  const cwd = emptyFolder()
  const beside = run('r1', GOES_ON)
  const path = join(cwd, keepInJournal(cwd, beside))
  const { ino, mtimeNs } = statSync(path, { bigint: true })
  keepInJournal(cwd, run('r2', process.pid))
  keepInJournal(cwd, { ...run('r2', process.pid), changes: [] })
  expect(statSync(path, { bigint: true })).toMatchObject({ ino, mtimeNs })
  expect(readJournals(cwd)).toEqual([beside])
  keepInJournal(cwd, { ...beside, changes: [] })
  expect(readdirSync(join(cwd, '.assay')).filter((name) => name.startsWith('undo'))).toEqual([])
})

test('the run that began first stands first, whatever its id', () => {
  const cwd = emptyFolder()
  keepInJournal(cwd, { ...run('a', GOES_ON), startedAt: '2026-01-02T03:04:06Z' })
  keepInJournal(cwd, run('b', GOES_ON))
  expect(readJournals(cwd).map(({ id }) => id)).toEqual(['b', 'a'])
})

test('a journal of another run, and one that is none, is told by its name; a run keeps its own all the same', () => {
  const cwd = emptyFolder()
  const path = join(cwd, keepInJournal(cwd, run('r1', OVER)))
  for (const text of [JSON.stringify({ format: 'assay-undo/2', run: run('../r2', OVER) }), '{']) {
    writeFileSync(path, text)
    expect(() => readJournals(cwd)).toThrow(JournalError)
    expect(() => readJournals(cwd)).toThrow(/^\.assay\/undo-r1\.json: .*; delete it where nothing is to be undone$/)
    const own = join(cwd, keepInJournal(cwd, run('r3', process.pid)))
    expect(statSync(own).isFile()).toBe(true)
  }
})
