import { all, type Check, type Exchange, equals, json, member, status, valueAt } from 'assay-conformance/kit'
import { defineCheck, defineFixture, type FixtureContext } from '../define.ts'
import { ask, borrow, giveBack, idOf, lend, type Member } from './client.ts'
import { answerFirst, inboxFor } from './inboxes.ts'
import { copyFor } from './loans.ts'
import { refusal } from './refusal.ts'

const holdFor = (t: FixtureContext, as: Member, body: object, label: string): Promise<Exchange> =>
  ask(t, { operation: 'POST /holds', label, as, body })

/** A receiver that stays silent, ms: longer than the 5 seconds after which an attempt has failed. */
const silence = (t: FixtureContext): number => Math.max(t.clock.scaled(10), 4000)

/** A copy that two members waited for when it was returned. The first report to the first of them meets silence. */
export const queue = defineFixture({
  name: 'queue',
  needs: ['library.keys.member', 'library.keys.other', 'library.keys.third', 'library.copies'],
  scriptsReceiver: true,
  cost: { requests: { member: 3, other: 2, third: 2 }, spends: { loans: 1 } },
  make: async (t) => {
    const { id, copy } = await lend(t, 'member', { copy: copyFor(t, 'queued') }, 'a loan that others wait for')
    const waiting = async (who: Member, label: string) => {
      const inbox = inboxFor(t, 'hold.ready', who)
      if (inbox !== undefined) answerFirst(inbox, { kind: 'hang', forMs: silence(t) })
      const answer = await holdFor(t, who, { copy, ...(inbox === undefined ? {} : { notify_url: inbox.url }) }, label)
      return { who, inbox, answer, id: idOf(t, answer) }
    }
    const waiters = [await waiting('other', 'the first hold'), await waiting('third', 'the second hold')] as const
    t.control(await giveBack(t, 'member', id, 'a copy that is waited for'), status('2xx'))
    const read = ({ who, id: hold }: (typeof waiters)[number]): Promise<Exchange> =>
      ask(t, { operation: 'GET /holds/{id}', label: 'once the copy is back', as: who, id: hold })
    const [first, second] = [await read(waiters[0]), await read(waiters[1])]
    const isReady = (answer: Exchange): boolean => valueAt(json(answer.response), '/ready') === true
    const ready = isReady(first) ? waiters[0] : isReady(second) ? waiters[1] : undefined
    return { copy, waiters, first, second, ready }
  },
})

export const holds: readonly Check[] = [
  // Holds: members are served in the order in which they asked; a copy that came back is kept for the first of them.
  defineCheck({
    id: 'lib/holds/order',
    title: 'A copy that comes back is kept for the first who asked, then for the second',
    covers: ['lib.hold.order'],
    needs: ['library.keys.other', 'library.keys.third'],
    uses: [queue],
    tier: 'write',
    cost: { requests: { other: 2, third: 4 }, spends: { loans: 3 }, typical: { spends: { loans: 2 } } },
    run: async (t) => {
      const { copy, waiters, first, second } = await t.use(queue)
      const at = (position: number) => member('/position', equals(position))
      t.judge('lib.hold.order', waiters[0].answer, all(status(201), at(1)))
      t.judge('lib.hold.order', waiters[1].answer, all(status(201), at(2)))
      t.judge('lib.hold.order', first, member('/ready', equals(true)))
      t.judge('lib.hold.order', second, member('/ready', equals(false)))
      const early = await borrow(t, 'third', { copy }, 'out of turn')
      if (!t.judge('lib.hold.order', early, refusal('held'))) {
        if (status('2xx').test(early).ok) await giveBack(t, 'third', idOf(t, early), 'what was out of turn')
        return
      }
      for (const { who } of waiters) {
        const own = await borrow(t, who, { copy }, 'in turn')
        if (!t.judge('lib.hold.order', own, status('2xx'))) return
        await giveBack(t, who, idOf(t, own), 'after the turn')
      }
    },
  }),

  // Holds: a hold on a copy that is on the shelf may be refused.
  defineCheck({
    id: 'lib/holds/on-shelf',
    title: 'A hold on a copy that is on the shelf',
    covers: ['lib.hold.on-shelf'],
    needs: ['library.keys.other', 'library.copies'],
    tier: 'write',
    cost: { requests: { other: 3 }, spends: { loans: 1 }, typical: { requests: { other: 1 }, spends: { loans: 0 } } },
    run: async (t) => {
      const copy = copyFor(t, 'unborrowed')
      const answer = await holdFor(t, 'other', { copy }, 'a copy on the shelf')
      t.judge('lib.hold.on-shelf', answer, refusal('on-shelf'))
      // A hold that was taken ends when its copy is borrowed.
      if (status('2xx').test(answer).ok)
        await giveBack(t, 'other', idOf(t, await borrow(t, 'other', { copy }, 'to end the hold')), 'the held copy')
    },
  }),
]
