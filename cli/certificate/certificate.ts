import { basename } from 'node:path'
import type { Certificate } from '../../reporters/views/certificate.ts'
import { marksOf } from '../../reporters/views/certificate.ts'
import type { Assembly } from '../assembly.ts'
import { programOf, type Verified, verifyCommand } from './bundle-file.ts'

/**
 * What a reader is shown of a bundle that holds.
 * @param key file of the public key that it was held against, as people type it
 */
export function certificateOf(
  { bundle, standing }: Verified,
  path: string,
  assembly: Assembly,
  key?: string,
): Certificate {
  const { report, statement, signedBy } = bundle
  return {
    report,
    statement,
    standing,
    ...(signedBy === undefined ? {} : { signedBy }),
    isKeyKnown: key !== undefined,
    command: verifyCommand(path, assembly, signedBy === undefined ? null : key),
    // Whoever reads the page has the files, and not the folders that they stood in.
    commandElsewhere: verifyCommand(basename(path), assembly, signedBy === undefined ? null : key && basename(key)),
    program: programOf(statement.predicate.suite, assembly),
    today: new Date().toISOString().slice(0, 10),
  }
}

/** The same for programs. */
export function certificateJson(certificate: Certificate): object {
  const { statement, standing, signedBy, isKeyKnown, command, program } = certificate
  return {
    holds: true,
    statement,
    signedBy: signedBy ?? null,
    isKeyKnown,
    confirmed: standing.confirmed.length,
    withheld: standing.withheld,
    marks: marksOf(certificate),
    command,
    program,
  }
}
