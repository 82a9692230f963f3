import type { Check } from '../../../../kit/check/check.ts'
import type { Exchange } from '../../../../kit/http/exchange.ts'
import { status } from '../../../../kit/match/index.ts'
import { isSuccess } from '../../client/answers.ts'
import { RESEND, resend } from '../../client/api.ts'
import { type CheckContext, defineCheck } from '../../define.ts'
import { common } from '../probe-judgements.ts'
import { otpPhone, ownMembers } from '../story/callers.ts'
import { codeAfter, codesOf } from '../story/inbox.ts'
import { USUAL } from '../story/numbers.ts'
import type { OtpScenario } from '../story/otp-scenario.ts'
import { otpScenario } from '../story/scenario.ts'

/** Resends in a row: what is renewed once, twice and three times shows, and so does what is used by turns. */
const ROW = 5

/** Two resends of a row that brought one code. */
interface Repeated {
  readonly former: Exchange
  readonly latter: Exchange
}

/**
 * Asks for codes of one length in a row, so long that no two are alike by chance. Undefined where the inbox shows fewer than
 * three of them.
 */
async function askInRow(
  t: CheckContext,
  { speakers: { main }, rich }: OtpScenario,
  again = '',
): Promise<{ readonly answers: readonly Exchange[]; readonly repeated?: Repeated } | undefined> {
  const phone = otpPhone(t)
  const length = rich.trial.refused.numbers === undefined ? { otp_length: USUAL } : {}
  const body = { ...ownMembers(t), ...main.members, phone_number: phone, ...length }
  const seen: { readonly answer: Exchange; readonly code: string }[] = []
  for (let turn = 1; turn <= ROW; turn += 1) {
    const before = await codesOf(t, phone)
    const answer = await resend(t, main.as, body, { label: `code ${turn} in a row${again}`, expects: 'sent' })
    const found = isSuccess(answer) ? await codeAfter(t, phone, before) : undefined
    const code = found?.code
    if (code === undefined) continue
    const same = seen.find((each) =>
      t.attest('msg.otp.new-code', `${each.answer.id}, ${answer.id}`, () => each.code === code),
    )
    seen.push({ answer, code })
    if (same !== undefined)
      return { answers: seen.map((each) => each.answer), repeated: { former: same.answer, latter: answer } }
  }
  return seen.length < 3 ? undefined : { answers: seen.map((each) => each.answer) }
}

export const codesInRow: readonly Check[] = [
  // States: a resend sends a new code, the third and the fourth as well as the second.
  defineCheck({
    ...common,
    id: 'msg/otp/codes-in-a-row',
    title: 'Resends in a row send a code of their own each',
    covers: ['msg.otp.new-code'],
    phase: 'exclusive',
    depth: 'deep',
    cost: {
      requests: { bound: 2 * ROW },
      spends: { messages: 2 * ROW },
      typical: { requests: { bound: ROW }, spends: { messages: ROW } },
    },
    async run(t) {
      const id = 'msg.otp.new-code'
      const story = await t.use(otpScenario)
      t.control(story.bare.trial.whole, status('2xx'))
      const row = await askInRow(t, story)
      // One coincidence is none.
      const last = row?.repeated === undefined ? row : await askInRow(t, story, ', again')
      if (row === undefined || last === undefined)
        return t.markUnexercised(id, 'not met', 'the probe otpInbox does not show the codes of resends in a row')
      const { former, latter } = last.repeated ?? {}
      const [one] = last.answers
      t.conclude(id, {
        ok: latter === undefined,
        subject: `the code of ${RESEND} (${(latter ?? one)?.label ?? ''})`,
        expected: 'another code than the resends before it in a row sent',
        actual: 'one of their codes, and so in a second row',
        evidence: [former, latter, row.repeated?.former, row.repeated?.latter, ...last.answers]
          .flatMap((each) => each ?? [])
          .slice(0, 5),
      })
    },
  }),
]
