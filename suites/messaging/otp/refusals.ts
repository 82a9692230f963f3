import type { Check } from '../../../kit/check/check.ts'
import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { valueAt } from '../../../kit/match/index.ts'
import { isRefusal, refusesInput, statusOf } from '../client/answers.ts'
import { RESEND } from '../client/api.ts'
import { lostOnes } from '../client/trouble.ts'
import { type CheckContext, defineCheck } from '../define.ts'
import { comeWithRefused, isFollowed, isOfOthers } from './codes/codes-of-others.ts'
import { isSurelyAlive } from './codes/lifetimes.ts'
import { common, evidenceOf } from './probe-judgements.ts'
import { allResends, concludeServed, DEFECTS, TIMES } from './served-all-the-same.ts'
import { type Code, codesOf, codesOfAll, findAgain, fresh } from './story/inbox.ts'
import type { OtpScenario } from './story/otp-scenario.ts'
import { otpScenario } from './story/scenario.ts'

/** Resends to the number of the run, those that spoil or lack it among them. */
const resendsOf = (t: CheckContext, { secondPhone }: OtpScenario): readonly Exchange[] =>
  allResends(t).filter(
    ({ request }) => secondPhone === undefined || valueAt(json(request), '/phone_number') !== secondPhone,
  )

const SENDS_NONE = 'msg.otp.refused-sends-none'

/** Codes that came since the run began, against the resends that may have sent one. */
interface Sent {
  readonly due: number
  /** Of different text, since one that went two ways is one; without those that cannot be of this run. */
  readonly found: number
  /** Those that cannot be of this run. */
  readonly others: number
  readonly refused: readonly Exchange[]
  readonly areOfRefused: boolean
}

function sentOf(t: CheckContext, story: OtpScenario, now: readonly Code[]): Sent {
  const resends = allResends(t)
  const refused = resends.filter(isRefusal)
  const came = fresh(now, story.before)
  const isOther = (each: Code): boolean => isOfOthers(story, resends, each)
  const countOf = (codes: readonly Code[]): number => new Set(codes.flatMap(({ code }) => code ?? [])).size
  // Evidence holds no codes.
  const found = t.attest(SENDS_NONE, 'codes that may be of this run', () =>
    countOf(came.filter((each) => !isOther(each))),
  )
  const others = t.attest(SENDS_NONE, 'codes of others', () => countOf(came.filter(isOther)))
  const areOfRefused = t.attest(SENDS_NONE, 'codes by their times', () =>
    comeWithRefused(
      came.filter((each) => !isOther(each)),
      resends,
    ),
  )
  return { due: resends.length - refused.length + story.issued, found, others, refused, areOfRefused }
}

/** More codes than resends that may have sent one, where none of those that were refused was seen to send one again. */
export function concludeSent(t: CheckContext, { due, found, others, refused, areOfRefused }: Sent): void {
  if (found > due && !areOfRefused) {
    const told = `${found - due} codes more than resends that were taken came to the number, and none of a resend that was refused when it was asked for again alone`
    t.markBlocked(SENDS_NONE, `${told}: somebody else may ask for codes at this number meanwhile`, refused.slice(0, 5))
    return
  }
  t.conclude(SENDS_NONE, {
    ok: found <= due,
    // One code may go out again by another way.
    soft: true,
    subject: `${refused.length} resends that were refused`,
    expected: `${due} codes at most, of the resends that were not`,
    actual: `${found} codes, all of them while a resend was under way`,
    evidence: refused.slice(0, 5),
    ...(others === 0 ? {} : { note: `${others} more that came meanwhile are none of this run` }),
  })
}

/** What a state of the number, or too many requests for it, is answered with: that may be why its code is over. */
const mayEndCodes = (answer: Exchange): boolean =>
  [409, 423, 429].includes(statusOf(answer)) || (statusOf(answer) === 403 && ['bound', 'unbound'].includes(answer.key))

/** What a time of the inbox may be off where it has no fraction of a second, ms. */
const ROUNDED_MS = 1000

const STILL_ACTIVE = 'a code that is still active after resends that were refused'

/** The code before a resend of its own key that was refused. */
export function concludeBetween(t: CheckContext, story: OtpScenario, now: readonly Code[], areTooMany: boolean): void {
  const { second, between, later } = story
  const { code, at } = later.between ?? {}
  if (between === undefined || second.code?.active !== true || code?.active === undefined || at === undefined) return
  if (
    !isSurelyAlive(t, second, at) ||
    (!code.active && lostOnes(t, RESEND, { from: second.from, until: at }).length > 0)
  )
    return
  if (!code.active && isFollowed(story, now, second.code, { until: at + ROUNDED_MS, areTooMany })) return
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
function concludeEnded(t: CheckContext, story: OtpScenario, now: readonly Code[], areTooMany: boolean): void {
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
  else if (!after.active && isFollowed(story, now, bare.code, { areTooMany }))
    t.markUnexercised(
      id,
      'not met',
      'a code that no resend of this run asked for followed the last one and may have ended it',
    )
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
      const sent = sentOf(t, story, await codesOfAll(t))
      const isQuiet = sent.found <= sent.due
      const now = await codesOf(t, story.rich.phone)
      concludeBetween(t, story, now, !isQuiet)
      concludeEnded(t, story, now, !isQuiet)
      // What was seen alone says more than how many there were.
      if (!(await concludeServed(t, story, isQuiet))) concludeSent(t, sent)
    },
  }),
]
