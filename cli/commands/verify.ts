import { BundleRefused } from '../../kit/certificate/chain.ts'
import { htmlCertificate } from '../../reporters/html/certificate.ts'
import { type Certificate, certificateLines, isOver } from '../../reporters/views/certificate.ts'
import { printable, printableJson } from '../../reporters/views/printable.ts'
import { type Assembly, typedName } from '../assembly.ts'
import { fileText, isReport, keyFrom, OtherSuite, verified } from '../certificate/bundle-file.ts'
import { certificateJson, certificateOf } from '../certificate/certificate.ts'
import { fileKind } from '../files/file-kind.ts'
import { takerOfStdout } from '../run/output/destinations.ts'
import { assertDestination, writeTo } from '../run/output/report-files.ts'
import { UsageError } from '../usage-error.ts'

export interface VerifyFlags {
  /** PEM file of the public key that the bundle has to be signed with. */
  readonly key?: string
  /** Whoever made it is known otherwise. */
  readonly unsignedOk?: boolean
  readonly json?: boolean
  /** Names what is counted otherwise. */
  readonly verbose?: boolean
  readonly html?: string
}

/** Nothing is known of whoever made it, or of what made it. */
const INCONCLUSIVE = 3

/**
 * Says whether a bundle is what was sealed and whether its evidence bears out its verdicts. Sends nothing. 1 where it is
 * refused, 3 where it holds and nobody says whose it is, where its last day is over, or where another version has to judge
 * it, else the exit code of the run that was sealed.
 */
export async function verify(
  path: string,
  { key, unsignedOk = false, json = false, verbose = false, html }: VerifyFlags,
  assembly: Assembly,
): Promise<number> {
  if (key !== undefined && unsignedOk) throw new UsageError('--unsigned-ok: leave it out beside --key')
  const taker = takerOfStdout({ html }, undefined)
  if (json && taker !== undefined)
    throw new UsageError(`${taker}: --json takes the standard output already; name a file for it`)
  if (html !== undefined) assertDestination('html', html)
  const text = await fileText(path, assembly)
  if (isReport(text)) {
    const name = typedName(assembly)
    throw new UsageError(
      `${path}: is a report, which nothing seals: ${name} report ${path} shows it; ${name} run --certify writes the bundle that is verified`,
    )
  }
  const isNone = (what: string): string =>
    `${path}: is ${what}; what is verified is a bundle, as ${typedName(assembly)} run --certify writes it (assay-bundle.jsonl)`
  const kind = fileKind(text)
  if (kind !== undefined && kind !== 'a bundle' && kind !== 'a target file') throw new UsageError(isNone(kind))
  if (kind !== 'a bundle' && !text.includes('assay-bundle/'))
    throw new UsageError(isNone(kind ?? 'no bundle as it stands'))
  const wanted = key === undefined ? undefined : await keyFrom('--key', key, 'public')
  const say = (told: object, lines: readonly string[]): void =>
    void (taker === undefined ? process.stdout : process.stderr).write(
      json ? `${printableJson(JSON.stringify(told, undefined, 2))}\n` : `${lines.map(printable).join('\n')}\n`,
    )
  let certificate: Certificate
  try {
    certificate = certificateOf(await verified(text, wanted, assembly, path), path, assembly, key)
  } catch (error) {
    if (!(error instanceof BundleRefused)) throw error
    const [word, code] = error instanceof OtherSuite ? ['not judged', INCONCLUSIVE] : ['refused', 1]
    say({ holds: code === 1 ? false : null, [code === 1 ? 'refused' : 'notJudged']: error.message, exitCode: code }, [
      `${word}: ${error.message}`,
    ])
    return code
  }
  const { exitCode: sealed } = certificate.report.outcome
  const isAnonymous = wanted === undefined && !unsignedOk
  const exitCode = sealed === 0 && (isAnonymous || isOver(certificate)) ? INCONCLUSIVE : sealed
  const unsaid =
    certificate.signedBy === undefined
      ? 'nobody signed it: nothing says whose word this is. --unsigned-ok does without; run --certify --sign makes one that says so'
      : 'no key was given: nothing says whose word this is. --key <public PEM> of the signer does, or --unsigned-ok'
  say({ ...certificateJson(certificate), exitCode }, [
    ...certificateLines(certificate, verbose),
    ...(isAnonymous ? [unsaid] : []),
  ])
  if (html !== undefined) await writeTo('html', html, htmlCertificate(certificate))
  return exitCode
}
