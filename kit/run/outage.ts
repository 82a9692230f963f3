import type { Evidence } from '../check/context.ts'
import type { Exchange } from '../http/exchange.ts'

/** What a gateway answers whose service is out. */
const OUT: readonly number[] = [502, 503, 504]

/** @param troubleOf why an answer says nothing of what was asked; undefined where it is an answer to it */
export const isOut = (message: Evidence, troubleOf: (exchange: Exchange) => string | undefined): boolean =>
  'operation' in message && OUT.includes(message.response?.status ?? 0) && troubleOf(message) !== undefined
