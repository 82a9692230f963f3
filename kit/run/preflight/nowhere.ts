import { randomUUID } from 'node:crypto'
import type { RecordedResponse } from '../../http/exchange.ts'
import { foreign } from './foreign.ts'
import type { Bare } from './standing.ts'
import { withoutIds, wordsOf } from './words.ts'

/** What is said of a base URL that is wrong by a part, and the one that is right. */
export interface Misplaced {
  /** As it stands behind "no service is seen there:". */
  readonly word: string
  readonly fix: string
}

/** What a router answers that has another method, or nothing, at a path. */
export const NOT_THERE: readonly number[] = [404, 405, 410]

/** Two parts: where a base URL is too long by an endpoint, one would be an id below it. */
export const undocumented = (): string => `/${randomUUID()}/${randomUUID()}`

/** Sends what is to be refused; undefined where no answer comes. */
export type AskBare = (baseUrl: string, bare: Bare) => Promise<RecordedResponse | undefined>

/** Whether it names no record: such an endpoint owes nobody a 404. */
const isWhole = ({ path }: Bare): boolean => withoutIds(path) === path

/**
 * What is said of a base URL where no endpoint of a document is: every one answers 404, in the words in which a path is
 * answered that nobody documents. Undefined where one of them answers otherwise, and where all that may be asked name
 * records, which need not be there.
 * @param others base URLs at which it may stand instead
 */
export async function nowhere(
  ask: AskBare,
  baseUrl: string,
  endpoints: readonly Bare[],
  others: Iterable<string>,
): Promise<Misplaced | undefined> {
  const whole = endpoints.filter(isWhole)
  const [first] = whole
  if (first === undefined) return undefined
  const said = async (bare: Bare): Promise<string> =>
    wordsOf({ ...bare, url: `${baseUrl}${bare.path}` }, await ask(baseUrl, bare), baseUrl)
  const unrouted = await said({ ...first, path: undocumented() })
  if (!unrouted.startsWith('404 ')) return undefined
  for (const bare of [...whole, ...endpoints.filter((each) => !isWhole(each))])
    if ((await said(bare)) !== unrouted) return undefined
  for (const other of others) {
    const found = await ask(other, first)
    // What does not take the key is not the one that is looked for.
    if (found === undefined || found.status === 401 || !isThere(found)) continue
    // What answers whatever it is asked for shows no endpoint.
    const unknown = await ask(other, { ...first, path: undocumented() })
    if (unknown === undefined || !NOT_THERE.includes(unknown.status)) continue
    return {
      word: `${NOBODY}, while ${first.method} ${first.path} answers ${found.status} at ${other}`,
      fix: `Its base URL is ${other}`,
    }
  }
  return {
    word: NOBODY,
    fix: 'Is the base URL that of another service, has it another part of a path before it, or is no endpoint there yet?',
  }
}

const NOBODY = 'every endpoint of the document answers 404 there, as a path does that nobody documents'

/** Whether a service may have answered so that is in order, be it with a refusal. */
export function isOwnAnswer(response: RecordedResponse): boolean {
  const { status } = response
  const isClear = (status >= 200 && status < 300) || (status >= 400 && status < 500)
  return isClear && foreign(response) === undefined
}

/** Whether an answer is that of an endpoint, whatever its 404 would look like. */
export const isThere = (response: RecordedResponse): boolean =>
  isOwnAnswer(response) && !NOT_THERE.includes(response.status)
