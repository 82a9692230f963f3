import { describe, expect, test } from 'vitest'
import type { Exchange, TransportFault } from '../../../kit/http/exchange.ts'
import { matcher, no, ok } from '../../../kit/match/index.ts'
import { CAMPAIGN, SEND, SENDERS } from './operations.ts'
import { hasPassed, isTrouble, lostOnes, mayPass, sparing, staysBroken, staysForbidden } from './trouble.ts'

const URL = 'https://msg.example/v1/whatsapp/senders'

function answer(came: number | TransportFault['kind'], more: Partial<Exchange> = {}): Exchange {
  const request = { method: 'GET', url: URL, headers: [], body: Buffer.alloc(0) }
  const received =
    typeof came === 'number'
      ? { response: { status: came, headers: [], body: Buffer.alloc(0) } }
      : { fault: { kind: came, message: came } }
  const known = { id: 'x', service: 'messaging', check: '', label: '', sentAt: 0, endedAt: 0 }
  return { ...known, operation: SENDERS, key: 'bound', request, ...received, ...more } as Exchange
}

test.each([
  [503, 'bound', true],
  [502, '', true],
  ['reset', 'bound', true],
  ['refused', 'bound', true],
  ['timeout', 'bound', false],
  [401, 'bound', true],
  [403, 'unbound', true],
  [402, 'bound', true],
  // Whom these keys keep out is what they are there for.
  [403, 'restricted', false],
  [401, '', false],
  [500, 'bound', false],
  [422, 'bound', false],
  [200, 'bound', false],
] as const)('%s with the key %j is trouble: %s', (came, key, expected) => {
  expect(isTrouble(answer(came, { key }))).toBe(expected)
})

describe('what is sent once more', () => {
  test.each([
    ['a reading that failed', answer(500), true, true],
    ['a reading with a key that was live before', answer(401), true, true],
    ['a reading without its access token', answer(401), false, false],
    [
      'a reading with a key that has no permission, and was not known for a moment',
      answer(401, { key: 'restricted' }),
      true,
      true,
    ],
    ['a reading with a key that has no permission', answer(403, { key: 'restricted' }), true, false],
    ['a reading that an account is turned away from', answer(402), true, true],
    ['a request without a key that a firewall answered', answer(403, { key: '' }), true, true],
    ['a refusal of a missing key', answer(401, { key: '' }), true, false],
    ['a send', answer(503, { operation: SEND }), true, false],
    ['a resource that is not there', answer(404), true, false],
  ] as const)('%s', (_, exchange, isWhole, expected) => {
    expect(mayPass(exchange, isWhole)).toBe(expected)
  })
})

describe('a server error has passed', () => {
  const other = answer(500, { request: { ...answer(500).request, url: `${URL}?is_active=true` } })
  test.each([
    ['where the same request was answered otherwise', answer(500), [answer(500), answer(200)], true],
    ['not where only another request was', answer(500), [answer(500), answer(200, { request: other.request })], false],
    ['where a gateway spoke once', answer(502), [answer(502)], true],
    ['where the same request was refused otherwise', answer(500), [answer(500), answer(499)], true],
    ['not where it was another server error', answer(500), [answer(500), answer(501)], false],
    ['not where it is none', answer(499), [answer(499), answer(200)], false],
    ['not where it spoke each time', answer(502), [answer(502), answer(502)], false],
  ] as const)('%s', (_, failure, all, expected) => {
    expect(hasPassed(failure, all)).toBe(expected)
  })
})

describe('a check that spares trouble', () => {
  const said: string[] = []
  const sent: Exchange[] = []
  const t = {
    exchanges: () => sent,
    judge: (id: string, ...more: readonly unknown[]) => said.push(`judged ${[id, ...more.slice(2)].join(' ')}`) > 0,
    markBlocked: (id: string) => said.push(`blocked ${id}`),
  }
  const accepts = (status: number) =>
    matcher<Exchange>(String(status), ({ response }) => (response?.status === status ? ok : no('another')))

  test.each([
    ['msg.senders.list', answer(503), 200, 'blocked'],
    ['msg.senders.list', answer(403), 200, 'blocked'],
    ['msg.senders.list', answer(403), 403, 'judged'],
    // A reading with a live key that is still unknown after it was tried again.
    ['msg.senders.list', answer(401), 200, 'judged'],
    ['msg.send.accepted', answer(401, { operation: SEND }), 200, 'blocked'],
    ['msg.auth.bearer-invalid', answer(403), 401, 'judged'],
    ['msg.senders.list', answer(500), 200, 'judged'],
  ] as const)('%s, %#', (id, exchange, wanted, expected) => {
    said.length = 0
    sparing(t as never as Parameters<typeof sparing>[0]).judge(id, exchange, accepts(wanted))
    expect(said).toEqual([`${expected} ${id}`])
  })

  test('what is judged keeps where it belongs, and what it is held against', () => {
    said.length = 0
    const spared = sparing(t as never as Parameters<typeof sparing>[0])
    spared.judge('msg.senders.list', answer(200), accepts(200), { form: 'a' } as never, ['x0'] as never)
    expect(said).toEqual(['judged msg.senders.list [object Object] x0'])
  })
})

test('a live key that is let in nowhere any more says nothing of what was asked', () => {
  const judged: string[] = []
  const judgeIn = (
    id: 'msg.senders.list' | 'msg.auth.bearer-not-needed',
    subject: Exchange,
    ...sent: Exchange[]
  ): void => {
    const t = {
      exchanges: () => [...sent, subject],
      judge: () => judged.push('judged') > 0,
      markBlocked: () => judged.push('blocked'),
    }
    const none = matcher<Exchange>('none', () => no('another'))
    sparing(t as never as Parameters<typeof sparing>[0]).judge(id, subject, none)
  }
  const refused = answer(401, { sentAt: 10 })
  const elsewhere = answer(401, { operation: SEND, sentAt: 9 })
  judgeIn('msg.senders.list', refused, answer(200, { sentAt: 5 }), elsewhere)
  judgeIn('msg.auth.bearer-not-needed', refused, answer(200, { sentAt: 5 }), elsewhere)
  expect(judged.splice(0)).toEqual(['blocked', 'blocked'])
  // Where it is let in at other endpoints, or was asked for at no other since, it is not let in here.
  judgeIn('msg.senders.list', refused, elsewhere, answer(200, { operation: SEND, sentAt: 11 }))
  judgeIn('msg.senders.list', refused, answer(200, { operation: SEND, sentAt: 5 }))
  judgeIn('msg.senders.list', refused, elsewhere)
  // What lacks its access token is no word on the key.
  judgeIn('msg.senders.list', refused, answer(401, { operation: CAMPAIGN, sentAt: 9 }))
  expect(judged).toEqual(['judged', 'judged', 'judged', 'judged'])
})

test('who has no key is forbidden for good once one request stayed so as often as it is sent', () => {
  const stranger = (came: number, label = 'a') => answer(came, { key: '', label })
  const context = (...exchanges: Exchange[]) => ({ exchanges: () => exchanges })
  const four = [1, 2, 3, 4].map(() => stranger(403))
  expect(staysForbidden(context(...four), stranger(403, 'b'), 4)).toBe(true)
  expect(staysForbidden(context(...four.slice(1)), stranger(403, 'b'), 4)).toBe(false)
  expect(staysForbidden(context(...four, stranger(401)), stranger(403, 'b'), 4)).toBe(false)
  expect(staysForbidden(context(...four), stranger(401, 'b'), 4)).toBe(false)
  expect(staysForbidden(context(...four), answer(403), 4)).toBe(false)
})

test('a service answers nothing but server errors once two requests stayed so, and none was answered otherwise', () => {
  const stranger = (came: number, label = 'a') => answer(came, { key: '', label })
  const context = (...exchanges: Exchange[]) => ({ exchanges: () => exchanges })
  const stayed = ['a', 'b'].flatMap((label) => [1, 2, 3, 4].map(() => stranger(500, label)))
  expect(staysBroken(context(...stayed), stranger(500, 'c'), 4)).toBe(true)
  expect(staysBroken(context(...stayed.slice(1)), stranger(500, 'c'), 4)).toBe(false)
  expect(staysBroken(context(...stayed, stranger(499, 'd')), stranger(500, 'c'), 4)).toBe(false)
  expect(staysBroken(context(...stayed), stranger(401, 'c'), 4)).toBe(false)
  // Who has a key may be answered otherwise, and a request without an answer is none.
  expect(staysBroken(context(...stayed, answer(200)), stranger(500, 'c'), 4)).toBe(true)
  expect(staysBroken(context(...stayed), answer(500), 4)).toBe(false)
  expect(staysBroken(context(...stayed, answer('reset', { key: '' })), stranger(500, 'c'), 4)).toBe(true)
})

test('an answer that was lost, or one of trouble, may be of what was carried out', () => {
  const all = [answer(200), answer(502), answer('reset'), answer(404), answer(503, { operation: SEND, sentAt: 5 })]
  const t = { exchanges: () => all }
  expect(lostOnes(t, SENDERS)).toEqual([all[1], all[2]])
  expect([lostOnes(t, SEND), lostOnes(t, SEND, { until: 5 })]).toEqual([[all[4]], []])
  // A gateway gives up a minute before what stands behind it.
  expect([60_000, 120_000].map((from) => lostOnes(t, SEND, { from }).length)).toEqual([1, 0])
})
