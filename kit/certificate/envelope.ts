import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { BundleRefused, sha256 } from './chain.ts'

/**
 * A text and who signed it, as DSSE has it (https://github.com/secure-systems-lab/dsse, envelope 1.0): tools that know
 * in-toto check it. Nobody signed where there are no signatures.
 */
export interface Envelope {
  readonly payloadType: typeof PAYLOAD_TYPE
  /** Base64. */
  readonly payload: string
  readonly signatures: readonly {
    /** SHA-256 of the public key (DER, SPKI), hex. */
    readonly keyid: string
    /** Ed25519, Base64. */
    readonly sig: string
  }[]
}

/** An envelope with the public key of whoever signed it: DER (SPKI) in Base64. */
export interface Signed {
  readonly envelope: Envelope
  readonly publicKey?: string | undefined
}

export const PAYLOAD_TYPE = 'application/vnd.in-toto+json'

/** What is signed: DSSE's pre-authentication encoding, in which type and payload cannot be taken for each other. */
export function preAuthentication(type: string, payload: Buffer): Buffer {
  const head = `DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `
  return Buffer.concat([Buffer.from(head), payload])
}

export function enveloped(text: string, key?: KeyObject): Signed {
  const payload = Buffer.from(text)
  const bare = { payloadType: PAYLOAD_TYPE, payload: payload.toString('base64') } as const
  if (key === undefined) return { envelope: { ...bare, signatures: [] } }
  const publicKey = spkiOf(createPublicKey(key))
  const sig = sign(null, preAuthentication(PAYLOAD_TYPE, payload), key).toString('base64')
  return { envelope: { ...bare, signatures: [{ keyid: fingerprint(publicKey), sig }] }, publicKey }
}

/**
 * Whose key signed it: its SHA-256 in hex. Undefined where nobody did.
 * @param wanted the key that it has to be signed with
 * @throws BundleRefused for a signature that does not hold, and for one of another key
 */
export function signerOf({ envelope, publicKey }: Signed, wanted: KeyObject | undefined): string | undefined {
  const [signature, ...others] = envelope.signatures
  if (signature === undefined) {
    if (publicKey !== undefined) throw new BundleRefused('its footer names a public key, and nobody signed it')
    if (wanted !== undefined) throw new BundleRefused('it is not signed')
    return undefined
  }
  if (others.length > 0 || publicKey === undefined || !holds(envelope, signature, publicKey))
    throw new BundleRefused('its signature does not hold: it, or what it signs, was changed in the last line')
  if (wanted !== undefined && spkiOf(wanted) !== publicKey)
    throw new BundleRefused('it is signed with another key than the one given')
  return signature.keyid
}

function holds(
  { payload, payloadType }: Envelope,
  { keyid, sig }: Envelope['signatures'][number],
  key: string,
): boolean {
  const bytes = Buffer.from(sig, 'base64')
  // Base64 and DER leave bits that mean nothing: a change there counts as one all the same.
  if (bytes.toString('base64') !== sig || keyid !== fingerprint(key)) return false
  try {
    const own = createPublicKey({ key: Buffer.from(key, 'base64'), type: 'spki', format: 'der' })
    const signed = preAuthentication(payloadType, Buffer.from(payload, 'base64'))
    return spkiOf(own) === key && own.asymmetricKeyType === 'ed25519' && verify(null, signed, own, bytes)
  } catch {
    // A key that cannot be read signs nothing.
    return false
  }
}

const spkiOf = (key: KeyObject): string => key.export({ type: 'spki', format: 'der' }).toString('base64')

const fingerprint = (publicKey: string): string => sha256(Buffer.from(publicKey, 'base64'))

/**
 * An Ed25519 key from its PEM text.
 * @throws Error where it is none, and for either part of a key where the other one is meant
 */
export function ed25519Key(pem: string, part: 'private' | 'public'): KeyObject {
  if (part === 'public' && /-----BEGIN [\w ]*PRIVATE KEY-----/.test(pem))
    throw new Error('it holds a private key, which belongs to whoever signs: give the public one away only')
  if (part === 'private' && /-----BEGIN PUBLIC KEY-----/.test(pem))
    throw new Error('it holds a public key, which only tells who signed: name the private one')
  const key = part === 'private' ? createPrivateKey(pem) : createPublicKey(pem)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`it is a key of the type ${key.asymmetricKeyType}`)
  return key
}
