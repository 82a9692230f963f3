import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeWhole } from '../../reporters/whole-file.ts'

/** What the command keeps between runs stands here, below the folder that it is called in. */
const NAME = '.assay'

/** For the eyes of whoever ran it. */
const FILE_MODE = 0o600
const FOLDER_MODE = 0o700

/** The path of something in it. */
export const inFolder = (cwd: string, ...names: readonly string[]): string => join(cwd, NAME, ...names)

/**
 * Writes a file in it, whole or not at all, and gives back its path. The folder is made where it is not there, and keeps
 * itself out of version control. Rejects where it cannot be written.
 */
export async function writeInFolder(cwd: string, names: readonly string[], text: string): Promise<string> {
  const path = inFolder(cwd, ...names)
  await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE })
  await writeFile(inFolder(cwd, '.gitignore'), '*\n', { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await writeWhole(path, text, FILE_MODE)
  return path
}
