import { generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto'
import { isIP, isIPv4 } from 'node:net'
import { bits, choice, integer, objectId, octets, part, sequence, setOf, time, utf8, yes } from './der.ts'

export interface SelfSigned {
  /** PEM texts. */
  readonly cert: string
  readonly key: string
  /** SHA-256, as browsers and openssl show it. */
  readonly fingerprint: string
}

const DAY_MS = 24 * 60 * 60 * 1000

const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2'
const COMMON_NAME = '2.5.4.3'
const BASIC_CONSTRAINTS = '2.5.29.19'
const SUBJECT_ALT_NAME = '2.5.29.17'

/** A certificate for these host names and addresses, made now and good for a day. */
export function selfSigned(hosts: readonly string[]): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const algorithm = sequence(objectId(ECDSA_WITH_SHA256))
  const name = sequence(setOf(sequence(objectId(COMMON_NAME), utf8('assay'))))
  const names = [...new Set(['localhost', '127.0.0.1', ...hosts])].map(alternative)
  // X.509, version 3: RFC 5280.
  const statement = sequence(
    part(0, integer(Buffer.from([2]))),
    integer(randomBytes(16)),
    algorithm,
    name,
    // A clock that is a little behind must not find it not yet valid.
    sequence(time(new Date(Date.now() - DAY_MS)), time(new Date(Date.now() + DAY_MS))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    part(
      3,
      sequence(
        sequence(objectId(BASIC_CONSTRAINTS), yes(), octets(sequence(yes()))),
        sequence(objectId(SUBJECT_ALT_NAME), octets(sequence(...names))),
      ),
    ),
  )
  const certificate = sequence(statement, algorithm, bits(sign('sha256', statement, privateKey)))
  const cert = pem(certificate)
  return {
    cert,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    fingerprint: new X509Certificate(cert).fingerprint256,
  }
}

const pem = (der: Buffer): string =>
  [
    '-----BEGIN CERTIFICATE-----',
    ...(der.toString('base64').match(/.{1,64}/g) ?? []),
    '-----END CERTIFICATE-----',
    '',
  ].join('\n')

/** A name that the certificate is good for: a host name, or the bytes of an address. */
const alternative = (host: string): Buffer =>
  isIP(host) === 0 ? choice(2, Buffer.from(host, 'latin1')) : choice(7, addressBytes(host))

function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number))
  // A URL spells every IPv6 address in groups of hexadecimal digits alone.
  const [head = '', tail] = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1).split('::')
  const groups = (text: string): string[] => text.split(':').filter((each) => each !== '')
  const [before, after] = [groups(head), groups(tail ?? '')]
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return Buffer.from([...before, ...zeros, ...after].map((each) => each.padStart(4, '0')).join(''), 'hex')
}
