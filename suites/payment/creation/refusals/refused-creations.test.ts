import { expect, test } from 'vitest'
import { type Told, told } from '../../../../tests/made-up/payment-events.ts'
import { exchangeOf, saidBy } from '../../../../tests/made-up/recorded.ts'
import { CREATE } from '../../client/api.ts'
import { refusedCreations } from './refused-creations.ts'

const DECLINED = 'pay.declined.queryable'

test.for<[string, Told[], string]>([
  ['of its success', [{ status: 'processing' }, { status: 'completed' }], 'fail'],
  // Whether it can be read is another question.
  ['of its beginning and its end', [{ status: 'processing' }, { status: 'failed' }], 'unexercised'],
  ['of its end alone', [{ status: 'failed' }], 'unexercised'],
  // It may have been attempted.
  ['of its beginning alone', [{ status: 'processing' }], 'warn'],
  ['of another reference', [{ status: 'completed', reference: 'r2' }], 'unexercised'],
  ['of nothing', [], 'unexercised'],
])('events of a declined creation tell %s', async ([_, events, expected]) => {
  const said = await saidBy(refusedCreations[0], {
    exchanges: [
      exchangeOf({
        operation: CREATE,
        sent: { reference: 'r1' },
        status: 402,
        answer: { error_code: 'PAYMENT_DECLINED' },
      }),
    ],
    deliveries: events.map((each, index) => told({ id: `d${index}`, ...each })),
  })
  expect(said.filter((each) => each.endsWith(` ${DECLINED}`))).toEqual([`${expected} ${DECLINED}`])
})

test('the end of a declined creation counts also where it is told when another payment has its reference', async () => {
  const creation = (status: number, at: number) =>
    exchangeOf({
      operation: CREATE,
      sent: { reference: 'r1' },
      status,
      at,
      ...(status === 402 ? { answer: { error_code: 'PAYMENT_DECLINED' } } : {}),
    })
  const events = [
    { ...told({ id: 'd1', status: 'processing' }), arrivedAt: 500 },
    { ...told({ id: 'd2', status: 'failed' }), arrivedAt: 3000 },
  ]
  const exchanges = [creation(402, 0), creation(201, 2000)]
  const said = (deliveries: typeof events) => saidBy(refusedCreations[0], { exchanges, deliveries })
  expect(await said(events)).toContain(`unexercised ${DECLINED}`)
  expect(await said(events.slice(0, 1))).toContain(`warn ${DECLINED}`)
})

const LIMITED = 'pay.rate.limited'

test.for<[string, number[], string]>([
  ['of a creation that was refused for its rate', [], 'fail'],
  // A retry may find it, or make it.
  ['of one that was asked for again, and made', [201], 'unexercised'],
  ['of one that was refused for its rate each time', [429], 'fail'],
])('an event tells of the success %s', async ([_, later, expected]) => {
  const creation = (status: number, at: number) =>
    exchangeOf({
      operation: CREATE,
      sent: { reference: 'r1' },
      status,
      at,
      ...(status === 429 ? { answer: { error_code: 'RATE_LIMIT_EXCEEDED' } } : {}),
    })
  const said = await saidBy(refusedCreations[0], {
    exchanges: [creation(429, 0), ...later.map((status, nth) => creation(status, 2000 + nth))],
    deliveries: [{ ...told({ status: 'completed' }), arrivedAt: 1000 }],
  })
  expect(new Set(said.filter((each) => each.endsWith(` ${LIMITED}`)))).toEqual(new Set([`${expected} ${LIMITED}`]))
})
