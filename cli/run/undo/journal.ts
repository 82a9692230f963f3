import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { OnChange } from '../../../kit/run/undo/clean-ups.ts'
import { validatorFor } from '../../../kit/schema/validator.ts'
import { FILE_MODE, inFolder, makeFolder } from '../../files/folder.ts'

const FORMAT = 'assay-undo/2'

/** A file for each run: no two processes write to one while both go on, so that neither loses what the other has written. */
const nameOf = (id: string): string => `undo-${id}.json`
const NAME = /^undo-.+\.json$/

/** Something that a run changed at its target and has not undone yet. Names only: the values are the target file's. */
export interface OpenChange {
  /** Id of the contract. */
  readonly service: string
  /** Name among the restorers of its suite. */
  readonly restorer: string
  readonly title: string
  /** Where it was changed. */
  readonly baseUrl: string
}

/** What one run has left to be undone. */
export interface OpenRun {
  readonly id: string
  /** Id of its process. */
  readonly pid: number
  /** ISO 8601. */
  readonly startedAt: string
  /** Path of its target file, absolute. */
  readonly config: string
  /** The last one was made last. */
  readonly changes: readonly OpenChange[]
}

const text = { type: 'string', minLength: 1, maxLength: 4096 } as const
const record = (properties: Readonly<Record<string, object>>): object => ({
  type: 'object',
  required: Object.keys(properties),
  additionalProperties: false,
  properties,
})
const schema = record({
  format: { const: FORMAT },
  run: record({
    id: text,
    pid: { type: 'integer', minimum: 1 },
    startedAt: text,
    config: text,
    changes: { type: 'array', items: record({ service: text, restorer: text, title: text, baseUrl: text }) },
  }),
})

/** A journal is there and cannot be read. */
export class JournalError extends Error {
  override readonly name = 'JournalError'
}

/**
 * What the runs of a folder have left to be undone, the one that began first first.
 * @throws JournalError
 */
export function readJournals(cwd: string): readonly OpenRun[] {
  const runs = namesIn(cwd).flatMap((name) => runIn(cwd, name) ?? [])
  return runs.toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt))
}

function namesIn(cwd: string): readonly string[] {
  try {
    return readdirSync(inFolder(cwd)).filter((name) => NAME.test(name))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    throw new JournalError(
      `.assay: cannot be read (${code ?? message}); make it a folder of yours that can be, or delete it where nothing is to be undone`,
    )
  }
}

/** Undefined where its run has ended meanwhile. */
function runIn(cwd: string, name: string): OpenRun | undefined {
  const hint = 'delete it where nothing is to be undone'
  let value: unknown
  try {
    value = JSON.parse(readFileSync(inFolder(cwd, name), 'utf8'))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new JournalError(`.assay/${name}: cannot be read (${code ?? message}); ${hint}`)
  }
  const validate = validatorFor(schema)
  if (!validate(value)) {
    const [first] = validate.errors ?? []
    throw new JournalError(`.assay/${name}: ${first?.instancePath || 'it'} ${first?.message}; ${hint}`)
  }
  const { run } = value as { readonly run: OpenRun }
  if (nameOf(run.id) !== name) throw new JournalError(`.assay/${name}: is of another run (${run.id}); ${hint}`)
  return run
}

/** Whether nobody is left to undo what a run changed: its process is gone, or is this one. */
export function isAbandoned({ pid }: OpenRun): boolean {
  if (pid === process.pid) return true
  try {
    return !process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EPERM'
  }
}

/** What tells changes apart that runs by one target file made: what is put back once is kept and told once. */
const OF_ONE_CHANGE = ['service', 'restorer', 'baseUrl'] as const

/** A run without the changes that later runs by its target file made as well. */
export function without(run: OpenRun, later: readonly Pick<OpenRun, 'config' | 'changes'>[]): OpenRun {
  const others = later.filter(({ config }) => config === run.config).flatMap(({ changes }) => changes)
  const isAmong = (one: OpenChange): boolean =>
    others.some((each) => OF_ONE_CHANGE.every((name) => each[name] === one[name]))
  return { ...run, changes: run.changes.filter((each) => !isAmong(each)) }
}

/**
 * Puts one run in place of what its journal has; without changes it is taken out.
 * @param taken changes that it undoes or undid, by the same target file: earlier runs that are over need not
 * @returns the name of the file, as messages tell it
 */
export function keepInJournal(cwd: string, run: OpenRun, taken: readonly OpenChange[] = run.changes): string {
  write(cwd, run)
  for (const each of others(cwd, run)) {
    const rest = without(each, [{ ...run, changes: taken }])
    if (rest.changes.length < each.changes.length) write(cwd, rest)
  }
  return `.assay/${nameOf(run.id)}`
}

/** Those that are over. What of them cannot be read is told to whoever is to undo it. */
function others(cwd: string, { id }: OpenRun): readonly OpenRun[] {
  try {
    return readJournals(cwd).filter((each) => each.id !== id && isAbandoned(each))
  } catch {
    return []
  }
}

function write(cwd: string, run: OpenRun): void {
  const path = inFolder(cwd, nameOf(run.id))
  if (run.changes.length === 0) {
    rmSync(path, { force: true })
    return
  }
  makeFolder(cwd)
  // The whole of it or nothing, also where the process is killed meanwhile.
  const draft = `${path}.${process.pid}.tmp`
  writeFileSync(draft, `${JSON.stringify({ format: FORMAT, run }, undefined, 2)}\n`, { mode: FILE_MODE })
  renameSync(draft, path)
}

/**
 * Keeps what a run has open in the journal of a folder, before it is changed. Where that cannot be written the run goes
 * on, and says so once.
 * @param say takes a line for whoever watches
 */
export function journalOf(
  cwd: string,
  config: string,
  baseUrlOf: (service: string) => string,
  say: (line: string) => void,
): OnChange {
  const own = { id: randomUUID(), pid: process.pid, startedAt: new Date().toISOString(), config }
  let isMute = false
  return (open) => {
    const changes = open.flatMap(({ service, restorer, title }) =>
      restorer === undefined ? [] : [{ service, restorer, title, baseUrl: baseUrlOf(service) }],
    )
    try {
      keepInJournal(cwd, { ...own, changes })
    } catch (error) {
      if (!isMute) say(`${(error as Error).message}: should this run be killed, nothing knows what it has to undo`)
      isMute = true
    }
  }
}
