import { readReset } from '../rate/reset.ts'
import { targetNow } from './client.ts'
import { type Exchange, header } from './exchange.ts'

/** Milliseconds after which a 429 says to try again, from its end; undefined where it says none that can be read. */
export function retryAfter(exchange: Exchange): number | undefined {
  const text = header(exchange.response?.headers ?? [], 'Retry-After')
  return text === undefined ? undefined : readReset(text, targetNow(exchange))?.inMs
}
