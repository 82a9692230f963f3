import { type Check, type Exchange, matcher, no, ok, retryAfter, status } from 'assay-conformance/kit'
import { defineCheck } from '../define.ts'
import { ask, borrow, giveBack, idOf, list, listed, requestOf } from './client.ts'
import { copiesForLimit } from './loans.ts'
import { refusal } from './refusal.ts'

const MOST_LOANS = 3
const RATE = 20
const WINDOW = 10
/** Across the edge of two windows twice the rate is lawful: one request more is not. */
const BURST = 2 * RATE + 1

export const limits: readonly Check[] = [
  // Loans: a member has at most three loans at a time. Endpoints: the list has every one of them.
  defineCheck({
    id: 'lib/limits/loans',
    title: 'A fourth loan is refused, and three are listed',
    covers: ['lib.loan.limit', 'lib.loan.listed'],
    needs: ['library.keys.third', 'library.copies'],
    tier: 'write',
    phase: 'settled',
    cost: { requests: { third: 10 }, spends: { loans: 4 }, typical: { spends: { loans: 3 } } },
    run: async (t) => {
      const before = listed(await list(t, 'third', 'before the limit is tried')).length
      const lent: string[] = []
      let last: Exchange | undefined
      for (const copy of copiesForLimit(t)) {
        last = await borrow(t, 'third', { copy }, `loan ${lent.length + 1}`)
        if (!status('2xx').test(last).ok) break
        lent.push(idOf(t, last))
      }
      const shown = await list(t, 'third', 'with all loans')
      for (const id of lent) await giveBack(t, 'third', id, 'after the limit was tried')
      if (last === undefined) return
      if (lent.length + before < MOST_LOANS) {
        // A refusal for another reason says nothing of the limit.
        t.control(last, refusal('limit-reached'))
        t.judge('lib.loan.limit', last, status(201))
      } else t.judge('lib.loan.limit', last, refusal('limit-reached'))
      t.judge(
        'lib.loan.listed',
        shown,
        matcher('a list with every loan', (answer) => {
          const missing = lent.filter((id) => !listed(answer).includes(id))
          return missing.length === 0 ? ok : no(`a list without ${missing.length} of ${lent.length}`)
        }),
      )
      t.observe('lib.open.list-order', orderOf(lent, listed(shown)), [shown])
    },
  }),

  // Limits: 20 requests in 10 seconds per key. How they are cut is open, so that twice as many may pass at once.
  defineCheck({
    id: 'lib/limits/rate',
    title: 'Requests over the rate are answered 429 until Retry-After is over',
    covers: ['lib.rate.limited', 'lib.rate.retry-after'],
    needs: ['library.keys.third'],
    tier: 'read',
    phase: 'exclusive',
    cost: { requests: { third: BURST + 1 }, unpaced: true, waits: ({ timeScale }) => WINDOW / timeScale + 1 },
    run: async (t) => {
      await t.pause(t.clock.scaled(WINDOW))
      const request = requestOf(t, { operation: 'GET /loans', label: 'over the rate', as: 'third', expects429: true })
      const answers = await t.sendTogether(Array.from({ length: BURST }, () => request))
      const refused = answers.filter((each) => !status('2xx').test(each).ok).toSorted((a, b) => a.endedAt - b.endedAt)
      const served = BURST - refused.length
      const lastedMs =
        Math.max(...answers.map(({ endedAt }) => endedAt)) - Math.min(...answers.map(({ sentAt }) => sentAt))
      const [first] = refused
      const latest = refused.at(-1)
      if (latest === undefined && lastedMs > t.clock.scaled(WINDOW))
        t.abortBlocked(
          `${BURST} requests took ${Math.round(lastedMs)} ms: too long to go over the rate`,
          answers.slice(0, 3),
        )
      t.conclude('lib.rate.limited', {
        ok: served >= RATE && served < BURST,
        subject: `GET /loans (${BURST} at once)`,
        expected: `${RATE} to ${BURST - 1} of them served`,
        actual: `${served} served`,
        evidence: [answers[0], latest].filter((each) => each !== undefined),
      })
      if (first === undefined || latest === undefined) {
        t.markBlocked('lib.rate.retry-after', 'no request was refused for the rate')
        return
      }
      t.judge('lib.rate.limited', first, refusal('too-many-requests'))
      t.observe('lib.open.rate-window', `${served} of ${BURST} requests at once were served`, [first])
      const waitMs = retryAfter(latest)
      if (waitMs === undefined) {
        t.judge(
          'lib.rate.retry-after',
          latest,
          matcher('a Retry-After that can be read', () => no('none')),
        )
        return
      }
      await t.pause(Math.max(0, latest.endedAt + waitMs - t.clock.now()))
      const again = await ask(t, { operation: 'GET /loans', label: 'after Retry-After', as: 'third', expects429: true })
      t.judge('lib.rate.retry-after', again, status('2xx'))
    },
  }),
]

function orderOf(lent: readonly string[], shown: readonly unknown[]): string {
  const order = shown.filter((id) => lent.includes(id as string)).join()
  if (order === lent.join()) return 'oldest first'
  return order === lent.toReversed().join() ? 'newest first' : 'another order than that of borrowing'
}
