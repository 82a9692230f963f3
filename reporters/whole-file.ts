import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

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
    await mkdir(dirname(path), { recursive: true })
    await writeFile(draft, text, { mode })
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
