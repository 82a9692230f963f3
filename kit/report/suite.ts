import { createHash } from 'node:crypto'
import { catalogue } from '../../specs/index.ts'
import { packageVersion } from './package.ts'
import type { SuiteIdentity } from './schema/run.ts'

export type { SuiteIdentity } from './schema/run.ts'

export function suiteIdentity(): SuiteIdentity {
  const entries = Object.entries(catalogue).map(([id, { level, text }]) => [id, level, text])
  const sha256 = createHash('sha256').update(JSON.stringify(entries)).digest('hex')
  return { name: 'assay', version: packageVersion(), catalogue: { requirements: entries.length, sha256 } }
}
