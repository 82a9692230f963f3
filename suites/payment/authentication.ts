import { type Check, defineCheck, defineRule } from '../../kit/check.ts'
import { subjectOf } from '../../kit/context.ts'
import { type Exchange, json } from '../../kit/http/exchange.ts'
import { cameBack, matcher, no, ok, show, soft, status, valueAt } from '../../kit/match/index.ts'
import type { Claim } from '../../kit/target/claims.ts'
import type { RequirementId } from '../../specs/index.ts'
import { Tally } from '../tally.ts'
import { create, read } from './api.ts'
import { NO_UUID, randomUuid } from './identifiers.ts'
import { type Row, refusal } from './refusal.ts'
import { anonymous, CUT_OFF, isRouted, unknownKey, unknownRead } from './strangers.ts'

const OTHER_401: readonly Row[] = ['401 unauthorized', '401 UNAUTHORIZED', '401 MERCHANT_NOT_FOUND']

interface Claimed {
  readonly name: 'revoked' | 'inactiveMerchant' | 'unresolved' | 'unknownMerchant'
  readonly covers: RequirementId
  readonly row: Row
  readonly title: string
}

// Errors › Authentication: each of the four has one row.
const claimed: readonly Claimed[] = [
  {
    name: 'revoked',
    covers: 'pay.auth.revoked-key',
    row: '401 invalid_api_key',
    title: 'A revoked key answers invalid_api_key',
  },
  {
    name: 'inactiveMerchant',
    covers: 'pay.auth.inactive-merchant',
    row: '401 invalid_api_key',
    title: 'A key of a deactivated merchant answers invalid_api_key',
  },
  {
    name: 'unresolved',
    covers: 'pay.auth.unresolved-identity',
    row: '401 UNAUTHORIZED',
    title: 'A key whose merchant cannot be resolved answers UNAUTHORIZED',
  },
  {
    name: 'unknownMerchant',
    covers: 'pay.auth.merchant-not-found',
    row: '401 MERCHANT_NOT_FOUND',
    title: 'A key without merchant account answers MERCHANT_NOT_FOUND',
  },
]

const ofClaimed = ({ name, covers, row, title }: Claimed): Check =>
  defineCheck({
    id: `pay/authentication/${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    title,
    covers: [covers],
    needs: [`payment.keys.${name}` satisfies Claim],
    cost: { requests: { [name]: 1 } },
    run: async (t) => {
      t.judge(covers, await read(t, t.key(name), randomUuid(t), `${name} key`), refusal([row]))
    },
  })

export const authentication: readonly Check[] = [
  // Errors › Authentication: a request without Authorization is answered 401 unauthorized, spelled in lower case.
  defineCheck({
    id: 'pay/authentication/missing-header',
    title: 'Every endpoint answers unauthorized to a request without Authorization',
    covers: ['pay.auth.missing-header'],
    needs: ['payment'],
    uses: [anonymous],
    cost: { requests: { none: 1 } },
    run: async (t) => {
      const expected = refusal(['401 unauthorized'])
      t.judge('pay.auth.missing-header', await read(t, undefined, randomUuid(t), 'no credentials'), expected)
      // Whether another defect comes first is the next check's question.
      for (const each of await t.use(anonymous)) {
        if (each.response?.status === 401) t.judge('pay.auth.missing-header', each, expected)
      }
    },
  }),

  // Authentication: it is checked before the request reaches an endpoint.
  defineCheck({
    id: 'pay/authentication/before-endpoint',
    title: 'Bad ids, bodies and missing keys of unauthenticated requests answer 401',
    covers: ['pay.auth.before-endpoint'],
    needs: ['payment'],
    uses: [anonymous, unknownKey, unknownRead],
    cost: { requests: { none: 2 } },
    run: async (t) => {
      const nobody = (await t.use(anonymous)).filter(isRouted)
      for (const each of nobody) t.judge('pay.auth.before-endpoint', each, status(401))
      // What an unknown key alone is answered is another check's question.
      if ((await t.use(unknownRead)).response?.status !== 401) return
      const as = await t.use(unknownKey)
      const label = 'unknown key, bad body, no Idempotency-Key'
      const stranger = [
        await create(t, { label, as, body: CUT_OFF, expects: 'refused' }),
        await read(t, as, NO_UUID, 'unknown key, bad id'),
      ]
      for (const each of stranger.filter(isRouted)) t.judge('pay.auth.before-endpoint', each, status(401))
    },
  }),

  // Authentication: requests carry Authorization: Bearer and the key. A key in another dress would be let in by a lax reader.
  defineCheck({
    id: 'pay/authentication/scheme',
    title: 'A key under another scheme or bare, and Bearer without a key, answer 401',
    covers: ['pay.auth.scheme'],
    needs: ['payment.keys.live'],
    cost: { requests: { none: 3 } },
    run: async (t) => {
      const key = t.target.payment?.keys?.live?.[0] ?? ''
      const dresses = [
        { label: 'scheme Basic', authorization: `Basic ${key}` },
        { label: 'bare key', authorization: key },
        { label: 'Bearer without key', authorization: 'Bearer' },
      ]
      for (const { label, authorization } of dresses) {
        const answer = await read(t, { authorization }, randomUuid(t), label)
        t.judge('pay.auth.scheme', answer, refusal(['401 unauthorized', '401 invalid_api_key']))
      }
    },
  }),

  // Errors › Authentication: an invalid key is answered 401 invalid_api_key.
  defineCheck({
    id: 'pay/authentication/unknown-key',
    title: 'An unknown key answers invalid_api_key',
    covers: ['pay.auth.invalid-key'],
    needs: ['payment'],
    uses: [unknownRead],
    run: async (t) => {
      t.judge('pay.auth.invalid-key', await t.use(unknownRead), refusal(['401 invalid_api_key'], OTHER_401))
    },
  }),

  ...claimed.map(ofClaimed),

  // Authentication: a request with Bearer and a live key is let in, at every endpoint.
  defineRule({
    id: 'pay/authentication/bearer',
    title: 'A live key is let in',
    covers: ['pay.auth.bearer'],
    needs: ['payment.keys.live'],
    run: async (t) => {
      const tally = new Tally(t, 'pay.auth.bearer', 'any answer but 401')
      const lets = matcher<Exchange>('any answer but 401', (each) =>
        each.response?.status === 401 ? no(cameBack(each)) : ok,
      )
      for (const each of t.exchanges()) {
        if (/^live\[/.test(each.key) && each.response !== undefined) tally.test(subjectOf(each), each, lets, each)
      }
      tally.close('no request with a live key was answered in this run')
    },
  }),

  // Errors › Authentication: the two lower-case codes carry no details.
  defineRule({
    id: 'pay/authentication/no-details',
    title: 'unauthorized and invalid_api_key carry no details',
    covers: ['pay.auth.no-details'],
    run: async (t) => {
      const tally = new Tally(t, 'pay.auth.no-details', 'no details')
      const without = matcher<unknown>('no details', (details) => {
        if (details === undefined) return ok
        return details === null
          ? soft('details null', 'details is omitted rather than null')
          : no(`details ${show(details)}`)
      })
      for (const each of t.exchanges()) {
        const body = json(each.response)
        if (each.service !== 'payment' || each.response?.status !== 401) continue
        if (!['unauthorized', 'invalid_api_key'].includes(String(valueAt(body, '/error_code')))) continue
        tally.test(subjectOf(each), each, without, valueAt(body, '/details'))
      }
      tally.close('no 401 with one of the two codes was seen in this run')
    },
  }),
]
