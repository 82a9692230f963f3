import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder with those that it is in, one by one: where the system makes none, below /proc for instance, a recursive
 * mkdir of Node 20 never ends. Rejects where it cannot be made.
 */
export async function makeFolders(path: string): Promise<void> {
  const known = await stat(path).catch(() => undefined)
  if (known !== undefined) {
    if (!known.isDirectory()) throw new Error(`${path} is no folder`)
    return
  }
  const above = dirname(path)
  if (above !== path) await makeFolders(above)
  // Somebody else may make it at the same time.
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

/**
 * Writes a file whole or not at all, with the folders that it is in. Rejects when it cannot be written.
 * @param mode who may do what with it; what the system usually lets them when absent
 */
export async function writeWhole(path: string, text: string, mode?: number): Promise<void> {
  // A pipe or a device is written to, never replaced.
  const known = await stat(path).catch(() => undefined)
  if (known !== undefined && !known.isFile()) return writeFile(path, text)
  const draft = `${path}.${randomUUID().slice(0, 8)}.tmp`
  try {
    await makeFolders(dirname(path))
    await writeFile(draft, text, { mode })
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
