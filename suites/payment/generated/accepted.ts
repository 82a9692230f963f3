import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { cameBack, type Matcher, matcher, no, ok, soft, status } from '../../../kit/match/index.ts'
import type { Findings } from '../../shared/generated/findings.ts'
import type { Property } from '../../shared/generated/property.ts'
import { mentions, type Records, records } from '../client/records.ts'
import { readThere } from '../client/rereading.ts'
import type { CheckContext } from '../define.ts'
import { boundForm, creations, type GeneratedCreation, isPlainCustomer, libertiesOf } from './bodies.ts'
import { named, send, untroubled } from './sending.ts'

const ACCEPTED = status('2xx')

/** No sentence says which letters a name may have. */
const refusedForNames = matcher<Exchange>('2xx', (exchange) =>
  soft(cameBack(exchange), 'the names have other characters than letters of ASCII, and without them it is accepted'),
)

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
      if (!ACCEPTED.test(made).ok) {
        await judgeRefusal(value, made, found)
        return
      }
      found.judge('pay.create.mobile', made, ACCEPTED)
      const id = record.id(made)
      const again = await send(t, sent, 'the same again')
      untroubled(again, found)
      found.judge('pay.idempotency.replay-status', again, status(200))
      if (id === undefined || json(made.response) === undefined) return
      if (ACCEPTED.test(again).ok) found.judge('pay.idempotency.replay-same-payment', again, shows(id, record))
      const seen = await readThere(t, sent.key, id, 'the generated payment')
      untroubled(seen, found)
      found.judge('pay.create.returns-payment', seen, status('2xx'))
    },
  }
  /** Where a target may refuse something of it, the same is asked without: if that is refused as well, nothing of it was the reason. */
  async function judgeRefusal(value: GeneratedCreation, made: Exchange, found: Findings): Promise<void> {
    const [liberty, ...others] = libertiesOf(value)
    if (liberty === undefined && isPlainCustomer(value.body)) {
      found.judge('pay.create.mobile', made, ACCEPTED)
      return
    }
    const bound = await send(t, named(t, boundForm(t, value)), 'the same without what may be refused')
    untroubled(bound, found)
    if (!ACCEPTED.test(bound).ok) found.judge('pay.create.mobile', bound, ACCEPTED)
    else if (liberty === undefined) found.judge('pay.create.mobile', made, refusedForNames)
    // Where several things are unusual none of them is known to be the reason.
    else if (others.length === 0 && isPlainCustomer(value.body)) found.observe(liberty, cameBack(made), [made])
  }
}
