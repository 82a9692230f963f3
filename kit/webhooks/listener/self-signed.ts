import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'

export interface SelfSigned {
  /** PEM texts. */
  readonly cert: string
  readonly key: string
  /** SHA-256, as browsers and openssl show it. */
  readonly fingerprint: string
}

const DAY_MS = 24 * 60 * 60 * 1000

/** A certificate for these host names and addresses, made now and good for a day. */
export async function selfSigned(hosts: readonly string[]): Promise<SelfSigned> {
  // Dear to load, and seldom wanted.
  const { generate } = await import('selfsigned')
  const names = [...new Set(['localhost', '127.0.0.1', ...hosts])]
  const pems = await generate([{ name: 'commonName', value: 'assay' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    // A clock that is a little behind must not find it not yet valid.
    notBeforeDate: new Date(Date.now() - DAY_MS),
    notAfterDate: new Date(Date.now() + DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      {
        name: 'subjectAltName',
        altNames: names.map((name) => (isIP(name) === 0 ? { type: 2, value: name } : { type: 7, ip: name })),
      },
    ],
  })
  return { cert: pems.cert, key: pems.private, fingerprint: new X509Certificate(pems.cert).fingerprint256 }
}
