import type { Check } from '../../../kit/check/check.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { status } from '../../../kit/match/index.ts'
import { isSuccess } from '../client/answers.ts'
import { RESEND, resend } from '../client/api.ts'
import { type CheckContext, defineCheck } from '../define.ts'
import { common } from './probe-judgements.ts'
import { otpPhone, ownMembers } from './story/callers.ts'
import { type Code, codesOf, codesOnce, fresh } from './story/inbox.ts'
import type { OtpScenario } from './story/otp-scenario.ts'
import { otpScenario } from './story/scenario.ts'

/** What runs into each other does not do so each time. */
const PAIRS = 3
/** Minutes for which the codes live: all that is looked at fits in, on fast clocks too. */
const MINUTES = 30

const active = (codes: readonly Code[], before: readonly Code[]): readonly Code[] =>
  fresh(codes, before).filter((each) => each.active === true)

/** The codes of two resends at one moment that are good in the end, and the answers; undefined where not both were taken. */
async function askPair(
  t: CheckContext,
  { speakers: { main }, rich }: OtpScenario,
  turn: number,
): Promise<{ readonly answers: readonly Exchange[]; readonly shown: number; readonly good: number } | undefined> {
  const phone = otpPhone(t)
  const before = await codesOf(t, phone)
  const numbers = rich.trial.refused.numbers === undefined ? { minutes_to_expire: MINUTES } : {}
  const body = { ...ownMembers(t), ...main.members, phone_number: phone, ...numbers }
  const ask = (which: string) =>
    resend(t, main.as, body, { label: `${which} of pair ${turn} at one moment`, expects: 'sent' })
  const answers = await Promise.all([ask('one'), ask('the other')])
  if (!answers.every(isSuccess)) return undefined
  const isSettled = (codes: readonly Code[]): boolean =>
    fresh(codes, before).length > 1 && active(codes, before).length < 2
  // An inbox may lag behind, with either.
  await codesOnce(t, phone, isSettled)
  const codes = await codesOnce(t, phone, isSettled)
  return { answers, shown: fresh(codes, before).length, good: active(codes, before).length }
}

export const resendsAtOneMoment: readonly Check[] = [
  // States: the prior code is invalidated, whichever of two was first: one code is good in the end.
  defineCheck({
    ...common,
    id: 'msg/otp/at-one-moment',
    title: 'Two resends at one moment leave one good code',
    covers: ['msg.otp.prior-invalidated'],
    phase: 'exclusive',
    depth: 'deep',
    cost: { requests: { bound: 2 * PAIRS }, spends: { messages: 2 * PAIRS } },
    async run(t) {
      const id = 'msg.otp.prior-invalidated'
      const story = await t.use(otpScenario)
      t.control(story.bare.trial.whole, status('2xx'))
      const pairs = []
      for (let turn = 1; turn <= PAIRS; turn += 1) {
        const pair = await askPair(t, story, turn)
        if (pair === undefined || pair.shown < 2 || pair.good < 1) continue
        pairs.push(pair)
        if (pair.good > 1) break
      }
      const last = pairs.at(-1)
      if (last === undefined)
        return t.markUnexercised(id, 'not met', 'no two resends at one moment were taken, or their codes do not show')
      t.conclude(id, {
        ok: last.good === 1,
        subject: `the codes of ${RESEND} (${last.answers.map(({ label }) => label).join('; ')})`,
        expected: 'one code that is active in the end, whichever it is',
        actual: `${last.good} that are active`,
        evidence: last.answers,
      })
    },
  }),
]
