import { isOfOtherLength, type TransportFault } from '../../http/exchange.ts'

const HINTS: Readonly<Record<TransportFault['kind'], string>> = {
  refused: 'Is the service running, and is the port right?',
  dns: 'Is the host name spelt right, and known where this runs?',
  tls: 'Does the port speak TLS, and is its certificate valid for this host? network.ca of the target file (--ca) names a private authority.',
  timeout: 'Is a firewall or a proxy in between, or does the service hang?',
  garbage: 'Does the port speak HTTP? One that speaks TLS needs https:// in the base URL.',
  stopped: 'It was stopped before an answer came.',
  reset: 'Does the port speak HTTP? A proxy without its upstream closes connections in this way too.',
}

/** What a service does of which no answer came; one that took the connection was reached. */
const DOES: Readonly<Record<TransportFault['kind'], string>> = {
  refused: 'is not reachable',
  dns: 'is not reachable',
  tls: 'is not reachable',
  timeout: 'gives no answer',
  garbage: 'gives no answer that can be read',
  stopped: 'gives no answer',
  reset: 'gives no answer',
}

const LENGTH_HINT =
  'It answers, and its body ends before the Content-Length of its own headers: is the length that of the body in bytes, and is the connection closed too soon?'

const PROXY_HINT = 'Is the proxy running, and may it reach the service? Without --proxy none is used.'

/** A proxy without what it is asked with. */
const proxyText = (proxy: string): string =>
  URL.canParse(proxy) ? `the proxy ${new URL(proxy).origin}` : 'the proxy of the environment'

/** Nothing that could be judged is at a base URL. */
export class TargetUnreachable extends Error {
  override readonly name: string = 'TargetUnreachable'
  /** By the id of its contract. */
  readonly service: string

  constructor(service: string, message: string) {
    super(message)
    this.service = service
  }
}

/** No HTTP answer came. */
export class TargetSilent extends TargetUnreachable {
  override readonly name = 'TargetSilent'
  readonly url: string
  readonly fault: TransportFault

  /**
   * @param proxy that it was asked through, as the target file has it
   * @param cutOff the request that was broken off a moment before, after which nobody listens
   */
  constructor(service: string, url: string, fault: TransportFault, proxy?: string, cutOff?: string) {
    const through = proxy === undefined ? '' : ` through ${proxyText(proxy)}`
    const isCutShort = isOfOtherLength(fault)
    const does = DOES[isCutShort ? 'garbage' : fault.kind]
    const usual = proxy !== undefined ? PROXY_HINT : isCutShort ? LENGTH_HINT : HINTS[fault.kind]
    const hint =
      cutOff === undefined
        ? usual
        : `A moment before it took a connection, and broke off ${cutOff}, sent without a key, without an answer: it may have ended by that request.`
    super(service, `the ${service} service at ${url} ${does}${through}: ${brief(fault.message)}. ${hint}`)
    this.url = url
    this.fault = fault
  }
}

const ADVICE =
  'Is the base URL that of the service, without the paths of its document, and does no gateway, login or web page stand before it? One whose errors are pages so far is judged once it refuses a request without a key in JSON.'

/** Something answers, and nothing in it shows the service. */
export class SomethingElse extends TargetUnreachable {
  override readonly name = 'SomethingElse'

  /** @param word one clause that says what is there */
  constructor(service: string, url: string, word: string, fix = ADVICE) {
    super(service, `no ${service} service is seen at ${url}: ${word}. ${fix}`)
  }
}

/** OpenSSL tells where in its source it gave up; the reason is the last but two of its parts. */
function brief(message: string): string {
  return message.trim().replace(/^TLS: \w+:error:\w+:[^:]*:[^:]*:([^:]+):[\s\S]*$/, 'TLS: $1')
}
