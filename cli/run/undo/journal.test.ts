import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { emptyFolder } from '../../../tests/command.ts'
import { journalOf, keepInJournal, type OpenRun, readJournal } from './journal.ts'

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
  expect(readJournal(cwd).map(({ id }) => id)).toEqual(expected)
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
  expect(readJournal(cwd)).toHaveLength(1)
  tell([])
  expect(readJournal(cwd)).toEqual([])
})
