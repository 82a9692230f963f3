import fc from 'fast-check'
import type { Finding } from '../../../kit/check/context.ts'
import { header } from '../../../kit/http/exchange.ts'
import { cameBack, show, status, valueAt } from '../../../kit/match/index.ts'
import { verifyTimestamped } from '../../../kit/signature/signature.ts'
import type { Delivery } from '../../../kit/webhooks/delivery.ts'
import { Undecided } from '../../shared/generated/findings.ts'
import type { Property } from '../../shared/generated/property.ts'
import type { CheckContext } from '../define.ts'
import { isAmount } from '../lifecycle/reading.ts'
import { inboxName, receiver } from '../webhooks/deliveries.ts'
import { creations, type GeneratedCreation } from './bodies.ts'
import { named, send, untroubled } from './sending.ts'

const LABEL = 'generated payments'
/** Deliveries that did not come, one after the other, after which none is waited for any more. */
const PATIENCE = 3

/** Events tell of a payment what its creation said, and verify over their raw bytes, whatever the creation holds. */
export async function toldPayments(t: CheckContext): Promise<Property<GeneratedCreation>> {
  const inbox = receiver(t, t.inbox(inboxName(LABEL, 'webhook')))
  const completed = t.service.outcomes?.completed?.with ?? {}
  const within = (t.target.webhooks?.deliveryWithin ?? 30) * 1000
  let silent = 0
  return {
    values: () =>
      fc
        .record({ value: creations(t) })
        .map(({ value }) => ({ ...value, body: { ...value.body, ...completed, amount: value.body.amount } })),
    async attempt(value, found) {
      if (silent >= PATIENCE) throw new Undecided('events of generated payments do not arrive')
      const sent = named(t, value, { webhook_url: inbox.url })
      const made = await send(t, sent, LABEL)
      untroubled(made, found)
      // Whether it is taken is judged elsewhere.
      if (!status('2xx').test(made).ok) throw new Undecided(cameBack(made))
      const { reference } = sent
      const mine = ({ json }: Pick<Delivery, 'json'>): boolean =>
        String(valueAt(json, '/merchant_reference')).slice(0, reference.length - value.referenceTail.length) ===
        reference.slice(0, reference.length - value.referenceTail.length)
      const delivery = await inbox.next(mine, { within }).catch(() => undefined)
      silent = delivery === undefined ? silent + 1 : 0
      if (delivery === undefined) throw new Undecided('no event came')
      const evidence = [made, delivery]
      const same = (pointer: string, wanted: unknown): Finding => {
        const told = valueAt(delivery.json, pointer)
        // How many decimals an amount keeps is not shown.
        const isRounded = typeof told === 'number' && !Number.isInteger(wanted) && isAmount(told, wanted, [1])
        return {
          ok: told === wanted,
          soft: isRounded,
          subject: `the event of ${LABEL}`,
          expected: `${pointer} ${show(wanted)}`,
          actual: show(told),
          evidence,
        }
      }
      found.conclude('pay.event.merchant-reference', same('/merchant_reference', reference))
      found.conclude('pay.event.amount', same('/data/amount', value.body.amount))
      found.conclude('pay.event.currency', same('/data/currency', value.body.currency))
      verified(t, delivery, found.conclude.bind(found), evidence)
    },
  }
}

function verified(
  t: CheckContext,
  delivery: Delivery,
  conclude: (id: 'pay.signature.verifies', finding: Finding) => boolean,
  evidence: Finding['evidence'],
): void {
  const key = t.service.signingKey
  if (key === undefined || key === '') return
  const line = (name: string): string => header(delivery.headers, name) ?? ''
  conclude('pay.signature.verifies', {
    ok: verifyTimestamped(key, line('X-Pay-Signature'), line('X-Pay-Timestamp'), delivery.body).ok,
    subject: `the signature of an event of ${LABEL}`,
    expected: 'the HMAC-SHA256 of timestamp, dot and raw body under the signing key',
    actual: 'another digest',
    evidence,
  })
}
