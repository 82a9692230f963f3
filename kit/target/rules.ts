import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { baseUrlFault, isLoopback, parseListen } from './address.ts'
import { PAYMENT_OUTCOMES } from './file.ts'
import { type Path, showPath, valueAt } from './path.ts'
import { showValue } from './problems.ts'

export interface Findings {
  readonly problems: string[]
  /** What is accepted and worth a word. */
  readonly notes: string[]
}

/**
 * What the schema cannot say of a target file. Takes any tree, since every problem is reported at once:
 * values of a wrong type are left to the schema.
 */
export function judgeTargetFile(file: unknown, configPath: string, secrets: readonly string[]): Findings {
  const problems: string[] = []
  const notes: string[] = []
  const at = (...path: Path): unknown => valueAt(file, path)
  const check = (path: Path, fault: (value: string) => string | undefined): void => {
    const value = valueAt(file, path)
    const found = typeof value === 'string' && value !== '' ? fault(value) : undefined
    if (found !== undefined) problems.push(`${showPath(path)}: ${found}, got ${showValue(value, path, secrets)}`)
  }
  const absolute = (value: string): string | undefined =>
    /^https?:\/\//i.test(value) && URL.canParse(value) ? undefined : 'expected an absolute http or https URL'

  for (const path of [
    ['payment', 'baseUrl'],
    ['messaging', 'baseUrl'],
    ['webhooks', 'publicUrl'],
  ]) {
    check(path, baseUrlFault)
  }
  for (const path of [
    ['payment', 'defaults', 'webhookUrl'],
    ['payment', 'defaults', 'callbackUrl'],
    ['messaging', 'smsWebhook', 'url'],
    ['messaging', 'smsWebhook', 'register', 'call', 'url'],
  ]) {
    check(path, absolute)
  }
  for (const name of PAYMENT_OUTCOMES) check(['payment', 'outcomes', name, 'call', 'url'], absolute)
  for (const [group, below] of [
    ['outcomes', ['call', 'url']],
    ['probes', ['call', 'url']],
  ] as const) {
    const named = at('messaging', group)
    for (const name of Object.keys(typeof named === 'object' && named !== null ? named : {})) {
      check(['messaging', group, name, ...below], absolute)
    }
  }
  for (const name of ['id', 'status']) {
    check(['payment', 'record', name], (value) =>
      /^(\/([^~/]|~[01])*)+$/.test(value) ? undefined : 'expected a JSON pointer such as /data/id',
    )
  }
  check(['webhooks', 'listen'], (value) =>
    parseListen(value) === undefined ? 'expected host:port such as 0.0.0.0:8787 or [::1]:0' : undefined,
  )
  check(['network', 'proxy'], absolute)
  problems.push(...tlsProblems(at('webhooks', 'tls'), configPath))

  const live = at('payment', 'keys', 'live')
  for (const [index, key] of (Array.isArray(live) ? live : []).entries()) {
    if (typeof key !== 'string' || !key.startsWith('sk_test_')) continue
    notes.push(
      `payment.keys.live[${index}] begins with sk_test_: a test key, which may be refused while test mode is off`,
    )
  }
  const environment = at('environment')
  if (environment === 'production' && at('allow') === undefined) {
    notes.push('environment is production and allow is absent: nothing that writes is sent')
  }
  const restorable = ['webhookUrl', 'callbackUrl'].every((name) => typeof at('payment', 'defaults', name) === 'string')
  if (at('allow', 'profileWrites') === true && !restorable) {
    notes.push(
      'allow.profileWrites has no effect: payment.defaults lacks webhookUrl or callbackUrl, so nothing could be restored',
    )
  }
  const bases = [at('payment', 'baseUrl'), at('messaging', 'baseUrl')].filter((url) => typeof url === 'string')
  const isLocal = environment === undefined ? bases.every(isLoopback) : environment === 'local'
  problems.push(...networkProblems(at('network'), isLocal, configPath))
  if (at('webhooks') !== undefined && at('webhooks', 'publicUrl') === undefined && !bases.every(isLoopback)) {
    notes.push('webhooks.publicUrl is absent: a deployment elsewhere is given the address of the listener as it is')
  }
  return { problems, notes }
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

const certificateOf = (pem: Buffer): X509Certificate => new X509Certificate(pem)

function tlsProblems(tls: unknown, configPath: string): string[] {
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

function networkProblems(network: unknown, isLocal: boolean, configPath: string): string[] {
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
