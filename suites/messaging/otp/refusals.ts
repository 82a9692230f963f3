import type { Check } from '../../../kit/check/check.ts'
import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { valueAt } from '../../../kit/match/index.ts'
import { isRefusal, refusesInput, statusOf } from '../client/answers.ts'
import { RESEND } from '../client/api.ts'
import { lostOnes } from '../client/trouble.ts'
import { type CheckContext, defineCheck } from '../define.ts'
import { isSurelyAlive } from './lifetimes.ts'
import { common, evidenceOf } from './probe-judgements.ts'
import { allResends, concludeServed, DEFECTS, TIMES } from './served-all-the-same.ts'
import { type Code, codesOf, codesOfAll, findAgain } from './story/inbox.ts'
import { type OtpScenario, otpScenario } from './story/scenario.ts'

/** Resends to the number of the run, those that spoil or lack it among them. */
const resendsOf = (t: CheckContext, { secondPhone }: OtpScenario): readonly Exchange[] =>
  allResends(t).filter(
    ({ request }) => secondPhone === undefined || valueAt(json(request), '/phone_number') !== secondPhone,
  )

/** Codes of different text: one that went two ways is one. */
const fresh = (now: readonly Code[], before: readonly Code[]): number =>
  new Set(now.flatMap((each) => (findAgain(before, each) === undefined ? (each.code ?? []) : []))).size

/** More codes than resends that may have sent one. */
function concludeSent(t: CheckContext, story: OtpScenario, now: readonly Code[]): boolean {
  const { before, issued } = story
  const resends = allResends(t)
  const refused = resends.filter(isRefusal)
  const due = resends.length - refused.length + issued
  const found = fresh(now, before)
  t.conclude('msg.otp.refused-sends-none', {
    ok: found <= due,
    // One code may go out again by another way: whose those too many are is asked next.
    soft: true,
    subject: `${refused.length} resends that were refused`,
    expected: `${due} codes at most, of the resends that were not`,
    actual: `${found} codes`,
    evidence: refused.slice(0, 5),
  })
  return found <= due
}

/** What a state of the number, or too many requests for it, is answered with: that may be why its code is over. */
const mayEndCodes = (answer: Exchange): boolean =>
  [409, 423, 429].includes(statusOf(answer)) || (statusOf(answer) === 403 && ['bound', 'unbound'].includes(answer.key))

const STILL_ACTIVE = 'a code that is still active after resends that were refused'

/** The code before a resend of its own key that was refused. */
export function concludeBetween(t: CheckContext, { second, between, later }: OtpScenario): void {
  const { code, at } = later.between ?? {}
  if (between === undefined || second.code?.active !== true || code?.active === undefined || at === undefined) return
  if (
    !isSurelyAlive(t, second, at) ||
    (!code.active && lostOnes(t, RESEND, { from: second.from, until: at }).length > 0)
  )
    return
  t.conclude('msg.otp.refused-ends-none', {
    ok: code.active,
    soft: !refusesInput(between.answer),
    subject: `the code of POST /v1/otp/resend (${second.trial.accepted?.label ?? ''})`,
    expected: STILL_ACTIVE,
    actual: 'a code that is over',
    evidence: [...evidenceOf(second), between.answer],
  })
}

/** The last code, after resends that were refused and none that was taken. */
function concludeEnded(t: CheckContext, story: OtpScenario, now: readonly Code[]): void {
  const { bare } = story
  const id = 'msg.otp.refused-ends-none'
  const later = resendsOf(t, story).filter(({ endedAt }) => endedAt > (bare.trial.accepted?.endedAt ?? 0))
  const after = bare.code === undefined ? undefined : findAgain(now, bare.code)
  const isOver = !isSurelyAlive(t, bare, t.clock.now())
  const refused = later.filter(isRefusal)
  if (bare.code?.active !== true || after?.active === undefined || isOver)
    t.markUnexercised(id, 'not met', 'whether the last code of the run is active is not known')
  else if (refused.length === 0 || refused.length < later.length)
    t.markUnexercised(id, 'not met', 'resends that were refused did not alone follow the last code')
  else if (!after.active && lostOnes(t, RESEND, { from: bare.from }).length > 0)
    t.markUnexercised(id, 'not met', 'a resend whose answer was lost may have ended the last code')
  else
    t.conclude(id, {
      ok: after.active,
      soft: refused.some(mayEndCodes),
      subject: `the code of POST /v1/otp/resend (${bare.trial.accepted?.label ?? ''})`,
      expected: STILL_ACTIVE,
      actual: 'a code that is over',
      evidence: [...evidenceOf(bare), ...refused.slice(0, 5)],
    })
}

export const otpRefusals: readonly Check[] = [
  // States: a resend ends the prior code and sends a new one. One that is refused is none.
  defineCheck({
    ...common,
    id: 'msg/otp/refusals',
    title: 'A resend that is refused neither ends a code nor sends one',
    covers: ['msg.otp.refused-sends-none', 'msg.otp.refused-ends-none', 'msg.auth.refused-sends-none'],
    phase: 'settled',
    cost: {
      requests: { none: 2 * TIMES, restricted: TIMES, bound: DEFECTS * TIMES, unbound: TIMES },
      spends: { messages: (3 + DEFECTS) * TIMES },
      typical: { requests: { none: 0, restricted: 0, bound: 0, unbound: 0 }, spends: { messages: 0 } },
    },
    async run(t) {
      const story = await t.use(otpScenario)
      if (!allResends(t).some(isRefusal)) t.abortBlocked('no resend was refused')
      const isQuiet = concludeSent(t, story, await codesOfAll(t))
      concludeBetween(t, story)
      concludeEnded(t, story, await codesOf(t, story.rich.phone))
      await concludeServed(t, story, isQuiet)
    },
  }),
]
