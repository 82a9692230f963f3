import { createHash } from 'node:crypto'
import type { Contract } from '../../specs/contract.ts'
import { packageVersion } from './package.ts'
import type { SuiteIdentity } from './schema/run.ts'

export type { SuiteIdentity } from './schema/run.ts'

/**
 * @param contracts those that a report judges by
 * @param command that ran it, as people type it
 */
export function suiteIdentity(contracts: readonly Contract[], command?: string): SuiteIdentity {
  const entries = contracts
    .flatMap(({ catalogue }) => Object.entries(catalogue))
    .map(([id, { level, text }]) => [id, level, text])
  const sha256 = createHash('sha256').update(JSON.stringify(entries)).digest('hex')
  return {
    name: 'assay',
    version: packageVersion(),
    catalogue: { requirements: entries.length, sha256 },
    ...(command === undefined ? {} : { command }),
  }
}
