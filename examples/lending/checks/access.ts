import { type Check, status } from 'assay-conformance/kit'
import { defineCheck } from '../define.ts'
import { ask, type Operation } from './client.ts'
import { standingLoan } from './loans.ts'
import { refusal } from './refusal.ts'

/** Each with the id of a loan that is there, or with one of nobody: what a stranger must not do is done to nobody. */
const TRIED: readonly (readonly [Operation, 'there' | 'nobody'])[] = [
  ['GET /loans', 'nobody'],
  ['GET /loans/{id}', 'there'],
  ['POST /loans/{id}/renew', 'nobody'],
  ['POST /loans/{id}/return', 'nobody'],
  ['POST /holds', 'nobody'],
]

export const access: readonly Check[] = [
  // Authentication: without a key, and with one that the library does not know, a request is answered 401 unauthorized.
  defineCheck({
    id: 'lib/access/keys',
    title: 'Requests without a key, with an unknown one, and with most of a known one are refused',
    covers: ['lib.access.key-needed'],
    needs: ['library.keys.member'],
    uses: [standingLoan],
    tier: 'refuse',
    cost: { requests: { none: 3 * TRIED.length } },
    run: async (t) => {
      const { id } = await t.use(standingLoan)
      const strangers = [
        ['no key', 'nobody'],
        ['an unknown key', { text: t.fresh('key') }],
        ['a key without its end', { text: t.claimed('library.keys.member').slice(0, -1) }],
      ] as const
      for (const [label, as] of strangers) {
        for (const [operation, which] of TRIED) {
          const body = operation === 'POST /holds' ? { copy: t.fresh('copy') } : undefined
          const answer = await ask(t, { operation, label, as, id: which === 'there' ? id : t.fresh('loan'), body })
          t.judge('lib.access.key-needed', answer, refusal('unauthorized'))
        }
      }
    },
  }),

  // Authentication: a loan of another member is answered like one that does not exist.
  defineCheck({
    id: 'lib/access/not-yours',
    title: "Another member's loan is not found, as one that is not there",
    covers: ['lib.access.not-yours'],
    needs: ['library.keys.member', 'library.keys.other'],
    uses: [standingLoan],
    tier: 'refuse',
    // A library that lets others return it ends the loan that other checks build upon.
    phase: 'settled',
    cost: { requests: { member: 1, other: 6 } },
    run: async (t) => {
      const { id } = await t.use(standingLoan)
      t.control(await ask(t, { operation: 'GET /loans/{id}', label: 'by its member', as: 'member', id }), status(200))
      for (const operation of ['GET /loans/{id}', 'POST /loans/{id}/renew', 'POST /loans/{id}/return'] as const) {
        const none = await ask(t, { operation, label: 'no such loan', as: 'other', id: t.fresh('loan') })
        t.judge('lib.access.not-yours', none, refusal('not-found'))
        const foreign = await ask(t, { operation, label: "another member's", as: 'other', id })
        t.judge('lib.access.not-yours', foreign, refusal('not-found'))
      }
    },
  }),
]
