import { randomUUID } from 'node:crypto'
import type { ServiceDefinition } from '../../contract/service.ts'
import type { RawHeaders, TransportFault } from '../../http/exchange.ts'
import type { Answered, Transport } from '../../http/transport.ts'
import type { Target } from '../../target/target.ts'
import { permits } from '../../target/tiers.ts'
import { foreign } from './foreign.ts'

/** What stands at the address of a service: itself, silence, or something else. */
export type Standing =
  /** `isLost` where it answered 404, as servers do that know no such path. */
  | { readonly kind: 'there'; readonly isLost?: boolean }
  /** `cutOff` where nobody listens any more since it broke off that request. */
  | { readonly kind: 'silent'; readonly fault: TransportFault; readonly cutOff?: string }
  /** `word` as it stands after "it": `answers 502`. */
  | { readonly kind: 'foreign'; readonly word: string }

/** What requests are sent with. */
export type Asker = Pick<Transport, 'send'>

/** A request without a key, and with nothing in its body. */
export interface Bare {
  readonly method: string
  readonly path: string
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/**
 * Asks a service for anything at all, without a key and with nothing in the body, so that nothing can come of it. An answer of any
 * status is an answer; one that looks like another server's counts once no listed endpoint answers otherwise.
 * @param onAsk told of each request
 */
export async function standingOf(
  transport: Asker,
  target: Target,
  service: ServiceDefinition,
  signal: AbortSignal,
  onAsk: () => void = () => undefined,
): Promise<Standing> {
  const { reached = 'by requests' } = service.section
  // It comes by itself.
  if (reached === 'served') return { kind: 'there' }
  const ask = (bare: Bare): Promise<Answered> => {
    onAsk()
    return asked(transport, target, service, bare, signal)
  }
  const first = { method: 'GET', path: service.preflightPath?.() ?? '' }
  let answered = await ask(first)
  // One connection closed without a word may be a server that restarts.
  const isCut = 'fault' in answered && answered.fault.kind === 'reset' && !signal.aborted
  if (isCut) answered = await ask(first)
  if ('fault' in answered) {
    const { fault } = answered
    const isGone = isCut && fault.kind === 'refused'
    return { kind: 'silent', fault, ...(isGone ? { cutOff: `${first.method} ${first.path}` } : {}) }
  }
  // What takes events alone owes a GET nothing, be it a page or a redirect.
  if (reached === 'by events') return { kind: 'there' }
  const word = foreign(answered.response)
  if (word === undefined) return { kind: 'there', isLost: answered.response.status === 404 }
  for (const bare of listed(service, permits(target, 'refuse'))) {
    const next = await ask(bare)
    if ('response' in next && foreign(next.response) === undefined)
      return { kind: 'there', isLost: next.response.status === 404 }
  }
  return { kind: 'foreign', word }
}

/** Every endpoint of the document, reads first; those that may change something only where such are sent at all. */
export function listed({ contract }: ServiceDefinition, all: boolean): readonly Bare[] {
  const paths = Object.entries(contract.description().paths ?? {})
  return METHODS.filter((method) => all || method === 'get').flatMap((method) =>
    paths
      .filter(([_, operations = {}]) => Object.hasOwn(operations, method))
      .map(([template]) => ({
        method: method.toUpperCase(),
        path: template.replace(/\{[^}]+\}/g, () => randomUUID()),
      })),
  )
}

/** An object without members: servers in the making read JSON of whatever has a method for it, and end where there is none. */
export const EMPTY = Buffer.from('{}')
export const JSON_HEADERS: RawHeaders = [['Content-Type', 'application/json']]
const WITH_BODY = ['POST', 'PUT', 'PATCH']

export function asked(
  transport: Asker,
  target: Target,
  { contract }: ServiceDefinition,
  { method, path }: Bare,
  signal: AbortSignal,
): Promise<Answered> {
  const { baseUrl = '', host } = target.services[contract.id] ?? {}
  const hasBody = WITH_BODY.includes(method)
  const headers: RawHeaders = [
    ['Accept', 'application/json'],
    ...(hasBody ? JSON_HEADERS : []),
    ...(host === undefined ? [] : [['Host', host] as const]),
  ]
  return transport.send({ method, url: `${baseUrl}${path}`, headers, body: hasBody ? EMPTY : Buffer.alloc(0) }, signal)
}

/** What the paths of a document begin with: `/library/v2`; empty where they have nothing in common. */
export function prefixOf({ contract }: ServiceDefinition): string {
  const [first = [], ...others] = Object.keys(contract.description().paths ?? {}).map((path) =>
    path.split('/').slice(1),
  )
  const differs = first.findIndex(
    (segment, at) => segment.startsWith('{') || others.some((each) => each[at] !== segment),
  )
  // A version, or nothing: what follows names things.
  const shared = differs === -1 ? first : first.slice(0, differs)
  const version = shared.findLastIndex((segment) => /^v\d+$/.test(segment))
  return shared
    .slice(0, version + 1)
    .map((segment) => `/${segment}`)
    .join('')
}
