import {
  all,
  type Check,
  type Exchange,
  isUtcTime,
  type Matcher,
  matcher,
  member,
  no,
  ok,
  soft,
  status,
} from 'assay-conformance/kit'
import { defineCheck, defineFixture } from '../define.ts'
import { ask, giveBack, idOf, lend, list, listed } from './client.ts'
import { answerFirst, inboxFor } from './inboxes.ts'
import { copyFor, othersLoan, renewal, standingLoan } from './loans.ts'
import { refusal } from './refusal.ts'

/** A loan that was told where to report its return, and returned. Its first report is answered with an error. */
export const returnedLoan = defineFixture({
  name: 'returned-loan',
  needs: ['library.keys.third', 'library.copies'],
  scriptsReceiver: true,
  cost: { requests: { third: 3 }, spends: { loans: 1 } },
  make: async (t) => {
    const inbox = inboxFor(t, 'loan.returned')
    if (inbox !== undefined) answerFirst(inbox, { kind: 'status', status: 500 })
    const asked = { copy: copyFor(t, 'returned'), ...(inbox === undefined ? {} : { notify_url: inbox.url }) }
    const { id, copy } = await lend(t, 'third', asked, 'a loan to be returned')
    return { id, copy, inbox, answer: await giveBack(t, 'third', id, 'the return') }
  },
})

const lacks = (id: string): Matcher<Exchange> =>
  matcher('a list without the loan that ended', (answer) => (listed(answer).includes(id) ? no('a list with it') : ok))

const shows = (own: string, foreign: string): Matcher<Exchange> =>
  matcher("a list with the member's loan and without another's", (answer) => {
    const ids = listed(answer)
    if (!ids.includes(own)) return no(`a list of ${ids.length} loans without it`)
    return ids.includes(foreign) ? no("a list with another's") : ok
  })

/** The reading of two sentences: Endpoints calls a return safe to repeat, Errors has a row for a second one. */
const repeatable: Matcher<Exchange> = matcher('2xx', (answer) => {
  const outcome = status('2xx').test(answer)
  if (outcome.ok) return ok
  return refusal('ended').test(answer).ok
    ? soft(outcome.actual, 'a return is called safe to repeat, and has an error row for it')
    : outcome
})

export const returning: readonly Check[] = [
  // Loans: returning ends a loan. Endpoints: a return is safe to repeat.
  defineCheck({
    id: 'lib/returning/ends',
    title: 'A returned loan is over, and its copy can be lent again',
    covers: ['lib.loan.return-ends', 'lib.loan.return-repeated'],
    needs: ['library.keys.third'],
    uses: [returnedLoan],
    tier: 'write',
    cost: { requests: { third: 6 }, spends: { loans: 1 } },
    run: async (t) => {
      const { id, copy, answer } = await t.use(returnedLoan)
      if (!t.judge('lib.loan.return-ends', answer, status('2xx')))
        t.abortBlocked('the loan could not be returned', [answer])
      t.observe('lib.open.return-answer', String(answer.response?.status), [answer])
      t.judge('lib.loan.return-ends', await list(t, 'third', 'after the return'), all(status(200), lacks(id)))
      const read = await ask(t, { operation: 'GET /loans/{id}', label: 'a returned loan', as: 'third', id })
      t.judge('lib.loan.return-ends', read, all(status(200), member('/returned_at', isUtcTime)))
      const renewed = await ask(t, { operation: 'POST /loans/{id}/renew', label: 'a returned loan', as: 'third', id })
      t.judge('lib.loan.return-ends', renewed, refusal('ended'))
      t.judge('lib.loan.return-repeated', await giveBack(t, 'third', id, 'the return, repeated'), repeatable)
      const again = await ask(t, { operation: 'POST /loans', label: 'a returned copy', as: 'third', body: { copy } })
      if (t.judge('lib.loan.return-ends', again, status('2xx')))
        await giveBack(t, 'third', idOf(t, again), 'what was lent again')
    },
  }),

  // Endpoints: the list has every loan of the member that has not ended, and nobody else's.
  defineCheck({
    id: 'lib/returning/listed',
    title: 'Each member is shown their own loans, renewed ones too',
    covers: ['lib.loan.listed'],
    needs: ['library.keys.member', 'library.keys.other'],
    uses: [standingLoan, renewal, othersLoan],
    cost: { requests: { member: 1, other: 1 } },
    run: async (t) => {
      const [own, others] = [await t.use(standingLoan), await t.use(othersLoan)]
      await t.use(renewal)
      t.judge('lib.loan.listed', await list(t, 'member', "a member's list"), all(status(200), shows(own.id, others.id)))
      t.judge('lib.loan.listed', await list(t, 'other', "another's list"), all(status(200), shows(others.id, own.id)))
    },
  }),
]
