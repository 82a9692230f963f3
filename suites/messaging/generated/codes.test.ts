import { expect, test } from 'vitest'
import { exchangeOf } from '../../../tests/made-up/recorded.ts'
import { Findings } from '../../shared/generated/findings.ts'
import { taken } from './codes.ts'

type Step = Parameters<typeof taken>[0]
const NOTHING: Step = { channel: undefined, length: undefined, minutes: undefined, template: undefined }

test.for<[string, Partial<Step>, number, string]>([
  ['a resend', {}, 200, 'kept msg.otp.channel-sms'],
  ['a refused resend', {}, 400, 'broken msg.otp.channel-sms'],
  ['a refused call', { channel: 'call' }, 400, 'broken msg.otp.channel-call'],
  ['a refused template', { template: '{code}' }, 400, 'broken msg.otp.channel-sms'],
  ['a resend with a length and a time', { length: 4, minutes: 1 }, 200, 'kept msg.otp.channel-sms'],
  // Which of them a target allows is open.
  ['a refused length', { length: 4 }, 422, 'seen msg.open.otp-length-range'],
  ['a refused time', { minutes: 240 }, 422, 'seen msg.open.otp-length-range'],
])('%s', ([_, step, status, expected]) => {
  const found = new Findings()
  expect(taken({ ...NOTHING, ...step }, exchangeOf({ status }), found, [])).toBe(status === 200)
  const said = [
    ...found.kept.map(({ requirement }) => `kept ${requirement}`),
    ...found.contradictions.map(({ requirement }) => `broken ${requirement}`),
    ...found.observations.map(({ id }) => `seen ${id}`),
  ]
  expect(said).toEqual([expected])
})
