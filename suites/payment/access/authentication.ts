import type { Check } from '../../../kit/check/check.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import { Tally } from '../../../kit/check/verdicts/tally.ts'
import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { cameBack, lenient, matcher, no, ok, show, soft, status, valueAt } from '../../../kit/match/index.ts'
import { CREATE, type Credentials, create, PROFILE, read, refresh, updateProfile } from '../client/api.ts'
import { freshKey, LONGEST } from '../client/bodies.ts'
import { COMPLETED_PAYMENT } from '../client/observed.ts'
import { draft, mobilePayment } from '../client/payment.ts'
import { type Row, refusal } from '../client/refusal.ts'
import { type CheckContext, type Claim, defineCheck, defineRule, type RequirementId } from '../define.ts'
import { NO_UUID, randomUuid } from './identifiers.ts'
import { anonymous, CUT_OFF, isRouted, unknownKey, unknownRead } from './invalid-credentials.ts'
import { judgeRefusedKey, type RefusedKey } from './refused-keys.ts'

/** A header without a key: it holds none that is valid. */
const NO_KEY = 'Bearer without key'
const KEYLESS: readonly Row[] = ['401 unauthorized', '401 invalid_api_key']

const OTHER_401: readonly Row[] = ['401 UNAUTHORIZED', '401 MERCHANT_NOT_FOUND']

interface Claimed {
  readonly name: Exclude<RefusedKey, 'test'>
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

const TYPICAL = { revoked: 5, inactiveMerchant: 4, unresolved: 3, unknownMerchant: 3 } as const satisfies Record<
  Claimed['name'],
  number
>

const ofClaimed = ({ name, covers, row, title }: Claimed): Check =>
  defineCheck({
    id: `pay/authentication/${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    title,
    covers: [covers],
    // Where a target knows none of the usual keys of the file, it need not know this one.
    needs: [`payment.keys.${name}` satisfies Claim, 'payment.keys.live'],
    uses: [anonymous],
    cost: {
      requests: { [name]: 5 },
      spends: { payments: 1 },
      typical: { requests: { [name]: TYPICAL[name] }, spends: { payments: 0 } },
    },
    run: async (t) => {
      // The lower-case codes come from the authentication layer; the others may come from an endpoint that has read a body.
      const layered = row === '401 invalid_api_key'
      for (const answer of await everywhere(t, t.key(name), `${name} key`, layered))
        judgeRefusedKey(t, covers, answer, name, row)
      // A creation of which nothing is wrong but its key, where one may be made. What it leaves is looked for later, which
      // stands in the way of its own merchant only.
      if (name === 'inactiveMerchant' || !t.permits('write') || !t.has('payment.bodies.mobile')) return
      const label = `${name} key, creation`
      const { body, idempotencyKey } = draft(t, { label })
      const answer = await create(t, { label, as: t.key(name), body, idempotencyKey, expects: 'refused' })
      judgeRefusedKey(t, covers, answer, name, row)
    },
  })

/**
 * The four endpoints with a key that none of them lets in. Where one does, there is nothing to execute; a bad body is
 * sent only where it is known to be looked at after the key.
 */
async function everywhere(t: CheckContext, as: Credentials, label: string, bodies: boolean): Promise<Exchange[]> {
  const answers = [await read(t, as, randomUuid(t), label), await refresh(t, as, randomUuid(t), label)]
  const bad = `${label}, bad body`
  for (const { operation, response } of await t.use(anonymous)) {
    if (response?.status !== 401 || !bodies) continue
    // A profile that may not be written is not asked for.
    if (operation === PROFILE && t.has('allow.profileWrites')) answers.push(await updateProfile(t, as, CUT_OFF, bad))
    if (operation === CREATE) answers.push(await create(t, { label: bad, as, body: CUT_OFF, expects: 'refused' }))
  }
  return answers
}

export const authentication: readonly Check[] = [
  // Errors › Authentication: a request without Authorization is answered 401 unauthorized, spelled in lower case.
  defineCheck({
    id: 'pay/authentication/missing-header',
    title: 'Every endpoint answers unauthorized to a request without Authorization',
    covers: ['pay.auth.missing-header'],
    needs: ['payment'],
    uses: [anonymous],
    cost: { requests: { none: 2 } },
    run: async (t) => {
      const expected = refusal(['401 unauthorized'])
      t.judge('pay.auth.missing-header', await read(t, undefined, randomUuid(t), 'no credentials'), expected)
      // The header of the messaging service: what both share may look for either.
      const [apiKey] = t.service.keys?.live ?? []
      if (apiKey !== undefined) {
        const answer = await read(t, { apiKey }, randomUuid(t), 'a live key in X-API-Key')
        t.judge('pay.auth.missing-header', answer, expected)
      }
      // Whether another defect comes first is the next check's question.
      for (const each of await t.use(anonymous)) {
        if (each.response?.status === 401) t.judge('pay.auth.missing-header', each, expected)
      }
    },
  }),

  // The same of a payment that is there: an endpoint that forgets to ask would show it.
  defineCheck({
    id: 'pay/authentication/existing-payment',
    title: 'A payment is neither read nor refreshed nor replayed without Authorization or with an unknown key',
    covers: ['pay.auth.missing-header', 'pay.auth.invalid-key'],
    needs: ['payment.keys.live', 'payment.bodies.mobile'],
    uses: [mobilePayment, unknownKey],
    tier: 'write',
    cost: { requests: { none: 6 } },
    run: async (t) => {
      const { id, body, idempotencyKey } = await t.use(mobilePayment)
      const stranger = await t.use(unknownKey)
      // A store of answers that stands before authentication gives the payment to whoever has its Idempotency-Key.
      const replayed = (_: CheckContext, as: Credentials, _id: string, label: string) =>
        create(t, { label, as, body, idempotencyKey, expects: 'refused' })
      for (const request of [read, refresh, replayed]) {
        const nobody = await request(t, undefined, id, 'a payment that is there, no credentials')
        t.judge('pay.auth.missing-header', nobody, refusal(['401 unauthorized']))
        const unknown = await request(t, stranger, id, 'a payment that is there, unknown key')
        t.judge('pay.auth.invalid-key', unknown, refusal(['401 invalid_api_key'], OTHER_401))
      }
    },
  }),

  // Authentication: it is checked before the request reaches an endpoint.
  defineCheck({
    id: 'pay/authentication/before-endpoint',
    title: 'Bad ids, bodies and missing keys of unauthenticated requests answer 401',
    covers: ['pay.auth.before-endpoint', 'pay.auth.invalid-key'],
    needs: ['payment'],
    uses: [anonymous, unknownKey, unknownRead],
    cost: { requests: { none: 4 } },
    run: async (t) => {
      const nobody = (await t.use(anonymous)).filter(isRouted)
      for (const each of nobody) t.judge('pay.auth.before-endpoint', each, status(401))
      // What an unknown key alone is answered is another check's question.
      if ((await t.use(unknownRead)).response?.status !== 401)
        return t.markUnexercised('pay.auth.invalid-key', 'not met', 'an unknown key alone was not answered 401')
      const as = await t.use(unknownKey)
      const label = 'unknown key, bad body, no Idempotency-Key'
      const stranger = [
        await create(t, { label, as, body: CUT_OFF, expects: 'refused' }),
        await create(t, {
          label: 'unknown key, over-long Idempotency-Key',
          as,
          body: CUT_OFF,
          idempotencyKey: freshKey(t, LONGEST + 1),
          expects: 'refused',
        }),
        await read(t, as, NO_UUID, 'unknown key, bad id'),
        await updateProfile(t, as, CUT_OFF, 'unknown key, bad body'),
      ]
      for (const each of stranger.filter(isRouted)) {
        t.judge('pay.auth.before-endpoint', each, status(401))
        if (each.response?.status === 401)
          t.judge('pay.auth.invalid-key', each, refusal(['401 invalid_api_key'], OTHER_401))
      }
      t.markUnexercised('pay.auth.invalid-key', 'not met', 'no endpoint answered 401 to an unknown key')
    },
  }),

  // Authentication: requests carry Authorization: Bearer and the key. A key in another dress would be let in by a lax reader.
  defineCheck({
    id: 'pay/authentication/scheme',
    title: 'A key under another scheme or bare, and Bearer without a key, answer 401',
    covers: ['pay.auth.scheme', 'pay.auth.invalid-key'],
    needs: ['payment.keys.live'],
    cost: { requests: { none: 3 } },
    run: async (t) => {
      const key = t.service.keys?.live?.[0] ?? ''
      const dresses = [
        { label: 'scheme Basic', authorization: `Basic ${key}` },
        { label: 'bare key', authorization: key },
        { label: NO_KEY, authorization: 'Bearer' },
      ]
      for (const { label, authorization } of dresses) {
        const answer = await read(t, { authorization }, randomUuid(t), label)
        t.judge('pay.auth.scheme', answer, refusal(KEYLESS))
        // Which 4xx a header of another form has is implied only; no key at all is nothing that a server fails over.
        if (label !== NO_KEY) continue
        if (status(401).test(answer).ok || (answer.response?.status ?? 0) >= 500)
          t.judge('pay.auth.invalid-key', answer, status(401))
        else t.markUnexercised('pay.auth.invalid-key', 'not met', `${NO_KEY} came to ${cameBack(answer)}`)
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

  // What is almost a key is none either: a lookup that forgives case, or looks at the beginning only, lets strangers in.
  defineCheck({
    id: 'pay/authentication/almost-a-key',
    title:
      'A live key with one character more or less, or in other case, and a made-up test key answer invalid_api_key',
    covers: ['pay.auth.invalid-key'],
    needs: ['payment.keys.live'],
    cost: { requests: { none: 4 } },
    run: async (t) => {
      const key = t.service.keys?.live?.[0] ?? ''
      const swapped = key.replaceAll(/[a-z]/gi, (each) =>
        each === each.toLowerCase() ? each.toUpperCase() : each.toLowerCase(),
      )
      const invalid = refusal(['401 invalid_api_key'], OTHER_401)
      const almost = [
        ['a live key with one character more', `${key}0`, invalid],
        ['a live key with one character less', key.slice(0, -1), invalid],
        ['a live key with other case', swapped, lenient(invalid, 'no sentence says that the case of a key counts')],
        // Authentication: keys of this form are test keys, yet not every text of this form is a key.
        ['the form of a test key', `sk_test_${randomUuid(t).replaceAll('-', '')}`, invalid],
      ] as const
      for (const [label, value, expected] of almost) {
        if (value === key || value === '') continue
        const answer = await read(t, { authorization: `Bearer ${value}` }, randomUuid(t), label)
        t.judge('pay.auth.invalid-key', answer, expected)
      }
    },
  }),

  ...claimed.map(ofClaimed),

  // Authentication: a request with Bearer and a live key is let in, at every endpoint.
  defineRule({
    id: 'pay/authentication/bearer',
    title: 'A live key is let in',
    covers: ['pay.auth.bearer'],
    needs: ['payment.keys.live'],
    observes: COMPLETED_PAYMENT,
    run: async (t) => {
      const tally = new Tally(t, 'pay.auth.bearer', 'any answer but 401')
      // A key that the target denies at once may be none of its keys, as all of them may be where there is one alone.
      const isTaken = (key: string): boolean => /^live\[/.test(key) && t.key(key as `live[${number}]`) !== undefined
      // A limiter may speak before anybody has looked at the key.
      const answered = t
        .exchanges()
        .filter(({ key, response }) => response !== undefined && response.status !== 429 && isTaken(key))
      const groups = [({ key }: Exchange) => key, ({ operation }: Exchange) => operation].flatMap((nameOf) =>
        [...new Set(answered.map(nameOf))].map((name) => answered.filter((each) => nameOf(each) === name)),
      )
      for (const group of groups) {
        const [first] = group
        // A key that is let in at another time met somebody who could not look it up for a moment.
        if (first === undefined || group.some(({ response }) => response?.status !== 401)) tally.agree(group)
        else tally.contradict({ subject: subjectOf(first), actual: cameBack(first), evidence: group.slice(0, 2) })
      }
      tally.close('no request with a live key was answered in this run')
    },
  }),

  // Errors › Authentication: the two lower-case codes carry no details.
  defineRule({
    id: 'pay/authentication/no-details',
    title: 'unauthorized and invalid_api_key carry no details',
    covers: ['pay.auth.no-details'],
    observes: COMPLETED_PAYMENT,
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
