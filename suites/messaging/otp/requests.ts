import type { Check } from '../../../kit/check/check.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import { Tally } from '../../../kit/check/verdicts/tally.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { lenient, type Matcher, status } from '../../../kit/match/index.ts'
import { type Absence, closing } from '../../shared/absence.ts'
import { bodyOf, handled, refusesInput, statusOf, validationDetail } from '../client/answers.ts'
import { RESEND } from '../client/api.ts'
import { OBSERVED } from '../client/observed.ts'
import { ofBoundKey, ofNamed } from '../client/whose.ts'
import { type CheckContext, type Claim, defineCheck, defineRule, lineFor, type RequirementId } from '../define.ts'
import { lacksPrior, type Trial } from './story/bisect.ts'
import { judgedAtPlaces, placeLine, withoutPlaces } from './story/callback-inbox.ts'
import type { Naming } from './story/course.ts'
import type { OtpScenario } from './story/otp-scenario.ts'
import { otpScenario } from './story/scenario.ts'
import type { Step } from './story/steps.ts'
import { byChannel, byNaming, stepsOf } from './story/story-steps.ts'

const common = {
  needs: ['messaging.fixtures.phones.otp'] as const satisfies readonly Claim[],
  uses: [otpScenario],
  tier: 'write' as const,
}

const taken = status('2xx')

/** Judges whether a resend without its groups is taken. */
function judgeBase(t: CheckContext, id: RequirementId, { accepted, base, whole }: Trial, expected = taken): void {
  t.judge(id, accepted ?? base ?? whole, expected)
}

/** Judges whether a group is taken: the control is the same resend without it. */
function judgeGroup(t: CheckContext, id: RequirementId, trial: Trial, group: string): void {
  const { accepted, refused, whole, base, left = [] } = trial
  const refusal = refused[group]
  if (refusal !== undefined) t.judge(id, refusal, taken)
  else if (left.includes(group))
    t.markBlocked(id, `the resend with ${group} and the other members was refused`, [whole])
  else if (accepted !== undefined) t.judge(id, accepted, taken)
  else if (lacksPrior(trial)) t.markUnexercised(id, 'not met', 'no code was sent before that could be sent again')
  else
    t.markBlocked(
      id,
      `the same resend without ${group} is refused as well`,
      base === undefined ? [whole] : [whole, base],
    )
}

/**
 * Judges whether a template without {code} is ignored. The same cell says that a template must contain it: whoever takes
 * one with it is not held to more.
 */
function judgeTemplate(t: CheckContext, id: RequirementId, trial: Trial): void {
  const [refusal, other] = [trial.refused.template, trial.instead?.template]
  if (refusal === undefined || other === undefined) judgeGroup(t, id, trial, 'template')
  else if (t.judge(id, other, taken))
    t.judge(id, refusal, lenient(taken, 'a template must contain {code}, says the same cell'))
}

/** Where the target file has the apps that resends name. */
function placesOf({ service }: CheckContext, naming: Naming): string {
  const own = naming === 'app_key' ? 'messaging.appKey' : 'messaging.appId'
  return service.outcomes?.secondApp === undefined ? own : `${own}, or messaging.outcomes.secondApp,`
}

/** Judges the resends of keys that name their app in one way. The control is one by the same channel that was taken. */
function judgeNaming(
  t: CheckContext,
  id: 'msg.otp.unbound-app-key' | 'msg.otp.unbound-app-id',
  story: OtpScenario,
  naming: Naming,
): void {
  const { otherApp, second } = story
  const away = stepsOf(story).flatMap(({ turnedAway, channel }) =>
    turnedAway?.speaker.naming === naming ? [{ trial: turnedAway.trial, channel }] : [],
  )
  // What is refused to the key of the run as well has another cause.
  const own = byNaming(story, naming).filter(
    ({ trial }) => trial.accepted !== undefined || (trial === otherApp.trial && second.trial.accepted !== undefined),
  )
  let isJudged = false
  for (const { trial } of [...own, ...away]) {
    if (story.wantsPrior && trial.accepted === undefined && lacksPrior(trial)) continue
    judgeBase(t, id, trial, ofNamed(placesOf(t, naming), taken))
    isJudged = true
  }
  if (isJudged) return
  const [first] = [...byNaming(story, naming), ...away]
  if (first === undefined) t.markUnexercised(id, 'not met', 'no resend named its app so in this run')
  else if (lacksPrior(first.trial))
    t.markUnexercised(id, 'not met', 'no code was sent before for the app that the key names')
  else t.markBlocked(id, `no resend by ${first.channel} is taken`, [first.trial.whole])
}

/** A change of channel on one number that was taken, and changes that were not. */
function changes(steps: readonly Step[]): { readonly taken: Step | undefined; readonly refused: readonly Step[] } {
  let last: Step | undefined
  const refused: Step[] = []
  for (const step of steps) {
    const differs = last !== undefined && last.channel !== step.channel
    if (step.trial.accepted === undefined) {
      if (differs) refused.push(step)
      continue
    }
    if (differs) return { taken: step, refused }
    last = step
  }
  return { taken: undefined, refused }
}

export const otpRequests: readonly Check[] = [
  // Endpoints: a resend answers 200. Authentication: a bound key identifies the app, app_key is omitted.
  defineCheck({
    ...common,
    id: 'msg/otp/accepted',
    title: 'A resend answers 200, with a number alone and with all else',
    covers: ['msg.otp.accepted', 'msg.otp.bound-key'],
    judgedWith: { 'msg.otp.bound-key': ['messaging.keys.bound'] },
    async run(t) {
      const story = await t.use(otpScenario)
      const { bare, speakers } = story
      const whose = speakers.isBound ? ofBoundKey : (expected: Matcher<Exchange>) => expected
      t.judge('msg.otp.accepted', bare.trial.whole, whose(status(200)))
      for (const { trial } of stepsOf(story))
        if (trial.accepted !== undefined) t.judge('msg.otp.accepted', trial.accepted, status(200))
      if (speakers.isBound) t.judge('msg.otp.bound-key', bare.trial.whole, ofBoundKey(taken))
      else
        t.markUnexercised(
          'msg.otp.bound-key',
          'not claimed',
          'the target file names no bound key',
          lineFor('messaging.keys.bound'),
        )
    },
  }),

  // Authentication: unbound keys identify the app through app_key in the body or the X-App-ID header.
  defineCheck({
    ...common,
    id: 'msg/otp/unbound-keys',
    title: 'An unbound key names its app in the body or in a header',
    covers: ['msg.otp.unbound-app-key', 'msg.otp.unbound-app-id'],
    judgedWith: { 'msg.otp.unbound-app-key': ['messaging.appKey'], 'msg.otp.unbound-app-id': ['messaging.appId'] },
    needs: [...common.needs, 'messaging.keys.unbound'],
    async run(t) {
      const story = await t.use(otpScenario)
      const { byAppKey, byAppId } = story.speakers
      if (byAppKey === undefined)
        t.markUnexercised(
          'msg.otp.unbound-app-key',
          'not claimed',
          'the target file names no app key',
          lineFor('messaging.appKey'),
        )
      else judgeNaming(t, 'msg.otp.unbound-app-key', story, 'app_key')
      if (byAppId === undefined)
        t.markUnexercised(
          'msg.otp.unbound-app-id',
          'not claimed',
          'the target file names no app id',
          lineFor('messaging.appId'),
        )
      else judgeNaming(t, 'msg.otp.unbound-app-id', story, 'X-App-ID')
    },
  }),

  // Resources › OTP resend request: string or null.
  defineCheck({
    ...common,
    id: 'msg/otp/null-fields',
    title: 'Fields of type string or null take null',
    covers: ['msg.otp.null-fields'],
    async run(t) {
      const { course, nulls, elsewhere, rich } = await t.use(otpScenario)
      judgeGroup(t, 'msg.otp.null-fields', nulls.trial, 'nulls')
      const isOther = course.noCallback === 'left out' && elsewhere.phone !== rich.phone
      if (isOther && elsewhere.trial.accepted !== undefined)
        judgeGroup(t, 'msg.otp.null-fields', elsewhere.trial, 'nulls')
    },
  }),

  // Resources › OTP resend request, delivery_method: sms, call, whatsapp; sender_id and message_template for sms only.
  defineCheck({
    ...common,
    id: 'msg/otp/channels',
    title: 'Every channel is accepted, call and WhatsApp with a sender and a template that they ignore',
    covers: [
      'msg.otp.channel-sms',
      'msg.otp.channel-call',
      'msg.otp.channel-whatsapp',
      'msg.otp.sender-id-ignored-call',
      'msg.otp.sender-id-ignored-whatsapp',
      'msg.otp.template-ignored-call',
      'msg.otp.template-ignored-whatsapp',
    ],
    async run(t) {
      const story = await t.use(otpScenario)
      const { course, rich, nulls, second } = story
      if (course.rich === undefined) judgeBase(t, 'msg.otp.channel-sms', nulls.trial)
      else judgeGroup(t, 'msg.otp.channel-sms', rich.trial, 'channel')
      for (const channel of ['call', 'whatsapp'] as const) {
        const steps = byChannel(story, channel)
        // One of another app may be refused for that.
        const own = steps.filter(({ trial }) => trial !== story.otherApp.trial)
        for (const { trial } of own) judgeBase(t, `msg.otp.channel-${channel}`, trial)
        for (const { trial } of steps) {
          if (trial === story.nulls.trial) continue
          if (trial === second.trial) judgeGroup(t, `msg.otp.template-ignored-${channel}`, trial, 'template')
          else {
            judgeGroup(t, `msg.otp.sender-id-ignored-${channel}`, trial, 'sender')
            judgeTemplate(t, `msg.otp.template-ignored-${channel}`, trial)
          }
        }
      }
    },
  }),

  // States: the channel may differ from the one of the prior code. A resend without a prior code is not told of.
  defineCheck({
    ...common,
    id: 'msg/otp/prior',
    title: 'A resend is answered whatever code came before it',
    covers: ['msg.otp.channel-change', 'msg.otp.no-prior'],
    async run(t) {
      const story = await t.use(otpScenario)
      const { first, hadCode, rich } = story
      const own = stepsOf(story).filter(({ phone }) => phone === rich.phone)
      const { taken: change, refused } = changes(own)
      const [one] = refused
      if (change?.trial.accepted !== undefined) t.judge('msg.otp.channel-change', change.trial.accepted, taken)
      else if (one !== undefined) judgeBase(t, 'msg.otp.channel-change', one.trial)
      else t.markBlocked('msg.otp.channel-change', 'no resend came before', [rich.trial.whole])
      const before = 'the number had a code from before this run that may still be good'
      if (hadCode === true) t.markUnexercised('msg.otp.no-prior', 'not met', before)
      else t.judge('msg.otp.no-prior', first, handled)
      if (hadCode === false) t.observe('msg.open.otp-prior-required', `without a code: ${statusOf(first)}`, [first])
    },
  }),

  // Resources › OTP resend request, callback_url: an HTTPS URL.
  defineCheck({
    ...common,
    id: 'msg/otp/callback-url',
    title: 'An HTTPS callback_url is accepted',
    covers: ['msg.otp.callback-url'],
    judgedWith: judgedAtPlaces(['msg.otp.callback-url']),
    async run(t) {
      const story = await t.use(otpScenario)
      if (story.places === undefined) t.abortUnexercised('not claimed', withoutPlaces(story), placeLine(t))
      judgeGroup(t, 'msg.otp.callback-url', story.rich.trial, 'callback')
    },
  }),

  // Endpoints: 422 HTTPValidationError.
  defineRule({
    id: 'msg/otp/refusal-shape',
    title: 'Every 422 of a resend is an HTTPValidationError',
    covers: ['msg.otp.refusal-shape'],
    observes: OBSERVED.resend,
    run: async (t) => {
      const tally = new Tally(t, 'msg.otp.refusal-shape', validationDetail.expected)
      for (const each of t.exchanges())
        if (each.operation === RESEND && statusOf(each) === 422)
          tally.test(subjectOf(each), each, validationDetail, bodyOf(each))
      const refused: Absence = {
        among: (each) => each.operation === RESEND && refusesInput(each),
        least: 3,
        observation: (many) => `none of the ${many} resends that were refused for their input was answered 422`,
      }
      tally.close(closing(refused, t.exchanges(), 'no resend was answered 422 in this run'))
    },
  }),
]
