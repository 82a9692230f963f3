import { readdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { UsageError } from '../../usage-error.ts'

/** One target file among several. */
export interface NamedConfig {
  /** What it is called in lines and in names of files. */
  readonly name: string
  /** As it was named. */
  readonly path: string
}

const GLOB = /[*?]/
/** Not looked into for `**`. */
const ASIDE = new Set(['node_modules', '.git', '.assay'])

/** Whether one of the paths stands for as many files as there are. */
export const isPattern = (paths: readonly string[]): boolean => paths.some((path) => GLOB.test(path))

/**
 * The files that paths and patterns name, each once, with `*`, `?` and `**` as shells read them.
 * @throws UsageError for a pattern that names none
 */
export function configsIn(paths: readonly string[], cwd: string): readonly NamedConfig[] {
  const found = paths.flatMap((path) => {
    if (!GLOB.test(path)) return [path]
    const matched = matching(path, cwd)
    if (matched.length === 0)
      throw new UsageError(`--config ${path}: names no file; name target files, or a pattern of theirs`)
    return matched
  })
  const distinct = [...new Map(found.map((path) => [resolve(cwd, path), path])).values()]
  return named(distinct)
}

/** Files that a pattern means, in the order of their names. */
function matching(pattern: string, cwd: string): readonly string[] {
  const steps = pattern.split('/')
  // An absolute pattern begins with an empty step.
  const [first = '', ...rest] = steps
  return first === '' ? below('/', rest, cwd) : below('', steps, cwd)
}

function below(folder: string, [step = '', ...rest]: readonly string[], cwd: string): readonly string[] {
  const isLast = rest.length === 0
  if (!GLOB.test(step)) return isLast ? existing(folder, step, cwd) : below(join(folder, step), rest, cwd)
  const entries = entriesOf(resolve(cwd, folder))
  if (step === '**') {
    const deeper = entries
      .filter((each) => each.isDirectory() && !each.name.startsWith('.') && !ASIDE.has(each.name))
      .flatMap(({ name }) => below(join(folder, name), [step, ...rest], cwd))
    return [...(isLast ? [] : below(folder, rest, cwd)), ...deeper]
  }
  const isMeant = wanted(step)
  return entries
    .filter(({ name }) => isMeant(name))
    .flatMap((each) => {
      if (isLast) return each.isDirectory() ? [] : [join(folder, each.name)]
      return each.isDirectory() ? below(join(folder, each.name), rest, cwd) : []
    })
}

const existing = (folder: string, name: string, cwd: string): readonly string[] =>
  entriesOf(resolve(cwd, folder)).some((each) => each.name === name && !each.isDirectory()) ? [join(folder, name)] : []

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}

/** A name with a leading dot is meant by a pattern with one. */
function wanted(step: string): (name: string) => boolean {
  const source = step
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  const pattern = new RegExp(`^${source}$`)
  return (name) => (step.startsWith('.') || !name.startsWith('.')) && pattern.test(name)
}

const EXTENSION = /\.(ya?ml|json|ts)$/i

/** By their names without the extension, with as many folders before them as it takes to tell them apart. */
function named(paths: readonly string[]): readonly NamedConfig[] {
  const stepsOf = (path: string): readonly string[] => resolve(path).replace(EXTENSION, '').split(/[/\\]/)
  const nameOf = (path: string, many: number): string =>
    stepsOf(path)
      .slice(-many)
      .filter((each) => each !== '')
      .join('-')
  return paths.map((path) => {
    let many = 1
    const isTaken = (): boolean =>
      paths.some((other) => other !== path && safe(nameOf(other, many)) === safe(nameOf(path, many)))
    while (isTaken() && many < stepsOf(path).length) many += 1
    // Two that differ in their extension alone.
    return { name: isTaken() ? safe(basename(path)) : safe(nameOf(path, many)), path }
  })
}

/** What may stand in the name of any file. */
const safe = (name: string): string => name.replace(/[^\w.-]+/g, '-')
