import { expect, test } from 'vitest'
import { exchangeOf } from '../../../../tests/made-up/recorded.ts'
import type { Code } from '../story/inbox.ts'
import type { OtpScenario } from '../story/otp-scenario.ts'
import { comeWithRefused, isOfOthers } from './codes-of-others.ts'

const code = (shown: Partial<Code>): Code => shown as Code
const resend = (status: number, at: number, sent: object = {}) =>
  exchangeOf({ status, at, until: at + 50, sent: { phone_number: '255700000001', ...sent } })

const story = (shown: string): OtpScenario =>
  ({ marker: 'Assay otp-asyown-1', rich: { code: { code: shown }, asked: { length: 8 } } }) as unknown as OtpScenario

test.for<[string, Partial<Code>, string, boolean]>([
  ['the words of this run', { code: '123456', text: 'Assay otp-asyown-1: 123456' }, '12345678', false],
  ['the words of another run', { code: '123456', text: 'Assay otp-asyother-1: 123456' }, '12345678', true],
  ['other words, and a length that was asked for', { code: '1234567', text: 'Your code' }, '12345678', false],
  ['other words, and the usual length', { code: '123456', text: 'Your code' }, '12345678', false],
  ['other words, and a length that nobody asked for', { code: '12345', text: 'Your code' }, '12345678', true],
  ['such a length, where lengths are not kept to', { code: '12345' }, '1234', false],
  ['nothing that shows', {}, '12345678', false],
])('a code of %s', ([_, shown, rich, expected]) => {
  const resends = [resend(200, 0, { otp_length: 8 }), resend(422, 0, { otp_length: ['7'] })]
  expect(isOfOthers(story(rich), resends, code(shown))).toBe(expected)
})

const MINUTE = 60_000
const TAKEN = [0, MINUTE].map((at) => resend(200, at))
const REFUSED = [10_000, 20_000, 30_000, 40_000].map((at) => resend(422, at))

test.for<[string, (number | undefined)[], boolean]>([
  ['with each of them and no other', [20, 10_020, 20_020, 30_020, 40_020, 60_020], true],
  ['with some of them', [20, 10_020, 20_020, 30_020, 60_020], true],
  ['with them in whole seconds', [0, 10_000, 20_000, 30_000, 60_000], true],
  ['with one of them', [20, 10_020, 60_020], false],
  ['with them and at another moment', [20, 10_020, 20_020, 30_020, 40_020, 55_000, 60_020], false],
  ['at moments of their own', [5000, 15_000, 25_000, 35_000, 45_000], false],
  ['with those that were taken', [20, 60_020], false],
  ['at times that do not all show', [10_020, 20_020, 30_020, 40_020, undefined], false],
])('codes that come %s are held against refused resends, or not', ([_, times, expected]) => {
  const codes = times.map((sent) => code({ sent }))
  expect(comeWithRefused(codes, [...TAKEN, ...REFUSED])).toBe(expected)
})

test('refused resends that fill the time say nothing by their times', () => {
  const burst = Array.from({ length: 60 }, (_, turn) => resend(422, turn * 1000))
  const codes = [5000, 15_000, 25_000, 35_000].map((sent) => code({ sent }))
  expect(comeWithRefused(codes, [...TAKEN, ...burst])).toBe(false)
})
