import type { KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { BundleRefused, unchained } from '../../kit/certificate/chain.ts'
import { ed25519Key } from '../../kit/certificate/envelope.ts'
import { type Bundle, madeBy, unseal } from '../../kit/certificate/seal.ts'
import { BUNDLE_FORMAT } from '../../kit/certificate/statement.ts'
import { type Standing, verifyBundle } from '../../kit/certificate/verify.ts'
import type { Suite } from '../../kit/contract/service.ts'
import { quote } from '../../kit/evidence/shell-words.ts'
import { type SuiteIdentity, suiteIdentity } from '../../kit/report/suite.ts'
import { type Assembly, loaded, typedName } from '../assembly.ts'
import { UsageError } from '../usage-error.ts'

/** It was made by another suite: nothing is said of it. The message says by which, and what judges it. */
export class OtherSuite extends BundleRefused {}

export interface Verified {
  readonly bundle: Bundle
  readonly standing: Standing
}

const REASONS: Readonly<Record<string, string>> = { ENOENT: 'does not exist', EISDIR: 'is a folder' }

/** @throws UsageError where there is no such file */
export async function fileText(path: string, assembly: Assembly): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const reason = REASONS[error.code ?? ''] ?? `cannot be read (${error.code})`
    throw new UsageError(`${path}: ${reason}; name a bundle that ${typedName(assembly)} run --certify has written`)
  })
}

/** How a sealed line begins, also where the first ones are missing. */
const SEALED_LINE = /^\{"n":\d+,"prev":"[0-9a-f]{64}","kind":"/

/** Whether the text of a file is that of a bundle, whatever state it is in. */
export const isBundle = (text: string): boolean =>
  madeBy(text)?.format.startsWith('assay-bundle/') === true || SEALED_LINE.test(text)

/** Whether it is that of a report. */
export const isReport = (text: string): boolean => /^\s*\{\s*"format"\s*:\s*"assay-report\//.test(text.slice(0, 200))

/**
 * The one command that judges a bundle.
 * @param key file of the public key, as it was named; the usual one when absent, none where nobody signed
 */
export const verifyCommand = (path: string, { name }: Assembly, key: string | null = 'public.pem'): string =>
  `${name} verify ${quote(path)} ${key === null ? '--unsigned-ok' : `--key ${quote(key)}`}`

/** Where the page of a bundle goes that is proposed: beside it, so that those of several bundles keep out of each other's way. */
export function pageOf(bundle: string): string {
  const stem = bundle.replace(/\.jsonl$/, '')
  return `${stem.replace(/assay-bundle$/, 'certificate')}.html`
}

/** What it is a command of, by the package and its version: where that is to be had nobody knows here. */
export const programOf = ({ version }: Pick<SuiteIdentity, 'version'>, { name, published = name }: Assembly): string =>
  `${published} ${version}`

/**
 * What a bundle holds, and what stands behind it.
 * @param path as people type it
 * @throws BundleRefused; OtherSuite where the chain holds, before anything else is looked at
 */
export async function verified(
  text: string,
  key: KeyObject | undefined,
  assembly: Assembly,
  path = 'bundle.jsonl',
): Promise<Verified> {
  const made = madeBy(text)
  if (made?.suite !== undefined) sameSuite(text, made.format, made.suite, assembly, path)
  const bundle = unseal(text, key)
  const ids = bundle.report.services.map(({ id }) => id)
  const { services, checks } = await loaded(suitesNamed(ids, assembly))
  return { bundle, standing: await verifyBundle(bundle, services, checks) }
}

function sameSuite(text: string, format: string, suite: SuiteIdentity, assembly: Assembly, path: string): void {
  const own = identities(assembly)
  const [{ version = '', catalogue = undefined } = {}] = own
  const isOwn = own.some((each) => each.version === suite.version && each.catalogue.sha256 === suite.catalogue.sha256)
  if (isOwn || format !== BUNDLE_FORMAT) return
  // Who wrote another version into it has not sealed it anew.
  unchained(text)
  const of = (it: SuiteIdentity): string => `assay ${it.version} with the catalogue ${it.catalogue.sha256.slice(0, 12)}`
  const others = own.map((each) => each.catalogue.sha256.slice(0, 12))
  const isHere = own.some((each) => each.catalogue.sha256 === suite.catalogue.sha256)
  const more = others.length > NAMED ? ` and ${others.length - NAMED} more` : ''
  const here = isHere ? 'the same' : `${others.slice(0, NAMED).join(', ')}${more}`
  throw new OtherSuite(
    `it was made by ${of(suite)}; this is assay ${version}, which has ${catalogue === undefined ? 'none' : `${here}`}. What judges it is ${programOf(suite, assembly)}: ${verifyCommand(path, assembly)}`,
  )
}

/** Catalogues that are named. */
const NAMED = 3

/** What runs of this command call themselves: one for each choice of suites. */
function identities({ suites }: Assembly): SuiteIdentity[] {
  const choices: (readonly Suite[])[] = [[]]
  for (const suite of suites) choices.push(...choices.map((each) => [...each, suite]))
  return choices
    .filter((each) => each.length > 0)
    .map((each) => suiteIdentity(each.map(({ service }) => service.contract)))
    .toReversed()
}

/** @throws BundleRefused for one that this command does not have */
export function suitesNamed(ids: readonly string[], { name, suites }: Assembly): readonly Suite[] {
  return ids.map((id) => {
    const found = suites.find(({ service }) => service.contract.id === id)
    if (found === undefined)
      throw new BundleRefused(`it judges by the contract ${id}, which this ${name} does not have`)
    return found
  })
}

/** @throws UsageError where the file holds no such key */
export async function keyFrom(flag: string, path: string, part: 'private' | 'public'): Promise<KeyObject> {
  let pem = ''
  try {
    pem = await readFile(path, 'utf8')
    return ed25519Key(pem, part)
  } catch (error) {
    // The file that was given is the one to make it from, where it holds the private key.
    const from = pem.includes('PRIVATE KEY-----') ? quote(path) : 'key.pem'
    const hint =
      part === 'private'
        ? 'openssl genpkey -algorithm ed25519 makes one'
        : `openssl pkey -in ${from} -pubout -out public.pem makes it from the private one`
    const missing = REASONS[(error as NodeJS.ErrnoException).code ?? '']
    if (missing !== undefined)
      throw new UsageError(`${flag} ${path}: ${missing}${part === 'private' ? `; ${hint}` : ''}`)
    throw new UsageError(`${flag} ${path}: no ${part} Ed25519 key in PEM (${(error as Error).message}); ${hint}`)
  }
}
