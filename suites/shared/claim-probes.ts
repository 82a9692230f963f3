import type { DeniedClaim } from '../../kit/contract/service.ts'
import type { SendRequest } from '../../kit/http/client.ts'
import { type Exchange, json, type RawHeaders } from '../../kit/http/exchange.ts'

/** A read that asks after a claim. */
export function probe(claim: string, url: string, key: string, credentials: RawHeaders): SendRequest {
  const headers: RawHeaders = [...credentials, ['Accept', 'application/json']]
  return { method: 'GET', url, operation: '', label: `a look at ${claim} before the checks`, headers, key }
}

/** Whether checks need a claim: by its own name, or by that of the list that it is part of. */
export const isNeeded = (claim: string, needed: ReadonlySet<string>): boolean =>
  needed.has(claim) || needed.has(claim.replace(/\[\d+\]$/, ''))

type Word = Omit<DeniedClaim, 'claim'>

const codeOf = ({ response }: Exchange): unknown => Object(json(response)).error_code

/**
 * @param codes error codes that speak of the key itself; without any, a 401 does.
 * @param toStranger the answer to a key that nobody has
 */
export function refusedKey(
  claim: string,
  exchange: Exchange,
  codes?: readonly string[],
  toStranger?: Exchange,
): Word | undefined {
  const { response } = exchange
  if (response?.status !== 401) return undefined
  const code = codeOf(exchange)
  const shown = typeof code === 'string' ? `401 ${code}` : '401'
  const isOfKeys = codes === undefined || codes.includes(String(code))
  // Whoever has one word for a missing key and a wrong one has it for a mistyped one, too.
  const isStrange = toStranger?.response?.status === 401 && codeOf(toStranger) === code
  const isFile = isOfKeys || isStrange
  const as = isOfKeys ? '' : ', and answers one that nobody has alike'
  const blame = isFile
    ? `The target does not take the key${as}: correct it in the target file or in the variable that this takes it from, or have the target know it`
    : 'That is no answer to a request with a key: the target is at fault'
  return { reason: `${claim} is claimed, and a read with it was answered ${shown}. ${blame}.`, blocks: isFile }
}

/** A record that the target does not show: its checks say what is wrong. */
export function missing(claim: string, { response }: Exchange): Word | undefined {
  if (response?.status !== 404) return undefined
  const reason = `${claim} is claimed, and reading it was answered 404: the target file names another's or none, or the target does not show it`
  return { reason: `${reason}.`, blocks: false }
}
