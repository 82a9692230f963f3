import { daysAfter, type Loan, type Operation } from '../domain.ts'
import { decides, type Patch, recode, waive } from '../patch.ts'
import { refusalOf } from '../refusal.ts'
import { flaw } from './flaw.ts'

/** Changes how one operation shows loans. */
const shows =
  (operation: Operation, change: (loan: Loan) => object): Patch =>
  (before) => ({
    ...before,
    loan: (loan, asked) => ({ ...before.loan(loan, asked), ...(asked === operation ? change(loan) : {}) }),
  })

/** Changes which loans a member's list has. */
const lists =
  (change: (loans: readonly Loan[], member: string, own: readonly Loan[]) => readonly Loan[]): Patch =>
  (before) => ({ ...before, list: (loans, member) => change(loans, member, before.list(loans, member)) })

const isOut = ({ returnedAt }: Loan): boolean => returnedAt === undefined

/** What is broken about loans and holds. */
export const loanFlaws = {
  'creates-with-200': flaw('A loan is answered 200', ['lib.loan.created'], { creationStatus: 200 }),
  'shows-another-copy': flaw(
    'A new loan shows another copy than was asked for',
    ['lib.loan.created'],
    shows('borrow', () => ({ copy: 'emma-2' })),
  ),
  'shows-no-copy': flaw(
    'A new loan shows no copy',
    ['lib.loan.created'],
    shows('borrow', () => ({ copy: undefined })),
  ),
  'due-after-15-days': flaw('Loans last a day longer', ['lib.loan.due'], { loanDays: 15 }),
  'due-as-time': flaw(
    'The due day is a time',
    ['lib.loan.due'],
    shows('borrow', ({ due }) => ({ due: `${due}T00:00:00Z` })),
  ),
  'copy-optional': flaw('A loan without a copy is looked for', ['lib.loan.copy-known'], waive('no-copy')),
  'unknown-copy-invalid': flaw(
    'An unknown copy is called an invalid request',
    ['lib.loan.copy-known'],
    decides((refusal, operation, before) =>
      refusal.cause === 'absent' && operation === 'borrow' ? refusalOf('no-copy') : before,
    ),
  ),
  'lends-what-is-out': flaw('A copy that is out is lent again', ['lib.loan.on-loan'], {
    objections: ['kept', 'limit'],
  }),
  'on-loan-as-held': flaw(
    'A copy that is out is called held',
    ['lib.loan.on-loan'],
    recode('on-loan', { code: 'held' }),
  ),
  'four-loans': flaw('A member may have four loans', ['lib.loan.limit'], { loanLimit: 4 }),
  'two-loans': flaw('A member may have two loans', ['lib.loan.limit'], { loanLimit: 2 }),
  'ended-loans-count': flaw('Returned loans count to the limit', ['lib.loan.limit'], { counts: () => true }),
  'limit-as-on-loan': flaw(
    'The fourth loan is called on loan',
    ['lib.loan.limit'],
    recode('limit', { code: 'on-loan' }),
  ),
  'renews-for-a-week': flaw('A renewal gives a week', ['lib.loan.renew-once'], {
    renewedUntil: ({ due }) => daysAfter(due, 7),
  }),
  'renews-from-today': flaw('A renewal gives 14 days from today', ['lib.loan.renew-once'], {
    renewedUntil: () => daysAfter(new Date(), 14),
  }),
  'renews-twice': flaw('A loan is renewed as often as one likes', ['lib.loan.renew-once'], waive('renewed')),
  'forgets-renewal': flaw(
    'A renewal is answered and not kept',
    ['lib.loan.renew-once'],
    shows('read', ({ due, renewed }) => (renewed ? { due: daysAfter(due, -14), renewed: false } : {})),
  ),
  'lists-ended-loans': flaw(
    'Returned loans stay in the list',
    ['lib.loan.return-ends'],
    lists((loans, member) => loans.filter((each) => each.member === member)),
  ),
  'renews-ended-loans': flaw(
    'Returned loans can be renewed',
    ['lib.loan.return-ends'],
    waive('ended', 'renew', 'return'),
  ),
  'never-back-on-shelf': flaw('A returned copy is never lent again', ['lib.loan.return-ends', 'lib.hold.order'], {
    isOut: () => true,
  }),
  'second-return-ended': flaw(
    'A second return is called ended',
    ['lib.loan.return-repeated'],
    decides((refusal, operation, before) => (refusal.cause === 'ended' && operation === 'return' ? refusal : before)),
  ),
  'second-return-not-found': flaw(
    'A second return finds nothing',
    ['lib.loan.return-repeated'],
    decides((refusal, operation, before) =>
      refusal.cause === 'ended' && operation === 'return' ? refusalOf('absent') : before,
    ),
  ),
  'lists-everybody': flaw(
    "The list has everybody's loans",
    ['lib.loan.listed'],
    lists((loans) => loans.filter(isOut)),
  ),
  'lists-two': flaw(
    'The list ends after two loans',
    ['lib.loan.listed'],
    lists((_loans, _member, own) => own.slice(0, 2)),
  ),
  'list-forgets-renewed': flaw(
    'Renewed loans are not in the list',
    ['lib.loan.listed'],
    lists((_loans, _member, own) => own.filter(({ renewed }) => !renewed)),
  ),
  'serves-the-last': flaw('Who asked last is served first', ['lib.hold.order'], { next: (queue) => queue.at(-1) }),
  'lends-what-is-kept': flaw('A kept copy is lent to anybody', ['lib.hold.order'], {
    objections: ['on-loan', 'limit'],
  }),
  'kept-as-on-loan': flaw('A kept copy is called on loan', ['lib.hold.order'], recode('kept', { code: 'on-loan' })),
  'positions-from-zero': flaw('The first of a queue has the position 0', ['lib.hold.order'], (before) => ({
    ...before,
    hold: (hold, position) => before.hold(hold, position - 1),
  })),
} as const
