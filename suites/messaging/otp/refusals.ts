import type { Check } from '../../../kit/check/check.ts'
import { Tally } from '../../../kit/check/tally.ts'
import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { valueAt } from '../../../kit/match/index.ts'
import { isRefusal, isSuccess, statusOf } from '../client/answers.ts'
import { type Caller, RESEND, resend } from '../client/api.ts'
import { nearMiss } from '../client/near-miss.ts'
import { type CheckContext, defineCheck } from '../define.ts'
import { isSurelyAlive } from './lifetimes.ts'
import { common, evidenceOf } from './probe-judgements.ts'
import { otpPhone } from './story/callers.ts'
import { type Code, codesOf, codesOfAll, codesOnce, findAgain, newest } from './story/inbox.ts'
import { type OtpScenario, otpScenario } from './story/scenario.ts'

const allResends = (t: CheckContext): readonly Exchange[] =>
  t.exchanges().filter(({ operation }) => operation === RESEND)

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
    subject: `${refused.length} resends that were refused`,
    expected: `${due} codes at most, of the resends that were not`,
    actual: `${found} codes`,
    evidence: refused.slice(0, 5),
  })
  return found <= due
}

interface Stranger {
  readonly what: string
  readonly status: number
  readonly as: Caller
}

/** Who is to be turned away, and was in this run. */
function strangersOf(t: CheckContext): readonly Stranger[] {
  const { bound, unbound } = t.service.keys ?? {}
  const known = bound ?? unbound ?? ''
  const restricted = t.key('restricted')
  const all: readonly Stranger[] = [
    { what: 'without a key', status: 401, as: {} },
    { what: 'with an unknown key', status: 401, as: { key: nearMiss(t, known, Math.ceil(known.length / 2)) } },
    ...(restricted === undefined ? [] : [{ what: 'with a restricted key', status: 403, as: { key: restricted } }]),
  ]
  const refused = allResends(t).map(statusOf)
  return all.filter(({ status }) => refused.includes(status))
}

/** As often as this in a row, so that no code of another resend is taken for one. */
const TIMES = 2
/** Without a new code for so long the inbox is at rest, ms. */
const REST_MS = 500

/** A resend of somebody who is to be turned away, and whether it brought a code. */
async function ask(t: CheckContext, phone: string, { what, as }: Stranger): Promise<Exchange | undefined> {
  const before = await codesOf(t, phone)
  await t.pause(REST_MS)
  const rested = await codesOf(t, phone)
  const began = t.clock.now()
  const body = { ...t.service.bodies?.otpResend, phone_number: phone }
  const answer = await resend(t, as, body, { label: what, expects: 'refused' })
  const after = await codesOnce(t, phone, (codes) => newest(codes, rested) !== undefined)
  const isAlone = !allResends(t).some((each) => isSuccess(each) && each.endedAt >= began)
  const isOwn = isAlone && newest(rested, before) === undefined && newest(after, rested) !== undefined
  return isOwn ? answer : undefined
}

/**
 * Whose the codes too many are: resends of callers that are turned away are sent again, alone. One that brings a code was
 * served, whatever it was answered.
 */
async function concludeServed(t: CheckContext, isQuiet: boolean): Promise<void> {
  const id = 'msg.auth.refused-sends-none'
  const strangers = strangersOf(t)
  const turnedAway = allResends(t).filter((each) => strangers.some(({ status }) => status === statusOf(each)))
  if (turnedAway.length === 0) return t.markUnexercised(id, 'not met', 'no resend was refused for its key')
  const tally = new Tally(t, id, 'no code')
  for (const stranger of isQuiet ? [] : strangers) {
    const evidence: Exchange[] = []
    for (let time = 0; time < TIMES; time += 1) {
      const answer = await ask(t, otpPhone(t), stranger)
      if (answer === undefined || statusOf(answer) !== stranger.status) break
      evidence.push(answer)
    }
    const subject = `${RESEND} (${stranger.what})`
    const actual = `${stranger.status} and a new code, ${TIMES} times in a row`
    if (evidence.length === TIMES) tally.contradict({ subject, actual, evidence })
  }
  if (isQuiet) tally.agree(turnedAway.slice(0, 5))
  tally.close('whose code was sent beside those of resends that were taken was not found')
}

const STILL_ACTIVE = 'a code that is still active after resends that were refused'

/** The code before a resend of its own key that was refused. */
function concludeBetween(t: CheckContext, { second, between, later }: OtpScenario): void {
  const { code, at } = later.between ?? {}
  if (between === undefined || second.code?.active !== true || code?.active === undefined || at === undefined) return
  if (!isSurelyAlive(t, second, at)) return
  t.conclude('msg.otp.refused-ends-none', {
    ok: code.active,
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
  else
    t.conclude(id, {
      ok: after.active,
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
      requests: { none: 2 * TIMES, restricted: TIMES },
      spends: { messages: 3 * TIMES },
      typical: { requests: { none: 0, restricted: 0 }, spends: { messages: 0 } },
    },
    async run(t) {
      const story = await t.use(otpScenario)
      if (!allResends(t).some(isRefusal)) t.abortBlocked('no resend was refused')
      const isQuiet = concludeSent(t, story, await codesOfAll(t))
      concludeBetween(t, story)
      concludeEnded(t, story, await codesOf(t, story.rich.phone))
      await concludeServed(t, isQuiet)
    },
  }),
]
