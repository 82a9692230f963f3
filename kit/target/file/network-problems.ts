import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

const certificateOf = (pem: Buffer): X509Certificate => new X509Certificate(pem)

/** What is wrong with the files of `webhooks.tls`. Paths are relative to the target file. */
export function tlsProblems(tls: unknown, configPath: string): string[] {
  if (typeof tls !== 'object' || tls === null) return []
  const { cert, key, selfSigned } = tls as Record<string, unknown>
  if (selfSigned === true) {
    const beside = [cert, key].some((each) => each !== undefined)
    return beside ? ['webhooks.tls: selfSigned makes the certificate; leave cert and key out'] : []
  }
  const problems = Object.entries({ cert, key }).flatMap(([name, value]) =>
    value === undefined ? [`webhooks.tls.${name}: missing; give both PEM files, or selfSigned: true`] : [],
  )
  const certificate = readPem(problems, 'webhooks.tls.cert', cert, configPath, 'certificate', certificateOf)
  const privateKey = readPem(problems, 'webhooks.tls.key', key, configPath, 'private key', (pem) =>
    createPrivateKey(pem),
  )
  if (certificate !== undefined && privateKey !== undefined && !certificate.checkPrivateKey(privateKey)) {
    problems.push('webhooks.tls: the private key does not belong to the certificate')
  }
  return problems
}

/** What is wrong with `network`. */
export function networkProblems(network: unknown, isLocal: boolean, configPath: string): string[] {
  const problems: string[] = []
  const given = Object(network) as Record<string, unknown>
  readPem(problems, 'network.ca', given.ca, configPath, 'certificate', certificateOf)
  if (given.insecure === true && !isLocal) {
    problems.push(
      'network.insecure: true is for environment local only; name the authority of the certificate in network.ca',
    )
  }
  return problems
}

/** Reads a PEM file that a field names; what is wrong with it goes to `problems`. */
function readPem<T>(
  problems: string[],
  field: string,
  file: unknown,
  configPath: string,
  what: string,
  parse: (pem: Buffer) => T,
): T | undefined {
  if (typeof file !== 'string' || file === '') return undefined
  const path = resolve(dirname(configPath), file)
  let pem: Buffer
  try {
    pem = readFileSync(path)
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'no such file' : 'cannot be read'
    problems.push(`${field}: ${reason}: ${path}`)
    return undefined
  }
  try {
    return parse(pem)
  } catch {
    problems.push(`${field}: ${path} holds no PEM ${what}`)
    return undefined
  }
}
