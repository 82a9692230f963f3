import { expect, test } from 'vitest'
import { type Exchange, UNSENT } from '../../../kit/http/exchange.ts'
import { CREATE, PROFILE } from '../client/api.ts'
import { AS_THEY_WERE, isProfileUntouched, leftovers } from './leftovers.ts'

/** An update of the profile, and its answer. */
const update = (body: object, status: number, label = 'defaults of the run') =>
  ({
    operation: PROFILE,
    label,
    request: { headers: [['Content-Type', 'application/json']], body: Buffer.from(JSON.stringify(body)) },
    response: { status, headers: [], body: Buffer.alloc(0) },
  }) as unknown as Exchange

const HOOK = { webhook_url: 'https://example.com/hook' }
const EMPTY = { webhook_url: '' }

test.each<[string, Exchange[], number]>([
  [
    'a URL of the run that cannot be taken away is left behind',
    [update(HOOK, 200), update(EMPTY, 400, AS_THEY_WERE)],
    1,
  ],
  ['one that was taken away is not', [update(HOOK, 200), update(EMPTY, 200, AS_THEY_WERE)], 0],
  [
    'one that was taken away once a limiter let it be is not',
    [update(HOOK, 200), update(EMPTY, 429, AS_THEY_WERE), update(EMPTY, 200, AS_THEY_WERE)],
    0,
  ],
  [
    'one that a payment alone had is not',
    [{ ...update(HOOK, 201), operation: CREATE }, update(HOOK, 400), update(EMPTY, 400, AS_THEY_WERE)],
    0,
  ],
  [
    'one that was written though its answer does not say so may be',
    [update(HOOK, 502), update(EMPTY, 400, AS_THEY_WERE)],
    1,
  ],
  ['one that was never taken is not', [update(HOOK, 404), update(EMPTY, 404, AS_THEY_WERE)], 0],
])('%s', (_, exchanges, many) => {
  expect(leftovers(exchanges)).toHaveLength(many)
})

test('what a key that is to be refused wrote is in the profile of its merchant, whom nobody can put back', () => {
  const both = { ...HOOK, callback_url: 'https://example.com/callback' }
  const other = (key: string, body: object, status: number) => ({ ...update(body, status), key })
  const taken = [
    other('unresolved', both, 200),
    other('revoked', HOOK, 401),
    other('otherMerchant', HOOK, 200),
    other('unknownMerchant', {}, 200),
  ]
  expect(leftovers(taken)).toEqual([
    'left behind: webhook_url and callback_url of this run in the profile of the merchant of payment.keys.unresolved, unless that is the merchant of payment.keys.live, whose profile is put back',
  ])
})

test('a profile is untouched where nobody is there to update it: what is refused may be written all the same', () => {
  expect(isProfileUntouched([update(HOOK, 404), update(HOOK, 405), { ...update(HOOK, 201), operation: CREATE }])).toBe(
    true,
  )
  expect(isProfileUntouched([update(HOOK, 404), { ...update(HOOK, 401), key: '' }])).toBe(true)
  for (const status of [400, 401, 422, 429, 502])
    expect(isProfileUntouched([update(HOOK, 404), update(HOOK, status)])).toBe(false)
  expect(isProfileUntouched([update(HOOK, 200)])).toBe(false)
})

test('nor is one touched by an update that was never sent', () => {
  const lost = (fault: object): Exchange =>
    ({ ...update(HOOK, 200), response: undefined, fault }) as unknown as Exchange
  const unsent = [lost({ kind: 'stopped', message: UNSENT }), lost({ kind: 'refused', message: 'refused' })]
  expect(isProfileUntouched(unsent)).toBe(true)
  expect(isProfileUntouched([...unsent, lost({ kind: 'stopped', message: 'the run was stopped' })])).toBe(false)
})
