import type { Check } from '../../../../kit/check/check.ts'
import type { Exchange } from '../../../../kit/http/exchange.ts'
import type { Delivery } from '../../../../kit/webhooks/delivery.ts'
import { isSuccess } from '../../client/answers.ts'
import { RESEND } from '../../client/api.ts'
import { lostOnes } from '../../client/trouble.ts'
import { type CheckContext, type Claim, defineCheck, lineFor, type RequirementId } from '../../define.ts'
import { allResends } from '../served-all-the-same.ts'
import { appOfNulls, keptOf } from '../story/app-of-nulls.ts'
import { lacksPrior, tookPart } from '../story/bisect.ts'
import {
  isSameEvent,
  isSameKind,
  isSameStep,
  judgedAtPlaces,
  names,
  placeLine,
  since,
  withoutPlaces,
} from '../story/callback-inbox.ts'
import { otpScenario } from '../story/scenario.ts'
import { SECRETS } from '../story/secrets.ts'
import type { Step } from '../story/steps.ts'
import { concludeOn } from './callback-judgement.ts'
import { concludeSecret, concludeSigned, telling, UNSIGNED } from './callback-signatures.ts'
import { concludeChannel, concludeQuery, concludeTold, mayBegin, type Told, took } from './lifecycle.ts'
import { markUntold } from './untold.ts'

const common = {
  needs: ['messaging.fixtures.phones.otp', 'webhooks'] as const satisfies readonly Claim[],
  uses: [otpScenario],
  tier: 'write' as const,
}

/** The story where callbacks can be received at all. */
async function reported(t: CheckContext): Promise<Told> {
  const story = await t.use(otpScenario)
  const { places } = story
  if (places === undefined) t.abortUnexercised('not claimed', withoutPlaces(story), placeLine(t))
  return { ...story, places }
}

/** Whether the code of a step was over when the next one was answered: a limit may have held that up. */
function isOver(t: CheckContext, { trial, asked }: Step, next: Step): boolean {
  const minutes = (tookPart(trial, 'numbers') ? asked.minutes : undefined) ?? 10
  const [made, answered] = [trial.accepted?.sentAt ?? 0, next.trial.accepted?.endedAt ?? 0]
  return answered >= made + t.clock.scaled(minutes * 60)
}

/**
 * Whether a code that was sent to the run's number and app after the callback_url was given still lived at the last
 * resend: a target that passes from code to code lives as long as the latest one.
 */
function hasHeir(t: CheckContext, { elsewhere, otherApp, rich, bare, speakers }: Told): boolean {
  const isOwn = speakers.secondApp === undefined
  const heirs = [...(elsewhere.phone === rich.phone ? [elsewhere] : []), ...(isOwn ? [otherApp] : [])]
  return heirs.some((each) => each.trial.accepted !== undefined && !isOver(t, each, bare))
}

const NOT_IN_FORCE = 'that its callback_url had been called before was not seen'

/** Whether the second place was seen to be told of a code once it is sent. */
const isInForce = (story: Told): boolean => keptOf(story) !== undefined

/** Resends of the run before a moment, but these, that were carried out, or may have been: the answer was lost, or one of trouble. */
const othersCarriedOut = (t: CheckContext, own: readonly (string | undefined)[], until: number): readonly Exchange[] =>
  [...allResends(t).filter(isSuccess), ...lostOnes(t, RESEND)].filter(
    (each) => each.sentAt < until && !own.includes(each.id),
  )

/**
 * First steps of a code that the first place was told once there was another, though its own code had been told there before
 * and was sent once. None where the other one was not told of such a step, or another resend of the run was taken before the
 * next one: its code is told of there as well.
 */
function repeatedAt(
  t: CheckContext,
  { places: { first }, rich: { trial }, second, nulls }: Told,
  former: readonly Delivery[],
  fresh: readonly Delivery[],
): readonly Delivery[] {
  const before = since(first, 0, second.from)
  const [start] = before
  const own = [trial.accepted?.id, second.trial.accepted?.id]
  if (start === undefined || othersCarriedOut(t, own, nulls.from).length > 0) return []
  const isFirst = (each: Delivery): boolean => isSameStep(start, each)
  return fresh.some(isFirst)
    ? former.filter((each) => isFirst(each) && !before.some((known) => isSameEvent(known, each)))
    : []
}

/** What is reported of a resend to the second place, and what it is told by: the mark of the other one, and our own. */
interface Scope {
  readonly step: Step
  readonly until: number
  readonly other: string
  readonly own: string | undefined
}

/**
 * Deliveries that name the other one. Where a payload names neither, a code of the other one shows by its first step:
 * that of the run's own last code was seen before.
 */
function straysOf({ places, second: { from }, nulls, elsewhere }: Told, { step, until, other, own }: Scope) {
  const { second } = places
  const named = since(second, step.from).filter((each) => names(each, other))
  const [start] = since(second, from, nulls.from)
  const isStart = (each: Delivery): boolean => start !== undefined && isSameKind(each, start)
  if (named.length > 0 || !since(second, nulls.from, elsewhere.from).some(isStart)) return named
  const before = since(second, 0, step.from)
  return since(second, step.from, until).filter(
    (each) =>
      isStart(each) && (own === undefined || !names(each, own)) && !before.some((known) => isSameEvent(known, each)),
  )
}

/** Judges that a resend of another number or app was not reported to the second place. */
function concludeScope(t: CheckContext, id: RequirementId, story: Told, scope: Scope): void {
  const { step } = scope
  const strays = straysOf(story, scope)
  if (step.trial.accepted === undefined) t.markBlocked(id, 'the resend was refused', [step.trial.whole])
  else if (!isInForce(story)) markUntold(t, id, story, NOT_IN_FORCE)
  else {
    const expected = "no delivery to the callback_url of the run's number and app"
    const actual = `${strays.length} deliveries of the other one`
    concludeOn(t, id, step, { ok: strays.length === 0, expected, actual, deliveries: strays, awaited: false })
  }
}

export const otpCallbacks: readonly Check[] = [
  // Events › Other events: callback_url receives the lifecycle of the new code. How it is signed is not shown.
  defineCheck({
    ...common,
    id: 'msg/otp/callback',
    title: 'The lifecycle of a code is reported to its callback_url',
    covers: [
      'msg.otp.callback-delivered',
      'msg.otp.callback-query',
      'msg.otp.callback-secret',
      'msg.otp.callback-signed',
    ],
    judgedWith: judgedAtPlaces([
      'msg.otp.callback-delivered',
      'msg.otp.callback-query',
      'msg.otp.callback-secret',
      'msg.otp.callback-signed',
    ]),
    async run(t) {
      const story = await reported(t)
      const { rich, second, places, course } = story
      const all = [...places.first.inbox.deliveries, ...places.second.inbox.deliveries]
      const step = [rich, second].find(took)
      if (step === undefined) return t.abortBlocked('every callback_url was refused', [rich.trial.whole])
      concludeTold(t, story, step, all)
      concludeChannel(t, story)
      concludeQuery(t, step, [places.first, places.second])
      // A resend without callback_url leaves the target; whether callback_secret null leaves its secret is not told.
      const told = [
        [rich, since(places.first, 0), SECRETS.first],
        [second, since(places.second, 0, story.nulls.from), course.secret === 'own' ? SECRETS.second : undefined],
      ] as const
      const seen = told.flatMap(([by, deliveries, secret]) =>
        (took(by) ? telling(t, deliveries, secret) : []).map((each) => [by, each] as const),
      )
      for (const [by, each] of seen)
        if (each[1].hasSecret) concludeSigned(t, by, each)
        else
          t.observe('msg.open.otp-url-without-secret', each[1].other ?? 'signed with no secret of the run, if at all', [
            each[0],
          ])
      if (!seen.some(([, [, { hasSecret }]]) => hasSecret))
        markUntold(t, 'msg.otp.callback-signed', story, 'no callback of a code that has a secret was seen in this run')
      if (!concludeSecret(t, seen)) markUntold(t, 'msg.otp.callback-secret', story, UNSIGNED)
    },
  }),

  // Resources › OTP resend request, callback_url: replaces the target for this number and app.
  defineCheck({
    ...common,
    id: 'msg/otp/callback-replaced',
    title: 'A callback_url takes the place of the one before it, and stays while it is not replaced',
    covers: ['msg.otp.callback-replaced', 'msg.otp.callback-kept'],
    judgedWith: judgedAtPlaces(['msg.otp.callback-replaced', 'msg.otp.callback-kept']),
    async run(t) {
      const story = await reported(t)
      const { places, rich, second, nulls } = story
      const [former, fresh] = [
        since(places.first, second.from, nulls.from),
        since(places.second, second.from, nulls.from),
      ]
      // Late reports of the code before still go to the former place in a lawful deployment; neither the same event does,
      // nor a first step once more.
      const doubled = former.filter((each) => fresh.some((other) => isSameEvent(each, other)))
      const repeated = repeatedAt(t, story, former, fresh)
      if (!took(rich) || !took(second))
        t.markBlocked('msg.otp.callback-replaced', 'a callback_url was refused', [second.trial.whole])
      else if (fresh.length === 0 && former.length > 0 && !former.some((each) => mayBegin(story, each)))
        t.markUnexercised('msg.otp.callback-replaced', 'not met', 'only later steps of the code before were told')
      else if (
        fresh.length === 0 &&
        former.length > 0 &&
        othersCarriedOut(t, [rich.trial.accepted?.id], second.from).length > 0
      )
        t.markUnexercised('msg.otp.callback-replaced', 'not met', 'another resend before it may be what was told of')
      else if (fresh.length === 0 && former.length > 0 && since(places.first, rich.from, second.from).length === 0)
        t.markUnexercised(
          'msg.otp.callback-replaced',
          'not met',
          'nothing had been told of the code before when the next was sent: what came then may be of either',
        )
      else if (former.length + fresh.length === 0)
        markUntold(t, 'msg.otp.callback-replaced', story, 'nothing was told of the code once it was sent')
      else
        concludeOn(t, 'msg.otp.callback-replaced', second, {
          ok: fresh.length > 0 && doubled.length === 0 && repeated.length === 0,
          // Which steps are told, and how often, is not shown.
          soft: fresh.length > 0 && doubled.length === 0,
          expected: 'deliveries to its own callback_url only',
          actual:
            fresh.length === 0
              ? 'deliveries to the former callback_url only'
              : `the same ${doubled.length === 0 ? 'step' : 'delivery'} to the former callback_url as well`,
          deliveries: [...former, ...fresh],
          awaited: false,
        })
      const kept = keptOf(story) ?? []
      if (nulls.trial.accepted === undefined)
        t.markBlocked('msg.otp.callback-kept', 'the resend was refused', [nulls.trial.whole])
      else if (!isInForce(story)) markUntold(t, 'msg.otp.callback-kept', story, NOT_IN_FORCE)
      else if (appOfNulls(story) !== 'own')
        t.markUnexercised('msg.otp.callback-kept', 'not met', 'the next resend named another app beside its key')
      else if (kept.length === 0 && isOver(t, second, nulls))
        t.markUnexercised('msg.otp.callback-kept', 'not met', 'its code was over when the next resend was answered')
      else
        concludeOn(t, 'msg.otp.callback-kept', nulls, {
          ok: kept.length > 0,
          expected: 'a delivery to the callback_url of the resend before',
          actual: 'no delivery there',
          deliveries: kept,
        })
    },
  }),

  // Resources › OTP resend request, callback_url: for this phone number and app.
  defineCheck({
    ...common,
    id: 'msg/otp/callback-scope',
    title: 'A callback_url is the target of its own number and app only',
    covers: ['msg.otp.callback-phone-scope', 'msg.otp.callback-app-scope'],
    judgedWith: {
      ...judgedAtPlaces(['msg.otp.callback-phone-scope'], 'messaging.outcomes.secondPhone'),
      ...judgedAtPlaces(['msg.otp.callback-app-scope'], 'messaging.outcomes.secondApp'),
    },
    async run(t) {
      const story = await reported(t)
      const { secondPhone, elsewhere, otherApp, bare, rich, speakers } = story
      const { appId } = t.service
      const secondAppId = speakers.secondApp?.id
      if (secondPhone === undefined) {
        const line = lineFor('messaging.outcomes.secondPhone')
        t.markUnexercised(
          'msg.otp.callback-phone-scope',
          'not claimed',
          'the target file names no second number for codes',
          line,
        )
      } else if (elsewhere.phone !== secondPhone)
        t.markBlocked('msg.otp.callback-phone-scope', 'no resend to the second number was taken', [
          elsewhere.trial.whole,
        ])
      else {
        const scope = { step: elsewhere, until: otherApp.from, other: secondPhone, own: rich.phone }
        concludeScope(t, 'msg.otp.callback-phone-scope', story, scope)
      }
      if (secondAppId === undefined) {
        const line = `${lineFor('messaging.keys.unbound')}\nmessaging.outcomes.secondApp: { with: { app_key: "…", app_id: "…" } }`
        t.markUnexercised('msg.otp.callback-app-scope', 'not claimed', 'the target file names no second app', line)
      } else if (otherApp.trial.accepted === undefined && lacksPrior(otherApp.trial)) {
        // Elsewhere the same answer may say that the app is not there.
        const reason = 'no code was sent before for the second app'
        if (!story.wantsPrior) return t.markUnexercised('msg.otp.callback-app-scope', 'not met', reason)
        t.markInapplicable(
          'msg.otp.callback-app-scope',
          'a code is sent to those alone who were sent one by the same app',
          [otherApp.trial.base ?? otherApp.trial.whole],
        )
      } else {
        const scope = { step: otherApp, until: bare.from, other: secondAppId, own: appId }
        concludeScope(t, 'msg.otp.callback-app-scope', story, scope)
      }
    },
  }),

  // Resources › OTP resend request, callback_url: until the new OTP expires.
  defineCheck({
    ...common,
    id: 'msg/otp/callback-ends',
    title: 'A callback_url is no longer the target once its code has expired',
    covers: ['msg.otp.callback-ends'],
    // Codes last for minutes.
    leaves: (_id, _target, depth) => depth === 'quick',
    judgedWith: judgedAtPlaces(['msg.otp.callback-ends']),
    async run(t) {
      const story = await reported(t)
      const { places, bare, second, expired } = story
      if (bare.trial.accepted === undefined)
        t.abortBlocked('the resend after the expiry was refused', [bare.trial.whole])
      if (!isInForce(story)) return markUntold(t, 'msg.otp.callback-ends', story, NOT_IN_FORCE)
      if (!expired && t.depth === 'quick')
        t.abortUnexercised('not selected', 'a quick run does not wait until codes expire')
      if (!expired) t.abortBlocked('the codes did not expire within the time asked for', [second.trial.whole])
      const [before, after] = [since(places.second, 0, bare.from), since(places.second, bare.from)]
      const [start] = since(places.second, second.from)
      // Retries and late steps of earlier codes say nothing of the new one.
      const fresh = after.filter((each) => !before.some((other) => isSameEvent(each, other)))
      const strays = fresh.filter((each) => start !== undefined && isSameKind(each, start))
      if (fresh.length > 0 && strays.length === 0)
        t.abortBlocked('whether what arrived is of the new code cannot be told', fresh)
      if (strays.length > 0 && hasHeir(t, story))
        return t.markUnexercised(
          'msg.otp.callback-ends',
          'not met',
          'a later code of the same number and app had not expired',
        )
      concludeOn(t, 'msg.otp.callback-ends', bare, {
        ok: strays.length === 0,
        expected: 'no delivery to the callback_url of an expired code',
        actual: `${strays.length} deliveries there`,
        deliveries: strays,
        awaited: false,
      })
    },
  }),
]
