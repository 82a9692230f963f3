import { expect, test } from 'vitest'
import { exchangeOf, saidBy } from '../../../../tests/made-up/recorded.ts'
import { otpScenario } from '../story/scenario.ts'
import { otpCodes } from './codes.ts'

/** A resend that asked for a code of so many characters, and the code that came of it. */
const step = (code: string, length?: number, isRefused = false) => {
  const whole = exchangeOf({ status: 200 })
  return {
    asked: { length },
    code: { code },
    trial: { whole, accepted: whole, refused: isRefused ? { numbers: whole } : {} },
  }
}

/** A resend that was not taken. */
const NONE = { asked: {}, code: undefined, trial: { whole: exchangeOf({ status: 422 }), accepted: undefined } }

const [ASKED, DEFAULT] = ['msg.otp.length', 'msg.otp.length-default']

test.for<[string, ReturnType<typeof step>, string[]]>([
  ['asked for is taken', step('12345678', 8), [`pass ${ASKED}`, `pass ${DEFAULT}`, `pass ${ASKED}`]],
  ['asked for is not kept', step('123456', 8), [`pass ${ASKED}`, `pass ${DEFAULT}`, `fail ${ASKED}`]],
  // What was refused, and left out of the resend that was taken, is owed to nobody.
  ['asked for is refused', step('123456', 8, true), [`pass ${ASKED}`, `pass ${DEFAULT}`]],
  ['is left out', step('123456'), [`pass ${ASKED}`, `pass ${DEFAULT}`, `pass ${DEFAULT}`]],
])('a later resend whose length of the code %s', async ([_, second, expected]) => {
  const story = { rich: step('1234', 4), bare: step('123456'), second, nulls: NONE, elsewhere: NONE, otherApp: NONE }
  const said = await saidBy(
    otpCodes.find(({ id }) => id === 'msg/otp/length'),
    { fixtures: { [otpScenario.name]: story } },
  )
  expect(said.filter((each) => !each.startsWith('msg.open.'))).toEqual(expected)
})
