import { status } from '../../../../kit/match/index.ts'
import { create } from '../../client/api.ts'
import { draft, mobilePayment } from '../../client/payment.ts'
import { records } from '../../client/records.ts'
import { MOST_READS, readUntil } from '../../client/rereading.ts'
import { defineFixture } from '../../define.ts'
import { cardCreation } from '../card.ts'
import { isDead } from './same-reference.ts'

/**
 * A mobile payment with the reference of the card payment, which lives, and with URLs of its own: refused, it changes
 * nothing of the other one, whose end is told where it was to be told.
 */
export const duplicateOfCard = defineFixture({
  name: 'duplicate-of-card',
  needs: ['payment.keys.live', 'payment.bodies.mobile', 'payment.bodies.card'],
  uses: [mobilePayment, cardCreation, records],
  cost: {
    requests: { live: 1 + MOST_READS },
    spends: { payments: 1 },
    typical: { requests: { live: 1 }, spends: { payments: 0 } },
  },
  make: async (t) => {
    // It settles which of several UUIDs in an answer is the id.
    await t.use(mobilePayment)
    const { sent, answer } = await t.use(cardCreation)
    t.control(answer, status('2xx'))
    const label = 'reference of the card payment'
    const { body, idempotencyKey } = draft(t, { label, as: sent.key, members: { reference: sent.reference } })
    const duplicate = await create(t, { label, as: sent.key, body, idempotencyKey, expects: 'refused' })
    const found = await t.use(records)
    const id = found.id(answer)
    if (!status('2xx').test(duplicate).ok || id === undefined) return { answer: duplicate, isFree: false }
    // A payment that has ended leaves its reference. Others end it as soon as this is known.
    const now = await readUntil(t, sent.key, id, 'is the first payment alive still?', (each) => isDead(found, each, id))
    return { answer: duplicate, isFree: isDead(found, now, id) }
  },
})
