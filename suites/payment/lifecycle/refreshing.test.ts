import { describe, expect, test } from 'vitest'
import { OTHER, PAYMENT } from '../../../tests/made-up/payment-events.ts'
import { type Answered, exchangeOf, type Recorded, saidBy } from '../../../tests/made-up/recorded.ts'
import { mobilePayment } from '../client/payment.ts'
import { Records, records } from '../client/records.ts'
import { settledPayments } from '../client/settlement.ts'
import { firstRead } from './reading.ts'
import { refreshing } from './refreshing.ts'

const MADE: Answered = { status: 201, answer: { data: { id: PAYMENT, status: 'pending' } } }
const reads = (status: string): Answered => ({ status: 200, answer: { data: { id: PAYMENT, status } } })
const refused = (status: number, error_code: string): Answered => ({ status, answer: { error_code } })
const CONFLICT = refused(409, 'CONFLICT')
const FAILED = refused(502, 'PROVIDER_ERROR')

const world = (recipe: string, answers: readonly Answered[]): Recorded => ({
  service: {
    ...{ baseUrl: 'http://127.0.0.1', keys: { live: ['sk'] }, bodies: { mobile: { amount: 500 } } },
    outcomes: { [recipe]: { with: {} } },
  },
  fixtures: {
    [mobilePayment.name]: { key: { name: 'live[0]', value: 'sk' }, id: OTHER },
    [firstRead.name]: exchangeOf(reads('pending')),
    [records.name]: new Records({}),
  },
  answers,
  context: { seed: 0 },
})

const checkOf = (name: string) => refreshing.find(({ id }) => id === `pay/refreshing/${name}`)

describe('where the upstream has completed a payment', () => {
  const [CHANGE, UPDATES] = ['pay.webhook.every-change', 'pay.refresh.updates-status']
  /** The first payment, which nobody settles. */
  const FIRST = reads('pending')

  const said = (answers: readonly Answered[]) => saidBy(checkOf('brings-status'), world('refreshCompletes', answers))

  test('a refresh that conflicts, of a payment that is not finished, has not refreshed it', async () => {
    const all = await said([MADE, CONFLICT, CONFLICT, CONFLICT, CONFLICT, FIRST, ...Array(40).fill(reads('pending'))])
    expect(all).toEqual(['pass pay.refresh.payment', `unexercised ${CHANGE}`, `fail ${UPDATES}`])
  })

  // It may have been told of by other ways.
  test('a refresh that conflicts as the payment is finished says nothing', async () => {
    const all = await said([MADE, CONFLICT, CONFLICT, CONFLICT, CONFLICT, FIRST, reads('completed')])
    expect(all).toEqual(['pass pay.refresh.payment', `unexercised ${CHANGE}`, `unexercised ${UPDATES}`])
  })

  test('a refresh that is taken and changes nothing has not refreshed it', async () => {
    const pending = reads('pending')
    const all = await said([MADE, { status: 200 }, pending, pending, pending, pending])
    expect(all).toEqual(['pass pay.refresh.payment', `unexercised ${CHANGE}`, `fail ${UPDATES}`])
  })

  test('a refresh after which it is completed is judged by itself, whatever becomes of others', async () => {
    const all = await said([MADE, { status: 200 }, reads('completed')])
    expect(all).toEqual(['pass pay.refresh.payment', `unexercised ${CHANGE}`, `pass ${UPDATES}`])
  })

  test('another end is no word on the refresh where others come to it by themselves', async () => {
    const others = [{ ...reads('failed'), answer: { data: { id: OTHER, status: 'failed' } } }]
    const all = await said([MADE, { status: 200 }, reads('failed'), ...others])
    expect(all).toEqual(['pass pay.refresh.payment', `blocked ${UPDATES}`, `blocked ${CHANGE}`])
  })

  test.for<[string, Answered, string]>([
    ['its status', reads('processing'), 'status processing'],
    ['what came, where no status can be told', { status: 200, answer: { data: { id: PAYMENT } } }, '200'],
  ])('of a read that shows no change is told %s', async ([_, read, expected]) => {
    const told: unknown[] = []
    const { context, ...rest } = world('refreshCompletes', [MADE, { status: 200 }, read, read, read, read])
    const conclude = (id: string, { actual }: { readonly actual?: string }) => id === UPDATES && told.push(actual)
    await saidBy(checkOf('brings-status'), { ...rest, context: { ...context, conclude } })
    expect(told).toEqual([expected])
  })
})

describe('where the upstream fails', () => {
  test.for<[string, Answered, string]>([
    ['as the first one', FAILED, 'pass'],
    // The upstream may be there again.
    ['with success', { status: 200 }, 'pass'],
    ['with a conflict, which the first one has brought about', CONFLICT, 'fail'],
  ])('a second refresh is answered %s', async ([_, second, expected]) => {
    const answers = [MADE, FAILED, reads('pending'), second, reads('pending')]
    expect(await saidBy(checkOf('upstream-fails'), world('refreshProviderError', answers))).toEqual([
      'pass pay.refresh.provider-error',
      `${expected} pay.refresh.safe-to-retry`,
    ])
  })

  test.for<[string, Answered, Answered, string]>([
    ['of which the first one went well', { status: 200 }, FAILED, 'fail pay.refresh.provider-error'],
    ['the second one of which conflicts with an end by itself', FAILED, CONFLICT, 'pass pay.refresh.provider-error'],
  ])('a payment that completes by itself between two refreshes, %s', async ([_, first, second, told]) => {
    const answers = [MADE, first, reads('pending'), second, reads('completed')]
    expect(await saidBy(checkOf('upstream-fails'), world('refreshProviderError', answers))).toEqual([
      told,
      'pass pay.refresh.safe-to-retry',
    ])
  })
})

describe('of a payment that has ended', () => {
  const ENDED = { payment: { key: { name: 'live[0]', value: 'sk' }, id: PAYMENT }, status: 'cancelled' }
  const said = (answers: readonly Answered[]) => {
    const { fixtures, ...rest } = world('cancelled', answers)
    const settled = { ...ENDED, read: exchangeOf(reads('cancelled')) }
    return saidBy(checkOf('after-cancelled'), {
      ...rest,
      fixtures: { ...fixtures, [settledPayments.cancelled.name]: settled },
    })
  }
  const CRASH = refused(500, 'INTERNAL_ERROR')
  const MISSING = refused(404, 'RESOURCE_NOT_FOUND')
  const read = reads('cancelled')

  test.for<[string, Answered[], string]>([
    ['succeeds', [{ status: 200 }, read], 'pass'],
    ['conflicts with its state', [CONFLICT, read], 'pass'],
    ['meets an upstream that fails', [FAILED, read], 'pass'],
    ['meets an unexpected failure once', [CRASH, read, { status: 200 }], 'pass'],
    ['meets an unexpected failure each time', [CRASH, read, CRASH], 'fail'],
    ['does not find what reads', [MISSING, read, MISSING], 'fail'],
    ['is refused otherwise', [refused(400, 'INVALID_REQUEST'), read], 'unexercised'],
  ])('a refresh that %s', async ([_, answers, expected]) => {
    expect(await said(answers)).toEqual(['pass pay.status.terminal-is-final', `${expected} pay.refresh.payment`])
  })
})
