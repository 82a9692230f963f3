import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the package: two above this file when compiled, one above its source. */
const packageRoot: string = folderOf(dirname(fileURLToPath(import.meta.url)))

export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string }
  return version
}

function folderOf(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const above = dirname(folder)
  return above === folder ? folder : folderOf(above)
}
