import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const ROOMS = ['specs', 'kit', 'generators', 'suites', 'reference', 'reporters', 'cli', 'tests']

/** Files of TypeScript below the folders, from the root. */
export const filesIn = (root, folders) =>
  folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((name) => name.endsWith('.ts'))

export const isTest = (file) => /\.(test|bench)\.ts$/.test(file)

/** @returns who imports a file, by its name: itself, and whoever reaches it by any number of imports */
export function importersIn(root) {
  const direct = new Map()
  for (const file of filesIn(root, ROOMS)) {
    const text = readFileSync(join(root, file), 'utf8')
    // What is imported as a type is not there at run time.
    for (const [, from] of text.matchAll(/^(?:import|export) (?!type )[^']*?from '(\.[^']+)'/gm)) {
      const to = relative(root, resolve(root, dirname(file), from))
      if (!existsSync(join(root, to))) continue
      direct.set(to, [...(direct.get(to) ?? []), file])
    }
  }
  return (file) => {
    const reached = new Set([file])
    for (const each of reached) for (const importer of direct.get(each) ?? []) reached.add(importer)
    return reached
  }
}
