import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { OTHER, PAYMENT, type Told, told } from '../../../tests/made-up/payment-events.ts'
import { type Answered, contextOf, exchangeOf, type Recorded } from '../../../tests/made-up/recorded.ts'
import { CREATE, PROFILE, READ, REFRESH } from '../client/api.ts'
import { Records } from '../client/records.ts'
import type { CheckContext } from '../define.ts'
import { paymentEvents } from '../webhooks/deliveries.ts'
import { histories, isKnown, isTerminal, mayReportCreation, statusShown, strangeStatuses } from './histories.ts'

const data = (status: unknown, id = PAYMENT) => ({ data: { id, status } })
const created = (status: unknown, more: Partial<Answered> = {}): Exchange =>
  exchangeOf({ operation: CREATE, status: 201, answer: data(status), ...more })
const shown = (status: unknown, more: Partial<Answered> = {}): Exchange =>
  exchangeOf({
    operation: READ,
    url: `http://127.0.0.1/api/v1/payments/${PAYMENT}`,
    status: 200,
    answer: data(status),
    ...more,
  })
const declined = (error_code: string, more: Partial<Answered> = {}): Exchange =>
  exchangeOf({
    operation: CREATE,
    status: 402,
    answer: { error_code, details: { transaction_id: PAYMENT, status: 'failed' } },
    ...more,
  })

const seenIn = (recorded: Recorded) => {
  const { t } = contextOf<CheckContext>(recorded)
  return histories(t, new Records({}))
}

describe('a status', () => {
  test.for([
    ['pending', true, false],
    ['processing', true, false],
    ['completed', true, true],
    ['failed', true, true],
    ['expired', true, true],
    ['cancelled', true, true],
    // How it is spelled is judged elsewhere, so that only its end counts.
    ['COMPLETED', false, true],
    ['canceled', false, false],
    ['', false, false],
  ] as const)('%s', ([status, known, terminal]) => {
    expect([isKnown(status), isTerminal(status)]).toEqual([known, terminal])
  })
})

describe('the history of a payment', () => {
  test('is told in the order of the answers, whenever the requests were sent', () => {
    const late = created('pending', { id: 'late', at: 0, until: 30 })
    const early = shown('processing', { id: 'early', at: 10, until: 20 })
    const [history] = [...seenIn({ exchanges: [late, early] }).values()]
    expect(history?.shown.map(({ status }) => status)).toEqual(['processing', 'pending'])
  })

  test.for<[string, Exchange, string[]]>([
    ['a creation', created('pending'), ['pending']],
    ['a read', shown('completed'), ['completed']],
    [
      'a refresh',
      shown('failed', { operation: REFRESH, url: `http://h/api/v1/payments/${PAYMENT}/refresh` }),
      ['failed'],
    ],
    ['a read with a query', shown('pending', { url: `http://h/api/v1/payments/${PAYMENT}?x=1` }), ['pending']],
    [
      'an id in upper case is the same',
      shown('pending', { url: `http://h/payments/${PAYMENT.toUpperCase()}` }),
      ['pending'],
    ],
    ['a declined creation', declined('PAYMENT_DECLINED'), ['failed']],
    ['a creation refused with 402 otherwise shows nothing', declined('INSUFFICIENT_FUNDS'), []],
    ['a redirect shows nothing', shown('pending', { status: 302 }), []],
    ['a 299 does', shown('pending', { status: 299 }), ['pending']],
    ['an error shows nothing', shown('pending', { status: 404 }), []],
    ['no answer shows nothing', exchangeOf({ operation: READ, url: `http://h/payments/${PAYMENT}` }), []],
    ['an update of the profile shows nothing', shown('pending', { operation: PROFILE }), []],
    ['a path without a payment shows nothing', shown('pending', { url: 'http://h/api/v1/payments' }), []],
  ])('holds what is shown by %s', ([_, exchange, expected]) => {
    const history = seenIn({ exchanges: [exchange] }).get(PAYMENT)
    expect(history?.shown.map(({ status }) => status) ?? []).toEqual(expected)
  })

  test('holds its events in the order of arrival, those of other payments apart', () => {
    const deliveries = [
      told({ id: 'd1', status: 'completed' }),
      told({ id: 'd2', status: 'processing', payment: PAYMENT.toUpperCase() }),
      told({ id: 'd3', status: 'failed', payment: OTHER }),
      told({ id: 'd4', status: 'failed', payment: null }),
    ]
    const all = seenIn({ deliveries })
    const ids = (payment: string) => all.get(payment)?.events.map(({ delivery }) => delivery.id)
    expect([ids(PAYMENT), ids(OTHER), all.size]).toEqual([['d1', 'd2'], ['d3'], 2])
  })
})

describe('the status that an answer shows', () => {
  const status = (exchange: Exchange, records = new Records({}), service: object = {}) =>
    statusShown(contextOf<CheckContext>({ service }).t, records, exchange)

  test.for<[string, Exchange, string | undefined]>([
    ['is as spelled', created('PENDING'), 'PENDING'],
    ['is known beside nothing', created('pending', { answer: { status: 'pending' } }), 'pending'],
    ['is no other word', created('ok', { answer: { status: 'ok' } }), undefined],
    ['is that of a declined payment', declined('PAYMENT_DECLINED'), 'failed'],
    ['is not that of another refusal', declined('OTHER'), undefined],
    [
      'is none where it is no text',
      declined('PAYMENT_DECLINED', { answer: { error_code: 'PAYMENT_DECLINED', details: { status: 4 } } }),
      undefined,
    ],
    ['is none in an error', created('pending', { status: 400 }), undefined],
  ])('%s', ([_, exchange, expected]) => {
    expect(status(exchange)).toBe(expected)
  })

  // A place learnt from one answer may hold another word in the next one.
  test('that no document names counts beside the id only, or where the target file names its place', () => {
    const learnt = () => {
      const records = new Records({})
      records.settle(CREATE, { id: '/data/id', status: '/data/status' })
      return records
    }
    const alone = created('', { answer: { data: { status: 'accepted' }, id: PAYMENT } })
    const beside = created('accepted')
    expect(status(beside, learnt())).toBe('accepted')
    expect(status(alone, learnt())).toBeUndefined()
    const record = { status: '/data/status' }
    expect(status(alone, new Records(record), { record })).toBe('accepted')
  })
})

describe('strange words in the place of a status', () => {
  const strange = (...exchanges: Exchange[]) => {
    const { t } = contextOf<CheckContext>({ exchanges })
    return strangeStatuses(t, new Records({})).map(({ status }) => status)
  }
  const odd = (word: unknown, more: Partial<Answered> = {}) => shown(word, { id: 'odd', ...more })
  const outside = { answer: { data: { status: 'queued' }, id: PAYMENT } }

  test.for<[string, Exchange[], string[]]>([
    ['beside the id, where others show one', [created('pending'), odd('queued')], ['queued']],
    ['none where no other shows one', [odd('queued')], []],
    ['none in another place', [created('pending'), odd('', { answer: { id: PAYMENT, status: 'queued' } })], []],
    ['none that stands away from the id', [created('pending'), odd('', outside)], []],
    ['none in an error', [created('pending'), odd('queued', { status: 400 })], []],
    ['success speaks of the request', [created('pending'), odd('success')], []],
    ['ok does as well', [created('pending'), odd('OK')], []],
    ['words that hold them do not', [created('pending'), odd('okay')], ['okay']],
    ['a number is no word', [created('pending'), odd(4)], []],
    ['a status is not strange', [created('pending'), odd('failed')], []],
  ])('%s', ([_, exchanges, expected]) => {
    expect(strange(...exchanges)).toEqual(expected)
  })
})

describe('an event may report the creation', () => {
  const early: Told = { status: 'pending', previous: null, at: 10 }
  const may = (event: Told, exchanges: Exchange[] = [created('pending')], others: Told[] = []) => {
    const { t } = contextOf<CheckContext>({ exchanges, deliveries: [event, ...others].map((each) => told(each)) })
    const history = histories(t, new Records({})).get(PAYMENT)
    const [first] = paymentEvents(t)
    if (history === undefined || first === undefined) throw new Error('nothing was told')
    return mayReportCreation(history, first)
  }
  const processing: Told = { status: 'processing', previous: 'pending', at: 10 }

  test.for<[string, Parameters<typeof may>, boolean]>([
    ['with the status that it began with', [early], true],
    ['without a creation that was seen, as pending', [early, []], true],
    ['without a creation that was seen, not as processing', [processing, []], false],
    ['with another status that was shown first', [processing, [created('processing')]], true],
    ['as pending, though the answer showed a later one', [early, [created('processing')]], true],
    ['not with a status that neither began', [processing, [created('pending')]], false],
    ['not with an end', [{ ...early, status: 'failed' }, [created('failed')]], false],
    ['not without a status', [{ previous: null, at: 10 }], false],
    ['with an earlier event of the same status', [early, undefined, [{ status: 'pending', at: 9 }]], true],
    ['not after an event of another status', [early, undefined, [{ status: 'processing', at: 9 }]], false],
    [
      'after one, as a copy of an event before it',
      [{ ...early, at: 12 }, undefined, [early, { status: 'processing', eventId: OTHER, at: 11 }]],
      true,
    ],
    ['before one', [early, undefined, [{ status: 'processing', at: 11 }]], true],
    ['at the same time as one', [early, undefined, [{ status: 'processing', at: 10 }]], true],
    ['where the other says no time', [early, undefined, [{ status: 'processing' }]], true],
  ])('%s', ([_, given, expected]) => {
    expect(may(...given)).toBe(expected)
  })
})
