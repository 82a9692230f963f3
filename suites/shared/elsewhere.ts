import type { SharedContext } from '../../kit/check/context.ts'
import type { Tally } from '../../kit/check/verdicts/tally.ts'
import type { Exchange } from '../../kit/http/exchange.ts'
import { cameBack } from '../../kit/match/index.ts'

/** Answers by which a server says that nothing stands at a path, or that it could not look. */
const SILENT: readonly number[] = [301, 302, 307, 308, 404, 405, 429]

const statusOf = ({ response }: Exchange): number => response?.status ?? 0
const speaks = (exchange: Exchange): boolean => statusOf(exchange) < 500 && !SILENT.includes(statusOf(exchange))

/** Where endpoints are promised, and where they are looked for when they are not there. */
export interface Prefixes {
  readonly promised: string
  readonly others: readonly string[]
}

/** An endpoint as the traffic of a run shows it. */
export interface Endpoint {
  /** An answer that only the endpoint gives, and one that says there is none. */
  readonly stands: Exchange | undefined
  readonly absent: Exchange | undefined
}

/** What endpoints are held to that are missing where they are promised: one answer of each. */
export const missingOf = (all: readonly Endpoint[]): Exchange[] =>
  all.flatMap(({ stands, absent }) => (stands === undefined && absent !== undefined ? [absent] : []))

/**
 * Holds endpoints against their prefix. One that is missing beside others that stand is not there, which its own
 * statements tell.
 */
export function tallyEndpoints(tally: Tally, all: readonly Endpoint[]): void {
  const isNone = all.every(({ stands }) => stands === undefined)
  for (const { stands } of all) if (stands !== undefined) tally.agree([stands])
  for (const absent of isNone ? missingOf(all) : [])
    tally.contradict({ subject: absent.operation, actual: cameBack(absent), evidence: [absent] })
}

/** Requests that `judgeElsewhere` sends for so many endpoints at most. */
export const askedElsewhere = (endpoints: number, { others }: Prefixes): number => endpoints * others.length * 2

/**
 * Judges whether an endpoint that is missing under its prefix stands under another one: then the prefix is wrong, and
 * else the endpoint is merely not there, which its own statements tell. It is asked without credentials, beside a path
 * that surely stands nowhere: whoever turns every stranger away says nothing by that.
 * @param missing answers of endpoints that say that nothing stands there, one of each
 */
export async function judgeElsewhere(
  t: SharedContext,
  id: string,
  baseUrl: string,
  missing: readonly Exchange[],
  prefixes: Prefixes,
): Promise<void> {
  const { promised, others } = prefixes
  const base = baseUrl.replace(/\/$/, '')
  const ask = (method: string, path: string, label: string): Promise<Exchange> =>
    // Operations are those of the document only, so that rules on them leave these requests alone.
    t.send({ method, url: `${base}${path}`, operation: '', label, headers: [['Accept', 'application/json']], key: '' })
  let isFound = false
  for (const { operation, request } of missing) {
    const rest = request.url.slice(`${base}${promised}`.length)
    for (const other of others) {
      const there = await ask(request.method, `${other}${rest}`, `under ${other || '/'}`)
      if (!speaks(there)) continue
      const nowhere = await ask(request.method, `${other}/no-such-endpoint`, `nothing under ${other || '/'}`)
      if (speaks(nowhere)) continue
      isFound = true
      t.conclude(id, {
        ok: false,
        subject: operation,
        expected: `an endpoint under ${promised}`,
        actual: `one under ${other || '/'} (${cameBack(there)})`,
        evidence: [there],
      })
      break
    }
  }
  if (isFound) return
  if (missing.length === 0) t.markUnexercised(id, 'not met', 'no endpoint is missing that could stand elsewhere')
  else t.markUnexercised(id, 'not met', `${missing.map((each) => each.operation).join(', ')}: found nowhere else`)
}
