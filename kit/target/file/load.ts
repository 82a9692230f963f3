import { readFile, stat } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml'
import { isTooDeep, isTooDeepText, MOST_LEVELS } from '../../schema/nesting.ts'
import type { SectionDefinition } from '../section.ts'
import { decoded } from './decoded.ts'
import { expandDotted, isDotted } from './dotted.ts'
import type { JsonObject, TargetFileOf } from './file.ts'
import { takenOut } from './in-place-of.ts'
import { keyProblems, wordNotes } from './key-problems.ts'
import { nearest } from './nearest.ts'
import { filledIn } from './open-places.ts'
import { schemaProblems } from './problems.ts'
import { resolveReferences } from './references.ts'
import { distinctValues } from './repeated-values.ts'
import { judgeTargetFile } from './rules.ts'
import { expandShorthand } from './shorthand.ts'
import { TargetFileError } from './target-file-error.ts'

export interface LoadedTargetFile<Sections extends readonly SectionDefinition[] = readonly SectionDefinition[]> {
  readonly file: TargetFileOf<Sections>
  /** Values that must appear in no message, report or piece of evidence. */
  readonly secrets: string[]
  /** Secret value to the name of the environment variable it came from. */
  readonly variables: ReadonlyMap<string, string>
  /** Accepted, and worth a word to the author. */
  readonly notes: string[]
  /** Ids of the sections that the file has and that were not to be read. */
  readonly leftOut: readonly string[]
  /** Absolute. */
  readonly path: string
}

const TOO_DEEP = `is nested deeper than ${MOST_LEVELS} levels; a target file needs a few`
const DATA = ['.yaml', '.yml', '.json']
const MODULES = ['.ts', '.mts', '.js', '.mjs']

/** What is said beside a target file, by section, given those that it has: members that stand before its own. */
export type SaidBeside = (named: readonly string[]) => Readonly<Record<string, JsonObject>>

/** How a target file is read. */
export interface Reading {
  /** What goes before what the file says, and is validated with it. */
  readonly beside?: SaidBeside
  /** Ids of the sections that are read; all where absent. What the others say, and what they need, is not looked at. */
  readonly only?: readonly string[] | undefined
}

/**
 * Reads, completes from the environment and validates a target file with these sections.
 * @throws TargetFileError naming every problem at once; no secret value is ever part of it.
 */
export async function loadTargetFile<const Sections extends readonly SectionDefinition[]>(
  path: string,
  env: NodeJS.ProcessEnv,
  sections: Sections,
  reading?: Reading,
): Promise<LoadedTargetFile<Sections>> {
  const absolute = resolve(path)
  const read = checkedTargetFile(path, await readTree(path, absolute), env, sections, absolute, reading)
  return { ...read, path: absolute }
}

/**
 * Completes from the environment and validates what stands in a target file, or would.
 * @param name what it is called in problems
 * @param absolute where it lies; absent where it is no file
 * @throws TargetFileError naming every problem at once; no secret value is ever part of it.
 */
export function checkedTargetFile<const Sections extends readonly SectionDefinition[]>(
  name: string,
  tree: unknown,
  env: NodeJS.ProcessEnv,
  sections: Sections,
  absolute?: string,
  { beside, only }: Reading = {},
): Omit<LoadedTargetFile<Sections>, 'path'> {
  if (typeof tree !== 'object' || tree === null || Array.isArray(tree)) {
    const found = Array.isArray(tree) ? 'a list' : tree === null || tree === undefined ? 'nothing' : `a ${typeof tree}`
    throw new TargetFileError(name, [`expected an object with ${someOf(sections)}, got ${found}`])
  }
  if (isTooDeep(tree)) throw new TargetFileError(name, [TOO_DEEP])
  const whole = expandShorthand(name, expandDotted(name, tree as JsonObject), sections)
  const own = only === undefined ? whole : sectionsAlone(name, whole, only, sections)
  const {
    value: written,
    problems,
    secrets,
    variables,
  } = resolveReferences(beside === undefined ? own : withBeside(own, beside, sections), env, sections)
  const complete = problems.length === 0
  problems.push(...schemaProblems(written, sections, secrets))
  const filled = filledIn(written as object, sections)
  const { value, notes: repeated } = distinctValues(filled.value, sections)
  const notes = [...filled.notes, ...repeated, ...wordNotes(value, sections, variables)]
  if (complete && problems.length === 0 && !sections.some(({ id }) => id in value)) problems.push(...filled.notes)
  // Values that still contain a reference would only be blamed for that again.
  const findings = complete
    ? judgeTargetFile(value, absolute ?? resolve(name), sections, secrets)
    : { problems: [], notes: [] }
  problems.push(...findings.problems, ...(complete ? keyProblems(value, sections, variables) : []))
  if (problems.length > 0) throw new TargetFileError(name, problems)
  const leftOut = sections.map(({ id }) => id).filter((id) => id in whole && !(id in own))
  return { file: value as TargetFileOf<Sections>, secrets, variables, notes: [...notes, ...findings.notes], leftOut }
}

/**
 * A tree of a file with these of its sections alone.
 * @throws TargetFileError where it has not one of them
 */
function sectionsAlone(
  name: string,
  tree: JsonObject,
  only: readonly string[],
  sections: readonly SectionDefinition[],
): JsonObject {
  const there = sections.map(({ id }) => id).filter((id) => id in tree)
  const missing = only.filter((id) => !there.includes(id))
  if (missing.length > 0) {
    const has = there.length === 0 ? 'none' : there.join(', ')
    const others = Object.keys(tree).filter((each) => !there.includes(each))
    const problems = missing.map((id) => {
      const near = nearest(id, others)
      const meant = near === undefined ? '' : `; did you mean ${id} by ${near}?`
      return `has no section ${id}, which --section names; it has ${has}${meant}`
    })
    throw new TargetFileError(name, problems)
  }
  return Object.fromEntries(Object.entries(tree).filter(([id]) => !there.includes(id) || only.includes(id)))
}

/** A tree with what is said beside it; what should be a section, and is none, stays, and is refused. */
function withBeside(tree: JsonObject, beside: SaidBeside, sections: readonly SectionDefinition[]): JsonObject {
  const named = sections.map(({ id }) => id).filter((id) => isSection(tree[id]))
  const said = Object.entries(beside(named)).filter(([id]) => tree[id] === undefined || isSection(tree[id]))
  return { ...tree, ...Object.fromEntries(said.map(([id, own]) => [id, { ...(tree[id] as JsonObject), ...own }])) }
}

const isSection = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const someOf = (sections: readonly SectionDefinition[]): string => {
  const ids = sections.map(({ id }) => id)
  return ids.length === 2 ? `${ids.join(', ')} or both` : ids.length === 1 ? ids.join() : `one of ${ids.join(', ')}`
}

async function readTree(path: string, absolute: string): Promise<unknown> {
  const extension = extname(absolute).toLowerCase()
  const info = await stat(absolute).catch((error: NodeJS.ErrnoException) => {
    throw new TargetFileError(path, [error.code === 'ENOENT' ? 'no such file' : `cannot be read (${error.code})`])
  })
  if (info.isDirectory()) throw new TargetFileError(path, ['is a directory; name the file, such as assay.config.yaml'])
  if (MODULES.includes(extension)) return importModule(path, absolute)
  if (!DATA.includes(extension)) {
    throw new TargetFileError(path, [
      `unknown kind of file ${JSON.stringify(extension)}; accepted: ${[...DATA, ...MODULES].join(', ')}`,
    ])
  }
  const bytes = await readFile(absolute).catch((error: NodeJS.ErrnoException) => {
    throw new TargetFileError(path, [`cannot be read (${error.code})`])
  })
  const text = decoded(bytes)
  if (text.trim() === '') throw new TargetFileError(path, ['is empty'])
  if (isTooDeepText(text)) throw new TargetFileError(path, [TOO_DEEP])
  return parseData(path, text, extension === '.json')
}

function parseData(path: string, text: string, isJson: boolean): unknown {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true })
  const repeated = new Set([...takenOut(document), ...repeatedLines(document)])
  let errors = document.errors.filter(({ code, pos }) => code !== 'DUPLICATE_KEY' || !repeated.has(pos[0]))
  if (isJson) {
    // YAML is wider than JSON and narrower in tabs: JSON decides, YAML lends the positions and finds repeated keys.
    try {
      JSON.parse(text)
      errors = errors.filter((error) => error.code === 'DUPLICATE_KEY')
      if (errors.length === 0) return JSON.parse(text)
    } catch (error) {
      if (errors.length === 0) throw new TargetFileError(path, [jsonProblem(error as Error, lines)])
    }
  }
  if (errors.length > 0) {
    // One mistake often has several names: the first at each place says enough.
    const byPlace = new Map(errors.toReversed().map((error) => [where(lines, error.pos[0]), error]))
    const ordered = [...byPlace].toReversed()
    // What stands behind a mistake in how it is written is read by chance; two of one name are so wherever they stand.
    const [first] = ordered.filter(([, { code }]) => code !== 'DUPLICATE_KEY')
    const told = first === undefined ? ordered : [first]
    const rest = ordered.length - told.length
    const more = rest === 0 ? '' : ` (${rest} more behind it may come of it)`
    throw new TargetFileError(
      path,
      told.map(([at, { message }]) => `${at}: ${message.split('\n')[0]}${more}`),
    )
  }
  try {
    return document.toJS()
  } catch (error) {
    throw new TargetFileError(path, [(error as Error).message])
  }
}

/** Where lines that were pasted a second time, as they are, begin: they say nothing new. */
function repeatedLines({ contents }: Document.Parsed): ReadonlySet<number> {
  const seen = new Map<string, unknown>()
  const found = new Set<number>()
  for (const { key, value } of isMap(contents) ? contents.items : []) {
    if (!isScalar(key) || typeof key.value !== 'string' || !isDotted(key.value)) continue
    const said = isNode(value) ? value.toJSON() : value
    if (!seen.has(key.value)) seen.set(key.value, said)
    else if (isDeepStrictEqual(seen.get(key.value), said)) found.add(key.range?.[0] ?? -1)
  }
  return found
}

function where(lines: LineCounter, offset: number): string {
  const { line, col } = lines.linePos(offset)
  return `line ${line}, column ${col}`
}

/** Texts of the parser quote the file, which may hold a secret: only its position is kept. */
function jsonProblem(error: Error, lines: LineCounter): string {
  const position = /position (\d+)/.exec(error.message)?.[1]
  return position === undefined ? 'is not JSON' : `${where(lines, Number(position))}: is not JSON`
}

async function importModule(path: string, absolute: string): Promise<unknown> {
  let module: { default?: unknown }
  try {
    module = await import(pathToFileURL(absolute).href)
  } catch (error) {
    const fault = error as NodeJS.ErrnoException
    if (fault.code === 'ERR_UNKNOWN_FILE_EXTENSION') {
      throw new TargetFileError(path, [
        `Node ${process.versions.node} does not read TypeScript; use Node 22.18 or newer, or write the file as .yaml, .json or .mjs`,
      ])
    }
    throw new TargetFileError(path, [`cannot be loaded: ${fault.message?.split('\n')[0] ?? String(error)}`])
  }
  if (module.default === undefined)
    throw new TargetFileError(path, ['has no default export; write `export default { … }`'])
  return module.default
}
