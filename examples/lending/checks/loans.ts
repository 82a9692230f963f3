import { json, valueAt } from 'assay-conformance/kit'
import { defineFixture, type FixtureContext, lineFor } from '../define.ts'
import { ask, borrow, idOf, lend, returnAfterwards } from './client.ts'

/** Which copies of the target file serve for what: what needs one for itself shares none. */
const SHELF = { standing: 0, others: 1, returned: 2, queued: 3, unborrowed: 4, limit: [4, 5, 6, 7] } as const

/** @throws what ends a check where the target file names no copies */
export function copyFor(t: FixtureContext, use: Exclude<keyof typeof SHELF, 'limit'>): string {
  return copiesOf(t)[SHELF[use]] ?? ''
}

export const copiesForLimit = (t: FixtureContext): readonly string[] =>
  SHELF.limit.map((index) => copiesOf(t)[index] ?? '')

const copiesOf = (t: FixtureContext): readonly string[] =>
  t.service.copies ?? t.abortUnexercised('not claimed', 'the target file names no copies', lineFor('library.copies'))

/** The first loan of the run, unjudged: one check asks whether it was given, the others build upon it. */
export const firstLoan = defineFixture({
  name: 'first-loan',
  needs: ['library.keys.member', 'library.copies'],
  cost: { requests: { member: 1 }, spends: { loans: 1 } },
  make: async (t) => {
    const copy = copyFor(t, 'standing')
    const answer = await borrow(t, 'member', { copy }, 'a copy on the shelf')
    const id = valueAt(json(answer.response), '/id')
    if (typeof id === 'string') returnAfterwards(t, 'member', id)
    return { copy, answer }
  },
})

/** A loan that stays until the end of the run. */
export const standingLoan = defineFixture({
  name: 'standing-loan',
  needs: ['library.keys.member', 'library.copies'],
  uses: [firstLoan],
  cost: { requests: { member: 1 } },
  make: async (t) => {
    const { copy, answer } = await t.use(firstLoan)
    return { copy, id: idOf(t, answer), answer }
  },
})

/** The standing loan renewed, read before and after, and renewed once more. */
export const renewal = defineFixture({
  name: 'renewal',
  needs: ['library.keys.member'],
  uses: [standingLoan],
  cost: { requests: { member: 4 } },
  make: async (t) => {
    const { id } = await t.use(standingLoan)
    const read = (label: string) => ask(t, { operation: 'GET /loans/{id}', label, as: 'member', id })
    const renew = (label: string) => ask(t, { operation: 'POST /loans/{id}/renew', label, as: 'member', id })
    const before = await read('before the renewal')
    const first = await renew('first renewal')
    const after = await read('after the renewal')
    return { due: String(valueAt(json(before.response), '/due')), first, after, second: await renew('second renewal') }
  },
})

/** A loan of another member, for lists that must not show it. */
export const othersLoan = defineFixture({
  name: 'others-loan',
  needs: ['library.keys.other', 'library.copies'],
  cost: { requests: { other: 2 }, spends: { loans: 1 } },
  make: (t) => lend(t, 'other', { copy: copyFor(t, 'others') }, 'a loan of another member'),
})
