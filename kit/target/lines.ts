import { parse, stringify } from 'yaml'
import { openPlaces } from './file/open-places.ts'
import { type Path, pathFrom, showPath, valueAt } from './path.ts'

/** One line of a target file: where it stands, and what it says there. */
export interface Line {
  /** As it is written: `library.keys.reader[1]`. */
  readonly key: string
  readonly value: unknown
  /** The value as it is written. */
  readonly text: string
}

type Tree = { readonly [name: string]: unknown }

/** Behind a line that is for its author to fill in. */
const OPEN_MARK = / {3}# to fill in(?:: .*)?$/

const LINE = /^([A-Za-z]\w*(?:\.\w+|\[\d+\])*): (\S.*)$/

/** Lines as they are proposed, one below the other; what is no line of a target file is left out. */
export function linesIn(text: string): readonly Line[] {
  return text.split('\n').flatMap((each) => {
    const [, key, value] = LINE.exec(each) ?? []
    if (key === undefined || value === undefined) return []
    return [{ key, value: parse(value) as unknown, text: value.replace(OPEN_MARK, '') }]
  })
}

/** A line as it can be pasted, with a comment on what of it is for its author to put in. */
export function shownLine({ key, value, text }: Line): string {
  const places = openPlaces(value, [])
  if (places.length === 0) return `${key}: ${text}`
  const named = places.filter((place) => place.length > 0).map(showPath)
  // What a call is sent is called as whoever takes it calls it.
  const own = sendsJson(value) ? ['and the names in json'] : []
  const all = [...named, ...own]
  return `${key}: ${text}   # to fill in${all.length === 0 ? '' : `: ${all.join(', ')}`}`
}

/** Whether a call in it, at any depth, has members to send. */
const sendsJson = (value: unknown): boolean =>
  isTree(value) &&
  ((isTree(value.call) && value.call.json !== undefined) || Object.values(value).some((each) => sendsJson(each)))

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a tree does not say yet of these lines, each place once: what it has in part is given member by member. */
export function lackingIn(tree: unknown, lines: readonly Line[]): readonly Line[] {
  let found: readonly Line[] = []
  for (const line of lines.flatMap((each) => rest(valueAt(tree, pathFrom(each.key)), each))) found = joined(found, line)
  return found
}

/** Whether a line allows more of something than a value does. */
export const isMore = (value: unknown, { key, value: wanted }: Line): boolean =>
  key.startsWith('allow.') && typeof value === 'number' && typeof wanted === 'number' && wanted > value

/** The part of a line that a value leaves open, or a number that it does not reach. */
function rest(value: unknown, line: Line): readonly Line[] {
  if (value === undefined || value === null) return [line]
  if (isMore(value, line)) return [line]
  if (!isTree(value) || !isTree(line.value)) return []
  // How something is done is the author's, as a whole: a call has its own members, and a person is asked in place of one.
  if (Object.hasOwn(line.value, 'call') && Object.keys(value).length > 0) return []
  return Object.entries(line.value).flatMap(([name, member]) => rest(value[name], made(`${line.key}.${name}`, member)))
}

/** Lines with one more: lines for one place, and for a place within another, become one. */
function joined(lines: readonly Line[], line: Line): readonly Line[] {
  const over = lines.find(({ key }) => key === line.key || line.key.startsWith(`${key}.`))
  if (over !== undefined) return lines.map((each) => (each === over ? widened(over, line) : each))
  const below = lines.filter(({ key }) => key.startsWith(`${line.key}.`))
  const whole = below.reduce(widened, line)
  return [...lines.filter((each) => !below.includes(each)), whole]
}

function widened(line: Line, more: Line): Line {
  const path = pathFrom(more.key.slice(line.key.length).replace(/^\./, ''))
  const missing = rest(valueAt(line.value, path), { ...more, key: '' })
  return missing.length === 0 ? line : made(line.key, merged(line.value, nested(path, more.value)))
}

const nested = (path: Path, value: unknown): unknown =>
  path.reduceRight<unknown>((below, name) => ({ [String(name)]: below }), value)

/** What both say; where they differ, the first, and of numbers the larger. */
function merged(value: unknown, more: unknown): unknown {
  if (value === undefined || value === null) return more
  if (typeof value === 'number' && typeof more === 'number') return Math.max(value, more)
  if (!isTree(value) || !isTree(more)) return value
  const names = [...new Set([...Object.keys(value), ...Object.keys(more)])]
  return Object.fromEntries(names.map((name) => [name, merged(value[name], more[name])]))
}

/** A tree that says these lines as well. */
export function saying(tree: unknown, lines: readonly Line[]): unknown {
  return lines.reduce((before, { key, value }) => {
    const path = pathFrom(key)
    const position = path.at(-1)
    if (typeof position !== 'number') return merged(before, nested(path, value))
    const list = valueAt(before, path.slice(0, -1))
    const longer = Array.isArray(list) ? list.toSpliced(position, 1, value) : [value]
    return replaced(before, path.slice(0, -1), longer)
  }, tree)
}

function replaced(tree: unknown, [name, ...below]: Path, value: unknown): unknown {
  if (name === undefined) return value
  const own = isTree(tree) ? tree : {}
  return { ...own, [name]: replaced(own[name], below, value) }
}

const made = (key: string, value: unknown): Line => ({ key, value, text: flow(value) })

const flow = (value: unknown): string =>
  stringify(value, {
    collectionStyle: 'flow',
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
    lineWidth: 0,
  }).trim()
