import type { TransportFault } from '../../http/exchange.ts'

const HINTS: Readonly<Record<TransportFault['kind'], string>> = {
  refused: 'Is the service running, and is the port right?',
  dns: 'Is the host name spelt right, and known where this runs?',
  tls: 'Does the port speak TLS, and is its certificate valid for this host? network.ca of the target file (--ca) names a private authority.',
  timeout: 'Is a firewall or a proxy in between, or does the service hang?',
  garbage: 'Does the port speak HTTP? One that speaks TLS needs https:// in the base URL.',
  stopped: 'It was stopped before an answer came.',
  reset: 'Does the port speak HTTP? A proxy without its upstream closes connections in this way too.',
}

/** No HTTP answer came from a base URL: nothing can be judged. */
export class TargetUnreachable extends Error {
  /** By the id of its contract. */
  readonly service: string
  readonly fault: TransportFault

  constructor(service: string, url: string, fault: TransportFault) {
    super(`the ${service} service at ${url} is not reachable: ${brief(fault.message)}. ${HINTS[fault.kind]}`)
    this.name = 'TargetUnreachable'
    this.service = service
    this.fault = fault
  }
}

/** OpenSSL tells where in its source it gave up; the reason is the last but two of its parts. */
function brief(message: string): string {
  return message.trim().replace(/^TLS: \w+:error:\w+:[^:]*:[^:]*:([^:]+):[\s\S]*$/, 'TLS: $1')
}
