import { expect, test } from 'vitest'
import { exchangeOf, saidBy } from '../../../tests/made-up/recorded.ts'
import { sending } from './sending.ts'
import { batch, rejected } from './sends.ts'

const TAKEN = exchangeOf({ status: 200 })
const [DELIVERED, REJECTED] = ['255700000201', '255700000299']

// The same request without the defect was taken: of two that may be there, that of the quieter recipient.
test.for<[string, object, object, string]>([
  ['one to a recipient that cannot be reached', { rejected: REJECTED }, { [rejected.name]: TAKEN }, 'pass'],
  ['one to others, where there is no such recipient', { delivered: DELIVERED }, { [batch.name]: TAKEN }, 'pass'],
  ['none', { rejected: REJECTED }, { [rejected.name]: exchangeOf({ status: 503 }) }, 'blocked'],
])('a send that lacks something is judged beside %s', async ([_, phones, fixtures, expected]) => {
  for (const [name, status] of [
    ['key-required', 401],
    ['content-required', 422],
  ] as const) {
    const said = await saidBy(
      sending.find(({ id }) => id === `msg/sending/${name}`),
      {
        service: { baseUrl: 'http://127.0.0.1', fixtures: { phones } },
        fixtures: { ...fixtures },
        answers: [
          { status, answer: { success: false, message: 'content is missing', errors: [{ field: 'content' }] } },
        ],
      },
    )
    expect(said).toEqual([`${expected} msg.send.${name}`])
  }
})
