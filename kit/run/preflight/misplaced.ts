import { randomUUID } from 'node:crypto'
import type { ServiceDefinition } from '../../contract/service.ts'
import type { Answered } from '../../http/transport.ts'
import type { Target } from '../../target/target.ts'
import { permits } from '../../target/tiers.ts'
import { type AskBare, isThere, type Misplaced, nowhere } from './nowhere.ts'
import { type Asker, asked, type Bare, listed, prefixOf, type Standing } from './standing.ts'
import { withoutIds } from './words.ts'

type Ask = (baseUrl: string, bare: Bare) => Promise<Answered>

/**
 * Where a base URL is wrong by a part of its path, and the service stands at another one. A base URL that ends in what
 * every path of the document begins with is wrong where the service answers without it; any other only where every
 * endpoint that may be asked answers 404 below it, and one of them answers otherwise below a shorter or a longer one at
 * which a path that nobody documents answers 404. Undefined wherever that is not seen: the service is judged then.
 */
export async function misplaced(
  transport: Asker,
  target: Target,
  service: ServiceDefinition,
  standing: Standing,
  signal: AbortSignal,
): Promise<Misplaced | undefined> {
  const { id } = service.contract
  const section = target.services[id]
  const { reached = 'by requests' } = service.section
  if (section === undefined || reached !== 'by requests' || standing.kind === 'silent') return undefined
  const endpoints = [
    { method: 'GET', path: service.preflightPath?.() ?? '' },
    ...listed(service, permits(target, 'refuse')),
  ]
  const ask: Ask = (baseUrl, bare) => {
    const moved = { ...target, services: { ...target.services, [id]: { ...section, baseUrl } } }
    return asked(transport, moved, service, bare, signal)
  }
  const { baseUrl } = section
  const prefix = prefixOf(service)
  for (const beginning of beginningsOf(service)) {
    const shorter = withoutPrefix(baseUrl, beginning)
    if (shorter === undefined || (await firstThere(ask, shorter, endpoints)) === undefined) continue
    const of = beginning === prefix ? 'every path' : 'a path'
    return {
      word: `its base URL ends in ${beginning}, with which ${of} of the document begins, so that requests would go to ${beginning}${prefix}`,
      fix: `Its base URL is ${shorter}`,
    }
  }
  if (standing.kind === 'there' && standing.isLost !== true) return undefined
  if (!(await isNowhere(ask, baseUrl, endpoints))) return undefined
  for (const other of othersOf(baseUrl, prefix)) {
    const found = await firstThere(ask, other, endpoints)
    // What answers whatever it is asked for, such as a login before all paths, shows no endpoint.
    if (found === undefined || !(await isNowhere(ask, other, [{ method: 'GET', path: `/${randomUUID()}` }]))) continue
    return {
      word: `every endpoint of the document answers 404 there, while ${found.method} ${withoutIds(found.path)} answers ${found.status} at ${other}`,
      fix: `Its base URL is ${other}`,
    }
  }
  // Some answer 404 to whoever has no key: where there is one, a read with it shows what is there.
  if (service.claimProbes(target, claimsOf(service)).length > 0) return undefined
  const bareAsk: AskBare = async (base, bare) => {
    const answered = await ask(base, bare)
    return 'response' in answered ? answered.response : undefined
  }
  return nowhere(bareAsk, baseUrl, endpoints, [])
}

/** Every claim of a service, as its section of the target file has them. */
export const claimsOf = ({ contract, section }: ServiceDefinition): ReadonlySet<string> =>
  new Set(Object.keys(section.claims).map((name) => `${contract.id}.${name}`))

/** The first endpoint that answers as one that is there, be it with a refusal. */
async function firstThere(
  ask: Ask,
  baseUrl: string,
  endpoints: readonly Bare[],
): Promise<(Bare & { readonly status: number }) | undefined> {
  for (const bare of endpoints) {
    const answered = await ask(baseUrl, bare)
    if ('fault' in answered) return undefined
    if (isThere(answered.response)) return { ...bare, status: answered.response.status }
  }
  return undefined
}

/** Whether each of these answers 404. */
async function isNowhere(ask: Ask, baseUrl: string, endpoints: readonly Bare[]): Promise<boolean> {
  for (const bare of endpoints) {
    const answered = await ask(baseUrl, bare)
    if ('fault' in answered || answered.response.status !== 404) return false
  }
  return true
}

/** What paths of the document begin with, longest first: what all have in common, and more, up to the first id. */
function beginningsOf(service: ServiceDefinition): readonly string[] {
  const prefix = prefixOf(service)
  if (prefix === '') return []
  const all = Object.keys(service.contract.description().paths ?? {}).flatMap((path) => {
    const parts = path
      .replace(/\/(?:\{.*)?$/, '')
      .slice(prefix.length)
      .split('/')
      .slice(1)
    return [prefix, ...parts.map((_, index) => [prefix, ...parts.slice(0, index + 1)].join('/'))]
  })
  return [...new Set(all)].toSorted((one, other) => other.length - one.length)
}

/** What a base URL is without the prefix of the document; undefined where it does not end in it. */
export const withoutPrefix = (baseUrl: string, prefix: string): string | undefined =>
  prefix !== '' && baseUrl.endsWith(prefix) ? baseUrl.slice(0, -prefix.length) : undefined

/** Shorter by the last parts of its path, nearest first; then longer by a part of what the paths of the document begin with. */
export function othersOf(baseUrl: string, prefix: string): readonly string[] {
  const { origin, pathname } = new URL(baseUrl)
  const parts = pathname.split('/').filter((part) => part !== '')
  const shorter = parts.map((_, index) => [origin, ...parts.slice(0, -1 - index)].join('/'))
  const own = prefix.split('/').slice(1)
  const longer = own.map((_, index) => [baseUrl, ...own.slice(0, index + 1)].join('/'))
  return [...shorter, ...(prefix === '' ? [] : longer)]
}
