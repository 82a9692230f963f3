/** What a receiver made of events, by transaction or message: in memory, as much of an application as its probe shows. */
export function openBook() {
  const seen = new Set()
  const effects = new Map()
  const add = (id, status, amount) =>
    effects.set(id, {
      status,
      applied: (effects.get(id)?.applied ?? 0) + 1,
      ...(amount === undefined ? {} : { amount }),
    })
  return {
    /** @returns whether an event is new; it is known from now on */
    isNew(id) {
      if (seen.has(id)) return false
      seen.add(id)
      return true
    },
    add,
    effect: (id) => effects.get(id),
  }
}

const ENDS = ['completed', 'failed', 'expired', 'cancelled']

/** Takes a payment event as its document says: once by event_id, and never back from an end. */
export function bookPayment(book, event) {
  if (!book.isNew(event.event_id)) return
  const before = book.effect(event.transaction_id)?.status
  const status = ENDS.includes(before) && !ENDS.includes(event.data.status) ? before : event.data.status
  book.add(event.transaction_id, status, event.data.amount)
}

/** Takes an SMS event as its document says: once by id, by event and not by status. */
export function bookMessage(book, event) {
  if (event.channel !== 'sms' || !book.isNew(event.id)) return
  book.add(event.data.message_id, event.event.replace('sms.', ''))
}
