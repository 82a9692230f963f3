import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../../../kit/http/exchange.ts'
import { PAYMENT, type Told, told } from '../../../../tests/made-up/payment-events.ts'
import { exchangeOf, type Recorded, saidBy } from '../../../../tests/made-up/recorded.ts'
import { CREATE, READ } from '../../client/api.ts'
import { Records } from '../../client/records.ts'
import { eventChanges } from './event-changes.ts'

const [change, fromProcessing, chain] = eventChanges

const shows = (operation: string, status: string, at: number): Exchange =>
  exchangeOf({ operation, url: `http://h/payments/${PAYMENT}`, status: 200, answer: { id: PAYMENT, status }, at })
const created = (status = 'pending'): Exchange => shows(CREATE, status, 0)
const read = (status: string, at = 5): Exchange => shows(READ, status, at)

const said = (
  check: (typeof eventChanges)[number] | undefined,
  events: readonly Told[],
  exchanges: Recorded['exchanges'] = [],
) => saidBy(check, { fixtures: { records: new Records({}) }, exchanges, deliveries: events.map(told) })

const processing: Told = { eventId: 'e1', status: 'processing', previous: 'pending', at: 1 }
const completed: Told = { eventId: 'e2', status: 'completed', previous: 'processing', at: 2 }

describe('status and previous_status of an event', () => {
  const KEPT = ['pass pay.event.is-a-change']
  const NOTHING = 'unexercised pay.event.is-a-change'
  const FIRST = 'pay.open.event-first-change: reported, with previous_status "pending"'

  test.for<[string, Told, Exchange[], string[]]>([
    ['differ', processing, [], KEPT],
    ['are not both there', { ...processing, previous: undefined }, [], [NOTHING]],
    ['are there without a status', { ...processing, status: undefined }, [], [NOTHING]],
    [
      'are the same in the report of a creation, which is open',
      { ...processing, status: 'pending' },
      [created()],
      [FIRST, NOTHING],
    ],
    [
      'are the same later: a repetition may be one',
      { ...completed, status: 'processing' },
      [created()],
      ['warn pay.event.is-a-change'],
    ],
    ['are the same end', { ...completed, previous: 'completed' }, [created()], ['fail pay.event.is-a-change']],
  ])('%s', async ([_, event, exchanges, expected]) => {
    expect(await said(change, [event], exchanges)).toEqual(expected)
  })
})

describe('the previous_status of payment.completed', () => {
  const KEPT = ['pass pay.event.completed-from-processing']
  const BROKEN = ['fail pay.event.completed-from-processing']
  const WARNED = ['warn pay.event.completed-from-processing']
  const NOTHING = ['unexercised pay.event.completed-from-processing']
  const fromPending: Told = { ...completed, previous: 'pending' }
  const back: Told = { eventId: 'e3', status: 'pending', previous: 'processing', at: 1.5 }

  test.for<[string, Told[], Exchange[], string[]]>([
    ['is processing', [completed], [], KEPT],
    ['is pending, and it was not seen to be processing', [fromPending], [created()], KEPT],
    ['is pending, and an answer showed it processing', [fromPending], [created(), read('processing')], BROKEN],
    ['is pending, and an event told of processing', [processing, fromPending], [], BROKEN],
    ['is pending again, as an answer showed', [fromPending], [created(), read('processing'), read('pending', 6)], KEPT],
    [
      'is pending, which only the repeated first answer shows',
      [fromPending],
      [created(), read('processing'), shows(CREATE, 'pending', 6)],
      BROKEN,
    ],
    [
      'is pending, which an answer showed before',
      [fromPending],
      [created(), read('pending', 4), read('processing')],
      BROKEN,
    ],
    ['is pending again, as an event told', [processing, back, fromPending], [], KEPT],
    [
      'is completed, to which it cannot have returned',
      [{ ...completed, previous: 'completed' }],
      [read('processing'), read('completed', 6)],
      BROKEN,
    ],
    ['is an end: judged elsewhere', [{ ...completed, previous: 'failed' }], [created()], NOTHING],
    ['is another word', [{ ...completed, previous: 'queued' }], [created()], WARNED],
    [
      'is another word, though it was seen processing',
      [{ ...completed, previous: 'queued' }],
      [created(), read('processing')],
      BROKEN,
    ],
    ['is missing: judged elsewhere', [{ ...completed, previous: undefined }], [], NOTHING],
    [
      'of an event of another name is not judged',
      [{ ...fromPending, name: 'payment.done' }],
      [read('processing')],
      NOTHING,
    ],
  ])('%s', async ([_, events, exchanges, expected]) => {
    expect(await said(fromProcessing, events, exchanges)).toEqual(expected)
  })
})

describe('the previous_status of an event is one that the payment had', () => {
  const KEPT = 'pass pay.event.chain'
  const BROKEN = 'fail pay.event.chain'
  const NOTHING = 'unexercised pay.event.chain'
  const failed: Told = { eventId: 'e4', status: 'failed', previous: 'processing', at: 3 }

  test.for<[string, Told[], Exchange[], string]>([
    ['as an event told', [processing, failed], [], KEPT],
    ['as an answer showed', [failed], [created(), read('processing')], KEPT],
    ['as an event told that came later', [failed, processing], [], KEPT],
    ['in another spelling', [failed], [created(), read('PROCESSING')], KEPT],
    ['pending, as every payment may have been', [{ ...failed, previous: 'pending' }], [created('processing')], KEPT],
    ['nobody showed it', [failed], [created()], BROKEN],
    ['nobody showed it, nor what it began with: it may be that', [failed], [read('failed')], KEPT],
    [
      'nobody showed two of them, of which one began',
      [failed, { ...failed, eventId: 'e5', status: 'expired', previous: 'queued' }],
      [read('failed')],
      BROKEN,
    ],
    ['processing before payment.completed is as documented', [completed], [created()], NOTHING],
    [
      'which stays as it was without having been entered',
      [{ ...failed, status: 'processing' }],
      [created(), read('processing')],
      BROKEN,
    ],
    [
      'which stays as it was, having been entered',
      [processing, { ...failed, status: 'processing' }],
      [created()],
      KEPT,
    ],
    ['which is missing is judged elsewhere', [{ ...failed, previous: undefined }], [created()], NOTHING],
    ['which one event alone tells shows nothing', [{ ...failed, previous: 'pending' }], [], NOTHING],
    ['unless a status is missing on the way', [{ ...processing, status: undefined }, failed], [created()], NOTHING],
    ['told at callback_url, where not every change is', [{ ...failed, to: 'callback' }], [created()], NOTHING],
    [
      'of what is no id is judged elsewhere',
      [
        { ...failed, payment: 'p-1' },
        { ...processing, payment: 'p-1' },
      ],
      [],
      NOTHING,
    ],
    [
      'in the report of a creation it is open',
      [{ ...processing, status: 'pending', previous: 'queued' }, processing],
      [created()],
      KEPT,
    ],
  ])('%s', async ([_, events, exchanges, expected]) => {
    expect([...new Set(await said(chain, events, exchanges))]).toEqual([expected])
  })

  const expired: Told = { eventId: 'e6', status: 'expired', previous: 'processing', at: 4 }
  const cancelled: Told = { eventId: 'e7', status: 'cancelled', previous: 'processing', at: 5 }
  test.for<[string, Told[], boolean]>([
    ['once', [failed], false],
    ['twice without having been entered: contradicted', [failed, expired], true],
    ['twice, having been entered once more than it was there at first', [processing, failed, expired], false],
    ['three times, having been entered once: contradicted', [processing, failed, expired, cancelled], true],
    [
      'three times, having been entered in other letters',
      [{ ...processing, status: 'PROCESSING' }, failed, expired, cancelled],
      true,
    ],
    ['twice in other letters, which is judged elsewhere', [failed, { ...expired, previous: 'Processing' }], false],
    ['by two attempts of one event', [failed, { ...failed, at: 9 }], false],
    ['by a copy of an event under another id', [failed, { ...failed, eventId: 'e8' }], false],
    ['by events of one id that tell of two statuses', [failed, { ...expired, eventId: 'e4' }], true],
    ['to payment.completed, as documented', [failed, completed], false],
    ['by events that stay as they were', [processing, failed, cancelled, { ...expired, status: 'processing' }], false],
    ['by one that does not say so', [failed, { ...expired, previous: undefined }], false],
  ])('which is left %s', async ([_, events, isTwice]) => {
    const told = await said(chain, events, [created(), read('processing')])
    expect(told.includes(BROKEN)).toBe(isTwice)
  })
})
