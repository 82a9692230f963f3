import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { catalogue } from '../specs/index.ts'

/** The folder of the package: two above this file when compiled, one above its source. */
export const packageRoot: string = folderOf(dirname(fileURLToPath(import.meta.url)))

function folderOf(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const above = dirname(folder)
  return above === folder ? folder : folderOf(above)
}

export interface SuiteIdentity {
  readonly name: 'assay'
  readonly version: string
  /** `sha256` is over ids, levels and sentences: two reports with one digest judged the same statements. */
  readonly catalogue: { readonly requirements: number; readonly sha256: string }
}

export function suiteIdentity(): SuiteIdentity {
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string }
  const entries = Object.entries(catalogue).map(([id, { level, text }]) => [id, level, text])
  const sha256 = createHash('sha256').update(JSON.stringify(entries)).digest('hex')
  return { name: 'assay', version, catalogue: { requirements: entries.length, sha256 } }
}
