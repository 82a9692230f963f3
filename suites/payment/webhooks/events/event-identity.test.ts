import { describe, expect, test } from 'vitest'
import { OTHER, type Told, told } from '../../../../tests/made-up/payment-events.ts'
import { exchangeOf, saidBy } from '../../../../tests/made-up/recorded.ts'
import { CREATE } from '../../client/api.ts'
import { inboxName } from '../deliveries.ts'
import { eventIdentity } from './event-identity.ts'

const [stable, unique] = eventIdentity
const ONE = '11111111-1111-4111-8111-111111111111'
const TWO = '22222222-2222-4222-8222-222222222222'

/** One address that a payment was given for both. */
const both = {
  inboxes: { [inboxName('p', 'webhook')]: 'http://h/in' },
  exchanges: [exchangeOf({ operation: CREATE, sent: { webhook_url: 'http://h/in', callback_url: 'http://h/in' } })],
}

describe('the attempts of an event', () => {
  const KEPT = ['pass pay.event.id-stable']
  const BROKEN = ['fail pay.event.id-stable']
  const NOTHING = ['unexercised pay.event.id-stable']
  const failed: Told = { status: 'completed', previous: 'processing', at: 1, answered: 500 }
  const again: Told = { ...failed, eventId: TWO, answered: 200 }
  const open: Told = { ...failed, status: 'processing', previous: 'pending' }
  const openAgain: Told = { ...again, status: 'processing', previous: 'pending' }

  test.for<[string, Told[], string[]]>([
    ['keep its event_id', [failed, { ...failed, answered: 200 }], KEPT],
    [
      'keep it in whatever letter case',
      [
        { ...failed, eventId: 'AB' },
        { ...again, eventId: 'ab' },
      ],
      KEPT,
    ],
    ['are none where there is one', [failed], NOTHING],
    ['are none after it was taken', [{ ...failed, answered: 200 }, failed], NOTHING],
    ['have another one: contradicted', [failed, again], BROKEN],
    [
      'have another one after a late answer',
      [{ ...failed, answered: { kind: 'status', status: 200, delayMs: 1 } }, again],
      BROKEN,
    ],
    ['have another one after none', [{ ...failed, answered: { kind: 'hang', forMs: 9 } }, again], BROKEN],
    ['have another one after 300', [{ ...failed, answered: 300 }, again], BROKEN],
    ['have another one after 199', [{ ...failed, answered: 199 }, again], BROKEN],
    ['of an end have another one although the first was taken', [{ ...failed, answered: 299 }, again], BROKEN],
    [
      'are another event where the first one was taken and is no end',
      [
        { ...open, answered: 299 },
        { ...openAgain, at: 2 },
      ],
      NOTHING,
    ],
    ['are another event with another status', [failed, { ...again, status: 'failed' }], NOTHING],
    ['are another event with another previous status', [failed, { ...again, previous: 'pending' }], NOTHING],
    ['are another event with another name', [failed, { ...again, name: 'payment.done' }], NOTHING],
    ['are another event of another payment', [failed, { ...again, payment: OTHER }], NOTHING],
    ['are told of elsewhere at another inbox', [failed, { ...again, of: 'q' }], NOTHING],
    ['without an event_id are judged elsewhere', [failed, { ...again, eventId: null }], NOTHING],
    ['after one without an event_id are, too', [{ ...failed, eventId: null }, again], NOTHING],
    [
      'without a payment are, too',
      [
        { ...failed, payment: null },
        { ...again, payment: null },
      ],
      NOTHING,
    ],
    [
      'without a status are, too',
      [
        { ...failed, status: undefined },
        { ...again, status: undefined },
      ],
      NOTHING,
    ],
    ['may come between those of another id', [failed, again, failed], [...BROKEN]],
    [
      'that are told twice under the second id are contradicted once',
      [failed, { ...again, answered: 500 }, again],
      BROKEN,
    ],
    [
      'of a status that is not final warn, as it may come twice',
      [open, { ...openAgain, at: 2 }],
      ['warn pay.event.id-stable'],
    ],
    ['of the same moment contradict', [open, openAgain], BROKEN],
    ['of an end contradict at any moment', [failed, { ...again, at: 2 }], BROKEN],
    [
      'are another event where the payment went back',
      [
        open,
        { ...open, status: 'pending', previous: 'processing', eventId: OTHER, answered: 200 },
        { ...openAgain, at: 2 },
      ],
      NOTHING,
    ],
    [
      'are not where another payment went back',
      [
        open,
        { ...open, status: 'pending', previous: 'processing', eventId: OTHER, payment: OTHER, answered: 200 },
        openAgain,
      ],
      BROKEN,
    ],
    [
      'are not where it went elsewhere',
      [open, { ...open, status: 'failed', previous: 'processing', eventId: OTHER, answered: 200 }, openAgain],
      BROKEN,
    ],
  ])('%s', async ([_, events, expected]) => {
    expect(await saidBy(stable, { deliveries: events.map(told) })).toEqual(expected)
  })

  test('at one address in both roles may differ', async () => {
    expect(await saidBy(stable, { deliveries: [failed, again].map(told), ...both })).toEqual(NOTHING)
  })
})

describe('an event_id', () => {
  const first: Told = { eventId: ONE, status: 'processing' }
  const KEPT = 'pass pay.event.id-unique'
  const SHARED = 'fail pay.event.id-unique'
  const NOTHING = 'unexercised pay.event.id-unique'

  test.for<[string, Told[], string]>([
    ['of its own on each of two events', [first, { eventId: TWO, status: 'completed' }], KEPT],
    ['of one event alone shows nothing', [first, first], NOTHING],
    ['of two statuses', [first, { eventId: ONE, status: 'completed' }], SHARED],
    ['of two payments', [first, { ...first, payment: OTHER, reference: 'r2' }], SHARED],
    [
      'of two ids with one reference: which is wrong is judged elsewhere',
      [first, { ...first, payment: OTHER }, { eventId: TWO, status: 'failed' }],
      KEPT,
    ],
    [
      'of one id with two references, likewise',
      [first, { ...first, reference: 'r2' }, { eventId: TWO, status: 'failed' }],
      KEPT,
    ],
    [
      'in another letter case is the same',
      [
        { ...first, eventId: 'AB' },
        { eventId: 'ab', status: 'failed' },
      ],
      SHARED,
    ],
    [
      'that is missing twice is none',
      [
        { ...first, eventId: null },
        { status: 'failed', eventId: null },
      ],
      NOTHING,
    ],
    ['without a payment is judged elsewhere', [first, { eventId: ONE, status: 'failed', payment: null }], NOTHING],
    ['without a status as well', [first, { eventId: ONE, status: undefined }], NOTHING],
    ['shared by the third event', [first, first, { eventId: ONE, status: 'failed' }], SHARED],
  ])('%s', async ([_, events, expected]) => {
    const said = await saidBy(unique, { deliveries: events.map(told) })
    expect([...new Set(said.filter((each) => !each.startsWith('pay.open')))]).toEqual([expected])
  })

  const end: Told = { eventId: ONE, status: 'completed' }
  test.for<[string, Told[], string | undefined]>([
    ['the same', [end, { ...end, to: 'callback' }], 'both URLs get one event_id'],
    ['its own', [end, { ...end, eventId: TWO, to: 'callback' }], 'each URL gets an event_id of its own'],
    ['nothing, where one URL was called twice', [end, { ...end, eventId: TWO }], undefined],
    ['nothing, where another end was told', [end, { ...end, status: 'failed', to: 'callback' }], undefined],
    ['nothing, where it is another payment', [end, { ...end, payment: OTHER, to: 'callback' }], undefined],
    ['nothing, where it is no end', [first, { ...first, to: 'callback' }], undefined],
    ['nothing, where there is none', [end, { ...end, eventId: null, to: 'callback' }], undefined],
  ])('at the two URLs is observed to be %s', async ([_, events, expected]) => {
    const said = await saidBy(unique, { deliveries: events.map(told) })
    const open = said.find((each) => each.startsWith('pay.open'))
    expect(open).toBe(expected === undefined ? undefined : `pay.open.event-id-across-urls: ${expected}`)
  })
})
