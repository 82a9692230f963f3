import type { Check } from '../../../kit/check/check.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import { cameBack, lenient, status } from '../../../kit/match/index.ts'
import { isRefusal, isSuccess, statusOf } from '../client/answers.ts'
import { resend } from '../client/api.ts'
import { isTrouble } from '../client/trouble.ts'
import { type CheckContext, type Claim, defineCheck } from '../define.ts'
import { appOfNulls, namedOther } from './story/app-of-nulls.ts'
import { type Beside, besideBound, keysBeside } from './story/beside.ts'
import { otpPhone, ownMembers } from './story/callers.ts'
import { type Code, codesOf, codesOnce, findAgain, newest } from './story/inbox.ts'
import type { OtpScenario } from './story/otp-scenario.ts'
import { otpScenario } from './story/scenario.ts'
import { takenChannels } from './story/story-steps.ts'

const common = {
  needs: ['messaging.fixtures.phones.otp', 'messaging.keys.bound'] as const satisfies readonly Claim[],
  uses: [otpScenario],
  tier: 'write' as const,
}

const REFUSED = lenient(status('4xx'), 'what happens to an app_key that is not omitted is not said')

/** Whether the code before a resend, of the app of the bound key, was over once it was taken. */
function concludeApp(t: CheckContext, story: OtpScenario): void {
  const id = 'msg.otp.bound-key-app'
  const { second, later, speakers, beside } = story
  const named = namedOther(story)
  const whose = appOfNulls(story)
  const tried = beside.filter(({ isOther, by }) => isOther && by === 'X-App-ID')
  if (speakers.secondApp === undefined) {
    const line = 'messaging.outcomes.secondApp: { with: { app_key: "…", app_id: "…" } }'
    t.markUnexercised(id, 'not claimed', 'the target file names no second app', line)
  } else if (named === undefined && tried.some(({ answer }) => isRefusal(answer)))
    t.markInapplicable(
      id,
      'a resend of a bound key with the id of another app is refused',
      tried.map(({ answer }) => answer),
    )
  else if (named === undefined || whose === 'unknown')
    t.markUnexercised(id, 'not met', 'whether the code before such a resend was over is not known')
  else if (whose === 'other' && later.rich?.active === true)
    t.markBlocked(id, 'no resend makes the code before it invalid', [named.answer])
  else if (whose === 'other') t.markUnexercised(id, 'not met', ASKED_AGAIN)
  else
    t.conclude(id, {
      ok: true,
      subject: subjectOf(named.answer),
      expected: 'a resend of the app of the key: the code before it, of that app, is over',
      actual: '',
      evidence: [named.answer, second.trial.accepted ?? second.trial.whole],
    })
}

/** The code before it may live on for what else that resend says: another one tells, which says the same as those before it. */
const ASKED_AGAIN =
  'the code before such a resend was not over, and whether it is that resend which tells is asked at the end'
const NOT_ASKED = 'it is asked again where the code before such a resend is not over, and with --depth deep'

function concludeKeys(t: CheckContext, tried: readonly Beside[]): void {
  const id = 'msg.otp.bound-key-with-app-key'
  for (const { answer } of tried) {
    // Whom an account lets in is not what was asked, but a 403 may well speak of the app.
    if (isTrouble(answer) && statusOf(answer) !== 403)
      t.markBlocked(id, `the target had trouble of its own: ${cameBack(answer)}`, [answer])
    else t.judge(id, answer, isSuccess(answer) ? REFUSED : status('4xx'))
    const said = isSuccess(answer) ? 'taken' : `refused with ${statusOf(answer)}`
    t.observe('msg.open.otp-bound-app-key', said, [answer])
  }
}

export const boundKeys: readonly Check[] = [
  // Endpoints, rule 1: app_key is to be omitted with a bound key. What happens otherwise is not told.
  defineCheck({
    ...common,
    id: 'msg/otp/bound-key-with-app-key',
    title: 'A bound key with an app_key is refused',
    covers: ['msg.otp.bound-key-with-app-key'],
    needs: [...common.needs, 'messaging.appKey'],
    async run(t) {
      const id = 'msg.otp.bound-key-with-app-key'
      const { beside } = await t.use(otpScenario)
      const tried = beside.filter(({ by }) => by === 'app_key')
      if (tried.length === 0)
        return t.markUnexercised(id, 'not selected', 'another name had its turn beside the bound key in this run')
      concludeKeys(t, tried)
    },
  }),

  // The same of either app_key by each channel.
  defineCheck({
    ...common,
    id: 'msg/otp/bound-key-with-any-app-key',
    title: 'A bound key with the app_key of its app or of another is refused by each channel',
    covers: ['msg.otp.bound-key-with-app-key'],
    needs: [...common.needs, 'messaging.appKey'],
    phase: 'exclusive',
    depth: 'deep',
    cost: { requests: { bound: 6 }, spends: { messages: 6 }, typical: { requests: { bound: 6 } } },
    async run(t) {
      const story = await t.use(otpScenario)
      t.control(story.bare.trial.whole, status('2xx'))
      const found: Beside[] = []
      for (const channel of takenChannels(story))
        for (const named of keysBeside(t, story.speakers)) {
          const way = { phone: otpPhone(t), channel, speaker: story.speakers.main }
          const body = { ...ownMembers(t), phone_number: way.phone, delivery_method: channel }
          await besideBound(t, { way, body, all: [named], found })
        }
      concludeKeys(t, found)
    },
  }),

  // The same where the story could not tell whose code such a resend brought.
  defineCheck({
    ...common,
    id: 'msg/otp/bound-key-app-again',
    title: 'A resend of a bound key with the id of another app ends the code of its own',
    covers: ['msg.otp.bound-key-app'],
    needs: [...common.needs, 'messaging.probes.otpInbox', 'messaging.outcomes.secondApp'],
    phase: 'exclusive',
    cost: {
      requests: { bound: 3 },
      spends: { messages: 3 },
      typical: {
        requests: {},
        spends: { messages: 0 },
        deepSpends: { messages: 3 },
        at: (_, depth) => (depth === 'deep' ? { requests: { bound: 3 } } : {}),
      },
    },
    async run(t) {
      const id = 'msg.otp.bound-key-app'
      const story = await t.use(otpScenario)
      const { speakers, bare } = story
      if (t.depth !== 'deep' && appOfNulls(story) !== 'other') return t.markUnexercised(id, 'not met', NOT_ASKED)
      t.control(bare.trial.whole, status('2xx'))
      const { main, secondApp } = speakers
      if (secondApp === undefined) return t.abortUnexercised('not claimed', 'the target file names no second app')
      const phone = otpPhone(t)
      const body = { ...ownMembers(t), phone_number: phone }
      const next = async (label: string) => {
        const before = await codesOf(t, phone)
        const answer = await resend(t, main.as, body, { label, expects: 'sent' })
        const code = newest(await codesOnce(t, phone, (codes) => newest(codes, before) !== undefined), before)
        if (isSuccess(answer) && code?.active === true) return { answer, code }
        return t.abortUnexercised('not met', 'no code is seen to be active')
      }
      const isOver = async (code: Code): Promise<boolean | undefined> => {
        const isThere = (codes: readonly Code[]): boolean => findAgain(codes, code)?.active !== true
        const active = findAgain(await codesOnce(t, phone, isThere), code)?.active
        return active === undefined ? undefined : !active
      }
      const { code: first } = await next('the first code')
      const { answer: own, code } = await next('the code before another app is named')
      // Where no resend ends the code before it nothing tells whose this one is.
      if ((await isOver(first)) !== true)
        return t.abortUnexercised('not met', 'a code was not over once another was sent that names no other app')
      const as = { ...main.as, appId: secondApp.id }
      const shown = await codesOf(t, phone)
      const answer = await resend(t, as, body, { label: 'the id of another app beside a bound key', expects: 'sent' })
      if (isRefusal(answer))
        return t.markInapplicable(id, 'a resend of a bound key with the id of another app is refused', [answer])
      t.control(answer, status('2xx'))
      // What comes late is taken for the code of whoever sends the next.
      await codesOnce(t, phone, (codes) => newest(codes, shown) !== undefined)
      const over = await isOver(code)
      if (over === undefined)
        return t.markUnexercised(id, 'not met', 'whether the code before such a resend was over is not known')
      t.conclude(id, {
        ok: over,
        subject: subjectOf(answer),
        expected: 'a resend of the app of the key: the code before it, of that app, is over',
        actual: 'the code before it is still active, as if the resend were of the other app',
        awaited: false,
        evidence: [own, answer],
      })
    },
  }),

  // Authentication: a bound key identifies the app. Nothing that stands beside it names another.
  defineCheck({
    ...common,
    id: 'msg/otp/bound-key-app',
    title: 'A resend of a bound key is of its app, whatever is named beside it',
    covers: ['msg.otp.bound-key-app'],
    judgedWith: { 'msg.otp.bound-key-app': ['messaging.outcomes.secondApp'] },
    needs: [...common.needs, 'messaging.probes.otpInbox'],
    async run(t) {
      const story = await t.use(otpScenario)
      for (const { answer, by } of story.beside)
        if (by === 'X-App-ID')
          t.observe('msg.open.bound-app-id', isSuccess(answer) ? 'taken' : `refused with ${statusOf(answer)}`, [answer])
      concludeApp(t, story)
    },
  }),
]
