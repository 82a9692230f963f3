import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeWhole } from '../../reporters/whole-file.ts'

/** What the command keeps between runs stands here, below the folder that it is called in. */
const NAME = '.assay'

/** The report of the last run in it, for whoever looks for one by its path. */
export const LAST_REPORT = 'last.json'

/** For the eyes of whoever ran it. */
export const FILE_MODE = 0o600
const FOLDER_MODE = 0o700

/** The path of something in it. */
export const inFolder = (cwd: string, ...names: readonly string[]): string => join(cwd, NAME, ...names)

/** Makes the folder where it is not there; it keeps itself out of version control. Throws where it cannot be made. */
export function makeFolder(cwd: string): void {
  const folder = inFolder(cwd)
  try {
    mkdirSync(folder, { mode: FOLDER_MODE })
  } catch (error) {
    // Another run may have made it at the same time.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const ignored = inFolder(cwd, '.gitignore')
  if (statSync(ignored, { throwIfNoEntry: false }) === undefined) writeFileSync(ignored, '*\n')
}

/** Writes a file in it, whole or not at all, and gives back its path. Rejects where it cannot be written. */
export async function writeInFolder(cwd: string, names: readonly string[], text: string): Promise<string> {
  const path = inFolder(cwd, ...names)
  makeFolder(cwd)
  await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE })
  await writeWhole(path, text, FILE_MODE)
  return path
}
