import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { cameBack, type Matcher, matcher, no, ok, soft, status } from '../../../kit/match/index.ts'
import type { Property } from '../../shared/generated/property.ts'
import { read } from '../client/api.ts'
import { mentions, type Records, records } from '../client/records.ts'
import type { CheckContext } from '../define.ts'
import { creations, type GeneratedCreation, isPlainCustomer, libertyOf } from './bodies.ts'
import { named, send, untroubled } from './sending.ts'

const ACCEPTED = status('2xx')

/** A refusal of names in other letters than ASCII only warns: no sentence says which letters a name may have. */
const taken = ({ body }: GeneratedCreation): Matcher<Exchange> =>
  matcher('2xx', (exchange) => {
    if (ACCEPTED.test(exchange).ok) return ok
    return isPlainCustomer(body)
      ? no(cameBack(exchange))
      : soft(cameBack(exchange), 'the names have other characters than letters of ASCII')
  })

const shows = (id: string, found: Records): Matcher<Exchange> =>
  matcher(`the payment ${id}`, (exchange) =>
    found.id(exchange)?.toLowerCase() === id.toLowerCase() || mentions(exchange, id) ? ok : no(cameBack(exchange)),
  )

/** Valid creations are accepted, read back and replayed, whatever they hold and however they are written. */
export async function acceptedCreations(t: CheckContext): Promise<Property<GeneratedCreation>> {
  const record = await t.use(records)
  return {
    values: () => creations(t),
    async attempt(value, found) {
      const sent = named(t, value)
      const made = await send(t, sent, 'generated creation')
      untroubled(made, found)
      const liberty = libertyOf(value)
      if (liberty !== undefined && !ACCEPTED.test(made).ok) {
        found.observe(liberty, cameBack(made), [made])
        return
      }
      if (!found.judge('pay.create.mobile', made, taken(value))) return
      const id = record.id(made)
      const again = await send(t, sent, 'the same again')
      untroubled(again, found)
      found.judge('pay.idempotency.replay-status', again, status(200))
      if (id === undefined || json(made.response) === undefined) return
      if (ACCEPTED.test(again).ok) found.judge('pay.idempotency.replay-same-payment', again, shows(id, record))
      const seen = await read(t, sent.key, id, 'the generated payment')
      untroubled(seen, found)
      found.judge('pay.create.returns-payment', seen, status('2xx'))
    },
  }
}
