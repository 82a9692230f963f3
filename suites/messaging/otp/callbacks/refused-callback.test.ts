import { expect, test } from 'vitest'
import { deliveryOf, exchangeOf, saidBy } from '../../../../tests/made-up/recorded.ts'
import { otpScenario } from '../story/scenario.ts'
import { refusedCallback } from './refused-callback.ts'

const place = (...times: number[]) => ({
  inbox: { deliveries: times.map((arrivedAt) => deliveryOf({}, { id: `d${arrivedAt}`, arrivedAt })) },
})

/** What is said of callbacks at these times: to the refused resend, and to the two places of the story, whose next code is of 100. */
const saidOf = (status: number, refused: number[], first: number[], second: number[] = []) =>
  saidBy(refusedCallback[0], {
    fixtures: {
      [otpScenario.name]: {
        between: { answer: exchangeOf({ status }), place: place(...refused) },
        places: { first: place(...first), second: place(...second) },
        nulls: { from: 100 },
      },
    },
  })

test.for<[string, Parameters<typeof saidOf>, string]>([
  ['it is called', [422, [50], []], 'fail'],
  ['the next code is told of, and it is not called', [422, [], [150]], 'pass'],
  ['the next code is told of at the other place', [422, [], [], [150]], 'pass'],
  // Silence says nothing where no callback comes at all.
  ['nothing is told', [422, [], []], 'unexercised'],
  ['only codes before it are told of', [422, [], [50]], 'unexercised'],
  ['it was not refused', [200, [50], [150]], 'unexercised'],
])('the callback_url of a refused resend: %s', async ([_, given, expected]) => {
  expect(await saidOf(...given)).toEqual([`${expected} msg.otp.refused-callback-none`])
})
