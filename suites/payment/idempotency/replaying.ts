import type { Exchange } from '../../../kit/http/exchange.ts'
import { status } from '../../../kit/match/index.ts'
import { create, read } from '../client/api.ts'
import type { Payment } from '../client/payment.ts'
import type { FixtureContext } from '../define.ts'
import { troubleIn } from '../service/trouble.ts'

const AGAIN = 2
/** Between two tries, seconds on the clock of the documents. */
const PAUSE = 1

/** What a replay takes at most: others after a 5xx, and a read beside them. */
export const MOST = { requests: AGAIN + 2, payments: AGAIN + 1 } as const

/** An answer that says something of the replay, or is known to say nothing of it. */
const isTelling = (answer: Exchange): boolean =>
  (answer.response?.status ?? 0) < 500 || troubleIn(answer, 'pay.idempotency.replay-status') !== undefined

/**
 * Errors › Retry rules: after a 5xx the same is sent again. One that comes once is a bad moment; one that comes to each
 * replay while the payment can be read is how replays are answered. Blocks where the read does not come to pass either.
 */
export async function replayed(
  t: FixtureContext,
  {
    key,
    id,
    body,
    idempotencyKey,
  }: Pick<Payment, 'key' | 'body' | 'idempotencyKey'> & { readonly id: string | undefined },
  label: string,
): Promise<Exchange> {
  const send = (name: string) => create(t, { label: name, as: key, body, idempotencyKey, expects: 'replayed' })
  let answer = await send(label)
  for (let again = 1; again <= AGAIN && !isTelling(answer); again += 1) {
    await t.pause(t.clock.scaled(PAUSE))
    answer = await send(`${label}, again after a 5xx`)
  }
  if (isTelling(answer)) return answer
  if (id === undefined)
    t.abortBlocked('each replay met a 5xx, and no payment is known to be read beside them', [answer])
  t.control(await read(t, key, id, 'beside replays that met a 5xx'), status('2xx'))
  return answer
}
