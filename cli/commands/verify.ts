import type { KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { BundleRefused } from '../../kit/certificate/chain.ts'
import { type Bundle, ed25519Key, unseal } from '../../kit/certificate/seal.ts'
import { type Standing, verifyBundle } from '../../kit/certificate/verify.ts'
import type { Suite } from '../../kit/contract/service.ts'
import { grouped } from '../../reporters/views/grouping.ts'
import { printable } from '../../reporters/views/printable.ts'
import { type Assembly, loaded } from '../assembly.ts'
import { reportProblems } from '../run/read-report.ts'
import { UsageError } from '../usage-error.ts'

export interface VerifyFlags {
  /** PEM file of the public key that the bundle has to be signed with. */
  readonly key?: string
}

/**
 * Says whether a bundle is what was sealed and whether its evidence bears out its verdicts. Sends nothing. 1 where it is
 * refused, else the exit code of the run that was sealed.
 */
export async function verify(path: string, { key }: VerifyFlags, assembly: Assembly): Promise<number> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'does not exist' : `cannot be read (${error.code})`
    throw new UsageError(`${path}: ${reason}; name a bundle that ${assembly.name} run --certify has written`)
  })
  const wanted = key === undefined ? undefined : await keyFrom('--key', key, 'public')
  try {
    const { bundle, standing } = await verified(text, wanted, assembly)
    process.stdout.write(`${told(bundle, standing).map(printable).join('\n')}\n`)
    return bundle.report.outcome.exitCode
  } catch (error) {
    if (!(error instanceof BundleRefused)) throw error
    process.stdout.write(`refused: ${printable(error.message)}\n`)
    return 1
  }
}

/**
 * What a bundle holds, and what stands behind it.
 * @throws BundleRefused
 */
export async function verified(
  text: string,
  key: KeyObject | undefined,
  assembly: Assembly,
): Promise<{ readonly bundle: Bundle; readonly standing: Standing }> {
  const bundle = unseal(text, key)
  const problems = reportProblems(bundle.report)
  if (problems !== undefined) throw new BundleRefused(`its report is no whole report: ${problems}`)
  const ids = bundle.report.services.map(({ id }) => id)
  const { services, checks } = await loaded(suitesNamed(ids, assembly))
  return { bundle, standing: await verifyBundle(bundle, services, checks) }
}

/** @throws BundleRefused for one that this command does not have */
function suitesNamed(ids: readonly string[], { name, suites }: Assembly): readonly Suite[] {
  return ids.map((id) => {
    const found = suites.find(({ service }) => service.contract.id === id)
    if (found === undefined)
      throw new BundleRefused(`it judges by the contract ${id}, which this ${name} does not have`)
    return found
  })
}

/** @throws UsageError where the file holds no such key */
export async function keyFrom(flag: string, path: string, part: 'private' | 'public'): Promise<KeyObject> {
  try {
    return ed25519Key(await readFile(path, 'utf8'), part)
  } catch (error) {
    const hint = 'openssl genpkey -algorithm ed25519 makes one'
    throw new UsageError(`${flag} ${path}: no ${part} Ed25519 key in PEM (${(error as Error).message}); ${hint}`)
  }
}

function told({ report, signedBy }: Bundle, { confirmed, withheld }: Standing): string[] {
  const { outcome, target, run, suite } = report
  const because = outcome.because === '' ? '' : `: ${outcome.because}`
  const reasons = [...grouped(withheld, ({ reason }) => reason)]
  return [
    `${target.name}, run ${run.id} of ${run.startedAt.slice(0, 10)}, assay ${suite.version}`,
    signedBy === undefined
      ? 'not signed: the chain shows damage, not who made it'
      : `signed by the key with SHA-256 ${signedBy}`,
    `${confirmed.length} verdicts come out the same from the evidence alone`,
    ...(withheld.length === 0 ? [] : [`${withheld.length} are taken at the word of the run:`]),
    ...reasons.flatMap(([reason, own]) => [
      `  ${reason}:`,
      `    ${own.map(({ id, verdict }) => `${id} ${verdict}`).join(', ')}`,
    ]),
    `the bundle holds; ${outcome.headline}${because}`,
  ]
}
