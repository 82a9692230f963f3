import { expect, test } from 'vitest'
import { exchangeOf, saidBy } from '../../../tests/made-up/recorded.ts'
import { boundKeys } from './bound-key.ts'
import { otpScenario } from './story/scenario.ts'

test.for([
  ['was refused', 422, 'blocked'],
  // No second app is named.
  ['was taken', 200, 'unexercised'],
] as const)(
  'what a bound key may name is not judged where a resend with everything in order %s',
  async ([_, status, expected]) => {
    const story = { bare: { trial: { whole: exchangeOf({ status }) } }, speakers: {} }
    const check = boundKeys.find(({ id }) => id === 'msg/otp/bound-key-app-again')
    expect(await saidBy(check, { fixtures: { [otpScenario.name]: story }, context: { depth: 'deep' } })).toEqual([
      `${expected} msg.otp.bound-key-app`,
    ])
  },
)
