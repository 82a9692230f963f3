import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { baseUrlFault } from '../../kit/target/address.ts'
import type { Target } from '../../kit/target/target.ts'
import { UsageError } from '../usage-error.ts'

export interface NetworkFlags {
  /** PEM file of a certificate authority. */
  readonly ca?: string
  readonly insecure?: boolean
  /** URL of a proxy; true for the one of the environment. */
  readonly proxy?: string | true
}

/**
 * The target, reached as the flags say.
 * @throws UsageError for a file that is no certificate, a proxy that is no URL, and for --insecure beside a target that is not local.
 */
export function reachedBy(target: Target, { ca, insecure, proxy }: NetworkFlags): Target {
  if (insecure === true && target.environment !== 'local') {
    throw new UsageError(
      `--insecure: ${target.name} is of environment ${target.environment}, and certificates go unverified with local targets only; --ca names the authority of its certificate`,
    )
  }
  const fault = typeof proxy === 'string' && !proxy.includes('@') ? baseUrlFault(proxy) : undefined
  if (fault !== undefined) throw new UsageError(`--proxy ${proxy}: ${fault}, such as http://proxy.example.org:3128`)
  return {
    ...target,
    network: {
      ...target.network,
      ...(ca === undefined ? {} : { ca: certificate(ca) }),
      ...(insecure === true ? { insecure } : {}),
      ...(proxy === undefined ? {} : { proxy: proxy === true ? 'environment' : proxy }),
    },
  }
}

function certificate(path: string): string {
  try {
    const pem = readFileSync(path, 'utf8')
    return new X509Certificate(pem) && pem
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw new UsageError(`--ca ${path}: ${missing ? 'no such file' : 'holds no PEM certificate'}`)
  }
}
