import {
  all,
  type Check,
  type Exchange,
  equals,
  isText,
  type Matcher,
  matcher,
  member,
  no,
  ok,
  show,
  status,
} from 'assay-conformance/kit'
import { defineCheck } from '../define.ts'
import { borrow, giveBack, idOf } from './client.ts'
import { firstLoan, renewal, standingLoan } from './loans.ts'
import { refusal } from './refusal.ts'

const LOAN_DAYS = 14
const DAY_MS = 86_400_000

const dayAfter = (from: number, days: number): string => new Date(from + days * DAY_MS).toISOString().slice(0, 10)

/** Due so many days after the day of an answer; about midnight two days are right. */
function dueAfter(days: number, { sentAt, endedAt }: Exchange): Matcher<Exchange> {
  const lawful = [...new Set([sentAt, endedAt].map((each) => dayAfter(each, days)))]
  const due = matcher<unknown>(lawful.join(' or '), (value) =>
    lawful.includes(value as string) ? ok : no(show(value)),
  )
  return member('/due', due)
}

export const borrowing: readonly Check[] = [
  // Endpoints: POST /loans answers 201 and the loan. Loans: it is due 14 days after the day on which it began.
  defineCheck({
    id: 'lib/borrowing/created',
    title: 'A copy on the shelf is lent for 14 days',
    covers: ['lib.loan.created', 'lib.loan.due'],
    needs: ['library.keys.member', 'library.copies'],
    uses: [firstLoan],
    tier: 'write',
    run: async (t) => {
      const { copy, answer } = await t.use(firstLoan)
      t.judge('lib.loan.created', answer, all(status(201), member('/id', isText), member('/copy', equals(copy))))
      t.control(answer, status('2xx'))
      t.judge('lib.loan.due', answer, dueAfter(LOAN_DAYS, answer))
    },
  }),

  // Errors: 400 invalid-request without a copy, 404 not-found for an unknown one. The control is a loan that was given.
  defineCheck({
    id: 'lib/borrowing/copy-known',
    title: 'Loans without a copy, and of an unknown one, are refused',
    covers: ['lib.loan.copy-known'],
    needs: ['library.keys.member'],
    uses: [standingLoan],
    tier: 'refuse',
    cost: { requests: { member: 3 }, spends: { loans: 3 }, typical: { spends: { loans: 0 } } },
    run: async (t) => {
      await t.use(standingLoan)
      for (const [label, body] of [
        ['without a copy', {}],
        ['a copy that is a number', { copy: 17 }],
      ] as const)
        t.judge('lib.loan.copy-known', await borrow(t, 'member', body, label), refusal('invalid-request'))
      const unknown = await borrow(t, 'member', { copy: t.fresh('copy') }, 'an unknown copy')
      t.judge('lib.loan.copy-known', unknown, refusal('not-found'))
    },
  }),

  // Loans: a copy that is out is not lent again before it is returned.
  defineCheck({
    id: 'lib/borrowing/on-loan',
    title: 'A copy that is out is not lent to another member',
    covers: ['lib.loan.on-loan'],
    needs: ['library.keys.other'],
    uses: [standingLoan],
    tier: 'refuse',
    cost: { requests: { other: 2 }, spends: { loans: 1 }, typical: { requests: { other: 1 }, spends: { loans: 0 } } },
    run: async (t) => {
      const { copy } = await t.use(standingLoan)
      const answer = await borrow(t, 'other', { copy }, 'a copy that is out')
      const isRefused = t.judge('lib.loan.on-loan', answer, refusal('on-loan'))
      if (!isRefused && status('2xx').test(answer).ok)
        await giveBack(t, 'other', idOf(t, answer), 'what should not have been lent')
    },
  }),

  // Loans: a loan can be renewed once, and is due 14 days later for it.
  defineCheck({
    id: 'lib/borrowing/renewal',
    title: 'A loan is renewed once, for 14 days',
    covers: ['lib.loan.renew-once'],
    needs: ['library.keys.member'],
    uses: [renewal],
    tier: 'write',
    run: async (t) => {
      const { due, first, after, second } = await t.use(renewal)
      const from = Date.parse(due)
      if (Number.isNaN(from)) t.abortBlocked('the loan to be renewed shows no day on which it is due', [first])
      const later = all(status(200), member('/due', equals(dayAfter(from, LOAN_DAYS))))
      t.judge('lib.loan.renew-once', first, all(later, member('/renewed', equals(true))))
      t.judge('lib.loan.renew-once', after, later)
      t.judge('lib.loan.renew-once', second, refusal('renewed'))
    },
  }),
]
