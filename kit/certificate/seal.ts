import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { Report } from '../report/report.ts'
import { BundleRefused, chained, type Line, sha256, unchained } from './chain.ts'
import { assertRecords } from './records.ts'
import type { ReplayLog } from './replay/replay-log.ts'

const BUNDLE_FORMAT = 'assay-bundle/2'

/** A run as it was sealed. */
export interface Bundle {
  readonly report: Report
  readonly log: ReplayLog
  /** Whose key it was sealed with: SHA-256 of its public part, hex. */
  readonly signedBy?: string
}

interface Foot {
  /** Lines before it. */
  readonly lines: number
  /** Of everything before it, line ends included. */
  readonly sha256: string
  readonly signature?: { readonly algorithm: 'Ed25519'; readonly publicKey: string; readonly value: string } | undefined
}

/** What is signed: the digest, named so that the signature can be taken for nothing else. */
const signed = (digest: string): Buffer => Buffer.from(`${BUNDLE_FORMAT} ${digest}`)

/** The text of a bundle: report, evidence, redacted target and digests, line by line. Holds no secret that a report does not. */
export function seal(report: Report, log: ReplayLog, key?: KeyObject): string {
  const { exchanges, deliveries, ...rest } = report
  const { target, ...trail } = log
  const lines = chained([
    { kind: 'head', body: { format: BUNDLE_FORMAT, suite: report.suite, run: report.run.id, outcome: report.outcome } },
    { kind: 'target', body: target },
    { kind: 'log', body: trail },
    ...exchanges.map((body) => ({ kind: 'exchange' as const, body })),
    ...deliveries.map((body) => ({ kind: 'delivery' as const, body })),
    { kind: 'report', body: rest },
  ])
  const digest = sha256(`${lines.join('\n')}\n`)
  const foot: Foot = {
    lines: lines.length,
    sha256: digest,
    ...(key === undefined ? {} : { signature: signature(digest, key) }),
  }
  const last: Line = { n: lines.length, prev: sha256(lines.at(-1) ?? ''), kind: 'foot', body: foot }
  return `${[...lines, JSON.stringify(last)].join('\n')}\n`
}

/**
 * What was sealed.
 * @param key the public key that it has to be signed with; any, or none, when absent
 * @throws BundleRefused where it is not whole, not what was sealed, or not signed as asked
 */
export function unseal(text: string, key?: KeyObject): Bundle {
  const lines = unchained(text)
  const { format } = Object(lines[0]?.kind === 'head' ? lines[0].body : {}) as { format?: unknown }
  if (format !== BUNDLE_FORMAT) {
    const found = typeof format === 'string' ? format.slice(0, 40) : 'that is none'
    throw new BundleRefused(`it is of the format version ${found}; this assay reads ${BUNDLE_FORMAT}`)
  }
  assertRecords(lines)
  const foot = lines.at(-1)?.body as Foot
  const before = `${text.slice(0, -1).split('\n').slice(0, -1).join('\n')}\n`
  const { lines: many, sha256: digest, signature: given } = foot
  const canonical = { lines: many, sha256: digest, ...(given === undefined ? {} : { signature: given }) }
  if (many !== lines.length - 1 || digest !== sha256(before) || JSON.stringify(canonical) !== JSON.stringify(foot))
    throw new BundleRefused('the footer does not fit what stands before it')
  const of = (kind: Line['kind']): unknown[] => lines.filter((each) => each.kind === kind).map(({ body }) => body)
  const [head, target, trail, report] = [of('head'), of('target'), of('log'), of('report')]
  if ([head, target, trail, report].some((each) => each.length !== 1) || lines[0]?.kind !== 'head')
    throw new BundleRefused('it does not hold one head, target, log and report')
  const signedBy = signerOf(digest, given, key)
  return {
    report: { ...(report[0] as Report), exchanges: of('exchange'), deliveries: of('delivery') } as Report,
    log: { ...(trail[0] as ReplayLog), target: target[0] },
    ...(signedBy === undefined ? {} : { signedBy }),
  }
}

function signature(digest: string, key: KeyObject): Foot['signature'] {
  const publicKey = spkiOf(createPublicKey(key))
  return { algorithm: 'Ed25519', publicKey, value: sign(null, signed(digest), key).toString('base64') }
}

function signerOf(digest: string, given: Foot['signature'], wanted: KeyObject | undefined): string | undefined {
  if (given === undefined) {
    if (wanted !== undefined) throw new BundleRefused('it is not signed')
    return undefined
  }
  const { publicKey, value, algorithm } = given
  const bytes = Buffer.from(value, 'base64')
  // Base64 and DER leave bits that mean nothing: a change there counts as one all the same.
  const exact = algorithm === 'Ed25519' && bytes.toString('base64') === value
  let holds = false
  try {
    const own = createPublicKey({ key: Buffer.from(publicKey, 'base64'), type: 'spki', format: 'der' })
    holds =
      exact &&
      spkiOf(own) === publicKey &&
      own.asymmetricKeyType === 'ed25519' &&
      verify(null, signed(digest), own, bytes)
  } catch {
    // A key that cannot be read signs nothing.
  }
  if (!holds) throw new BundleRefused('its signature does not hold')
  if (wanted !== undefined && spkiOf(wanted) !== publicKey)
    throw new BundleRefused('it is signed with another key than the one given')
  return fingerprint(publicKey)
}

const spkiOf = (key: KeyObject): string => key.export({ type: 'spki', format: 'der' }).toString('base64')

const fingerprint = (publicKey: string): string => sha256(publicKey)

/**
 * An Ed25519 key from its PEM text.
 * @throws Error where it is none
 */
export function ed25519Key(pem: string, part: 'private' | 'public'): KeyObject {
  const key = part === 'private' ? createPrivateKey(pem) : createPublicKey(pem)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`it is a key of the type ${key.asymmetricKeyType}`)
  return key
}
