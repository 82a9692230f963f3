import { expect, test } from 'vitest'
import { contextOf, exchangeOf } from '../../../tests/made-up/recorded.ts'
import { RESEND } from '../client/api.ts'
import type { CheckContext } from '../define.ts'
import { concludeBetween, concludeSent } from './refusals.ts'
import type { Code } from './story/inbox.ts'
import type { OtpScenario } from './story/otp-scenario.ts'

interface Given {
  /** Of the resend that was refused. */
  readonly answer?: number
  /** Whether the code was active before it, and after it. */
  readonly before?: boolean | undefined
  readonly after?: boolean | undefined
  /** Minutes after the code was sent at which it was looked at. */
  readonly at?: number
  /** Another resend had no answer. */
  readonly isLost?: boolean
  /** ms after that code at which one came that no resend of the run asked for. */
  readonly follows?: number
  /** One came of which no time is shown. */
  readonly isUntimed?: boolean
  readonly areTooMany?: boolean
}

function saidOf(given: Given): readonly string[] {
  const {
    answer = 422,
    before,
    after,
    at = 1,
    isLost = false,
    follows,
    isUntimed = false,
    areTooMany = false,
  } = { before: true, after: true, ...given }
  const { t, said } = contextOf<CheckContext>({ exchanges: isLost ? [exchangeOf({ operation: RESEND })] : [] })
  const accepted = exchangeOf({ status: 200 })
  const codeOf = (active: boolean | undefined) => ({ code: '123456', sent: 0, active }) as unknown as Code
  concludeBetween(
    t,
    {
      second: { code: codeOf(before), trial: { accepted, whole: accepted }, asked: { minutes: 5 } },
      between: { answer: exchangeOf({ status: answer }) },
      later: { between: { code: codeOf(after), at: at * 60_000 } },
      ...{ before: [], rich: {}, nulls: {}, elsewhere: {}, otherApp: {}, bare: {} },
    } as unknown as OtpScenario,
    follows === undefined && !isUntimed ? [] : [{ code: '654321', sent: follows } as unknown as Code],
    areTooMany,
  )
  return said
}

const ID = 'msg.otp.refused-ends-none'

test.for<[string, Given, string[]]>([
  ['stays active', {}, [`pass ${ID}`]],
  ['is over after it', { after: false }, [`fail ${ID}`]],
  // Whoever refuses too many may have had a reason to end its code.
  ['is over after one that was refused for too many', { after: false, answer: 429 }, [`warn ${ID}`]],
  // The resend of which nobody knows may have ended it.
  ['is over after it, and another was lost', { after: false, isLost: true }, []],
  ['stays active, though another was lost', { isLost: true }, [`pass ${ID}`]],
  ['was over before it', { before: false, after: false }, []],
  ['was not known to be active', { before: undefined, after: false }, []],
  ['is not known to be over', { after: undefined }, []],
  // Whoever asked for that one ended the code before it.
  ['is over after it, and a code of somebody else came', { after: false, follows: 59_000 }, []],
  ['is over after it, and one of somebody else came later', { after: false, follows: 62_000 }, [`fail ${ID}`]],
  ['is over after it, and one of no time is too many', { after: false, isUntimed: true, areTooMany: true }, []],
  ['is over after it, and one of no time is none too many', { after: false, isUntimed: true }, [`fail ${ID}`]],
  ['stays active, though one of somebody else came', { follows: 59_000 }, [`pass ${ID}`]],
  ['has expired meanwhile', { after: false, at: 6 }, []],
])('a code whose resend is refused %s', ([_, given, expected]) => {
  expect(saidOf(given)).toEqual(expected)
})

const SENDS = 'msg.otp.refused-sends-none'

test.for<[string, number, boolean, string[]]>([
  ['no more than resends that were taken', 6, false, [`pass ${SENDS}`]],
  ['too many, and somebody else may have asked for them', 18, false, [`blocked ${SENDS}`]],
  ['too many, which came with refused resends alone', 18, true, [`warn ${SENDS}`]],
])('codes are %s', ([_, found, areOfRefused, expected]) => {
  const { t, said } = contextOf<CheckContext>({})
  concludeSent(t, { due: 6, found, others: 0, refused: [], areOfRefused })
  expect(said).toEqual(expected)
})
