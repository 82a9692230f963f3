import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { leaves, valueAt } from '../../../kit/match/index.ts'
import { CREATE, PROFILE } from '../client/api.ts'

/** Requests of a run by what rules look for: they ask for every event, and a run may have thousands of both. */
interface Index {
  length: number
  readonly creations: Exchange[]
  /** Creations whose answer makes a payment, by every text in that answer, in lower case. */
  readonly byText: Map<string, Exchange[]>
  readonly byReference: Map<string, Exchange[]>
  /** Creations and profile updates by the URLs that they name. */
  readonly byUrl: Map<string, Exchange[]>
}

const known = new WeakMap<readonly Exchange[], Index>()

/** The index of what a run has recorded so far. Recorded exchanges only ever become more. */
export function indexOf(exchanges: readonly Exchange[]): Readonly<Index> {
  const index = known.get(exchanges) ?? {
    length: 0,
    creations: [],
    byText: new Map(),
    byReference: new Map(),
    byUrl: new Map(),
  }
  known.set(exchanges, index)
  for (const exchange of exchanges.slice(index.length)) enter(index, exchange)
  index.length = exchanges.length
  return index
}

export const made = ({ response }: Exchange): boolean =>
  response !== undefined && (response.status < 300 || response.status === 402)

function enter(index: Index, exchange: Exchange): void {
  const { operation } = exchange
  if (operation !== CREATE && operation !== PROFILE) return
  const sent = json(exchange.request)
  const urls = [valueAt(sent, '/webhook_url'), valueAt(sent, '/callback_url')].filter((url) => typeof url === 'string')
  for (const url of new Set(urls)) add(index.byUrl, url, exchange)
  if (operation !== CREATE) return
  index.creations.push(exchange)
  const reference = valueAt(sent, '/reference')
  if (typeof reference === 'string') add(index.byReference, reference, exchange)
  if (!made(exchange)) return
  const texts = leaves(json(exchange.response)).flatMap(({ value }) =>
    typeof value === 'string' ? [value.toLowerCase()] : [],
  )
  for (const text of new Set(texts)) add(index.byText, text, exchange)
}

function add(map: Map<string, Exchange[]>, key: string, exchange: Exchange): void {
  const before = map.get(key)
  if (before === undefined) map.set(key, [exchange])
  else before.push(exchange)
}
