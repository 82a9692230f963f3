import { expect, test } from 'vitest'
import { type Answered, exchangeOf, saidBy } from '../../../tests/made-up/recorded.ts'
import { validCreation } from '../client/acceptance.ts'
import { outcomes } from './outcomes.ts'

const CREATION = { operation: 'POST /api/v1/payments', url: 'http://127.0.0.1/api/v1/payments' }
const OUT: Answered = { ...CREATION, status: 502, answer: { error_code: 'PROVIDER_UNAVAILABLE' } }
const ROW: Answered = { ...CREATION, status: 502, answer: { error_code: 'PROVIDER_ERROR' } }

/** What is said of the upstream's error, beside a request with that label which found the upstream out. */
const said = (answers: readonly Answered[], label?: string, operation = CREATION.operation): Promise<string[]> =>
  saidBy(
    outcomes.find(({ id }) => id === 'pay/outcomes/provider-error'),
    {
      service: {
        ...{ baseUrl: 'http://127.0.0.1', keys: { live: ['sk'] }, bodies: { mobile: { amount: 500 } } },
        outcomes: { providerError: { with: {} } },
      },
      fixtures: { [validCreation.name]: exchangeOf({ ...CREATION, status: 201 }) },
      exchanges: label === undefined ? [] : [exchangeOf({ ...OUT, operation, label })],
      answers,
    },
  )

test.for<[string, readonly Answered[], string | undefined, string]>([
  ['its row', [ROW], undefined, 'pass'],
  ['an outage, then its row', [OUT, ROW], undefined, 'pass'],
  ['an outage each time, where the upstream is out for nobody else', [OUT, OUT], undefined, 'fail'],
  ['an outage each time, beside the outage that was asked for', [OUT, OUT], 'providerUnavailable', 'fail'],
  ['an outage each time, where the upstream was out for others as well', [OUT, OUT], 'mobile payment', 'blocked'],
])("an upstream's error: %s", async ([_, answers, label, verdict]) => {
  expect(await said(answers, label)).toEqual([`${verdict} pay.upstream.error`])
})

test('a refresh that found the upstream out, which was to fail, says nothing of creations', async () => {
  const refresh = 'POST /api/v1/payments/{id}/refresh'
  expect(await said([OUT, OUT], 'upstream fails', refresh)).toEqual(['fail pay.upstream.error'])
})
