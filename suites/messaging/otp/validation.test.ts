import { expect, test } from 'vitest'
import { exchangeOf, saidBy } from '../../../tests/made-up/recorded.ts'
import { otpScenario } from './story/scenario.ts'
import { otpValidation } from './validation.ts'

interface Trial {
  readonly isTaken: boolean
  /** Groups of members that are refused where they are right. */
  readonly refused?: readonly string[]
}

const trialOf = ({ isTaken, refused = [] }: Trial) => ({
  trial: {
    accepted: isTaken ? exchangeOf({ status: 200 }) : undefined,
    refused: Object.fromEntries(refused.map((group) => [group, exchangeOf({ status: 422 })])),
  },
})

/** The requirements of which nothing can be said, where every wrong value alone is refused. */
async function blockedBy(bare: Trial, rich: Trial): Promise<string[]> {
  const check = otpValidation.find(({ id }) => id === 'msg/otp/refused-types')
  const said = await saidBy(check, {
    service: { baseUrl: 'http://127.0.0.1', fixtures: { phones: { otp: '255700000301' } } },
    fixtures: {
      [otpScenario.name]: { speakers: { main: { as: {}, members: {} } }, bare: trialOf(bare), rich: trialOf(rich) },
    },
    answers: [{ status: 400 }, ...(check?.covers ?? []).map(() => ({ status: 422 }))],
  })
  expect(said).toHaveLength(check?.covers.length ?? 0)
  expect(said.filter((each) => !/^(?:pass|blocked) /.test(each))).toEqual([])
  return said.filter((each) => each.startsWith('blocked ')).map((each) => each.replace('blocked msg.otp.', ''))
}

const OF_THE_PLAIN = ['phone-required', 'app-key-type']
const OF_THE_RICH = [
  ...['sender-id-type', 'length-type', 'expiry-type', 'channel-unknown', 'template-type'],
  ...['callback-url-type', 'callback-secret-type'],
]

test.for<[string, Trial, Trial, string[]]>([
  ['none, where both resends are taken', { isTaken: true }, { isTaken: true }, []],
  [
    'members whose right value is refused as well',
    { isTaken: true },
    { isTaken: true, refused: ['numbers', 'callback'] },
    ['length-type', 'expiry-type', 'callback-url-type', 'callback-secret-type'],
  ],
  ['members of the rich resend, where that is refused', { isTaken: true }, { isTaken: false }, OF_THE_RICH],
  ['the others, where the plain one is refused', { isTaken: false }, { isTaken: true }, OF_THE_PLAIN],
])('a refusal of a wrong value shows nothing of %s', async ([_, bare, rich, expected]) => {
  expect(await blockedBy(bare, rich)).toEqual(expected)
})
