import { type Exchange, json } from '../../../../kit/http/exchange.ts'
import { status, valueAt } from '../../../../kit/match/index.ts'
import { create } from '../../client/api.ts'
import { type Draft, draft, mobilePayment, submit } from '../../client/payment.ts'
import { records } from '../../client/records.ts'
import { MOST_READS, readUntil } from '../../client/rereading.ts'
import { defineFixture, type FixtureContext } from '../../define.ts'
import { cardCreation } from '../card.ts'
import { isDead, refused } from './same-reference.ts'

/** A mobile payment with the reference of another one, and with URLs of its own. */
function duplicateOf(t: FixtureContext, { key, reference }: Pick<Draft, 'key' | 'reference'>, label: string) {
  const { body, idempotencyKey } = draft(t, { label, as: key, members: { reference } })
  return create(t, { label, as: key, body, idempotencyKey, expects: 'refused' })
}

/** The same beside another card payment right after that was made: on fast clocks the first has ended before anybody gets to it. */
async function atOnce(t: FixtureContext, { key, body }: Draft): Promise<Exchange | undefined> {
  const { reference: _, webhook_url: __, callback_url: ___, ...members } = body
  const another = draft(t, { label: 'card payment, once more', kind: 'card', as: key, members })
  if (!status('2xx').test(await submit(t, another)).ok) return undefined
  return duplicateOf(t, another, 'reference of the card payment, at once')
}

interface DuplicateOfCard {
  readonly answer: Exchange
  /** The first payment had ended without success. */
  readonly isFree: boolean
  /** Where the duplicate was taken and the first payment is completed by now: the answer to that of one which was made just before. */
  readonly live?: Exchange
}

/**
 * A mobile payment with the reference of the card payment, which lives, and with URLs of its own: refused, it changes
 * nothing of the other one, whose end is told where it was to be told.
 */
export const duplicateOfCard = defineFixture({
  name: 'duplicate-of-card',
  needs: ['payment.keys.live', 'payment.bodies.mobile', 'payment.bodies.card'],
  uses: [mobilePayment, cardCreation, records],
  cost: {
    requests: { live: 3 + MOST_READS },
    spends: { payments: 3 },
    typical: { requests: { live: 1 }, spends: { payments: 0 } },
  },
  make: async (t): Promise<DuplicateOfCard> => {
    // It settles which of several UUIDs in an answer is the id.
    await t.use(mobilePayment)
    const { sent, answer } = await t.use(cardCreation)
    t.control(answer, status('2xx'))
    const duplicate = await duplicateOf(t, sent, 'reference of the card payment')
    if (refused.test(duplicate).ok && valueAt(json(duplicate.response), '/details/existing_status') === 'completed')
      await atOnce(t, sent)
    const found = await t.use(records)
    const id = found.id(answer)
    if (!status('2xx').test(duplicate).ok || id === undefined) return { answer: duplicate, isFree: false }
    // A payment that has ended leaves its reference. Others end it as soon as this is known.
    const now = await readUntil(t, sent.key, id, 'is the first payment alive still?', (each) => isDead(found, each, id))
    const isCompleted = found.status(now, id)?.toLowerCase() === 'completed'
    const live = isCompleted ? await atOnce(t, sent) : undefined
    return { answer: duplicate, isFree: isDead(found, now, id), ...(live !== undefined && { live }) }
  },
})
