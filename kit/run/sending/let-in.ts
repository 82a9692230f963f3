import { LET_NO_MORE_PASS, NotExercised } from '../../check/signals.ts'
import type { SendRequest } from '../../http/client.ts'
import type { Exchange } from '../../http/exchange.ts'

/** Requests with a key after which a refusal is one of a limiter. */
const FEWEST_PASSED = 30

/** Throws NotExercised where a limiter refused a request that was not to meet it; a limiter lets some pass before. */
export function assertLetIn(
  { expects429 }: SendRequest,
  exchange: Exchange | undefined,
  exchanges: readonly Exchange[],
): void {
  if (expects429 === true || exchange?.response?.status !== 429) return
  const { service, key } = exchange
  const passed = exchanges.filter((each) => each.service === service && each.key === key).length
  if (passed >= FEWEST_PASSED) throw new NotExercised('not selected', LET_NO_MORE_PASS)
}
