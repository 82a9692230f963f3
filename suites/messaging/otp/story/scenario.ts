import type { Exchange } from '../../../../kit/http/exchange.ts'
import { nameOfFixture } from '../../../../kit/run/owner.ts'
import type { JsonObject } from '../../../../kit/target/file/parts.ts'
import { isRefusal, statusOf } from '../../client/answers.ts'
import { defineFixture } from '../../define.ts'
import { type Beside, besideBound, namedBeside } from './beside.ts'
import { opening, type Plan, saysNoPrior, tookPart, tryResend } from './bisect.ts'
import { isRefusedAsPrivate, told, twoPlaces } from './callback-inbox.ts'
import { given, otpPhone, ownMembers, SPEAKER, type Speaker, speakers } from './callers.ts'
import { courseOf } from './course.ts'
import { codesAtStart, isAccepted } from './inbox.ts'
import { canIssue } from './issue.ts'
import { askedOf, BRIEF, milderThan, USUAL } from './numbers.ts'
import { oddSender } from './odd-senders.ts'
import type { OtpScenario } from './otp-scenario.ts'
import { refusedWithCallback } from './refused-with-callback.ts'
import { SECRETS, toSecond } from './secrets.ts'
import { type Asked, type Step, Steps } from './steps.ts'
import { endsAfterTarget, isTold, QUICK, reportMs, silenceMs, verify, waitedOut } from './waits.ts'

export const MINUTES = 7
/** What stands behind the template of the run. */
export const TAIL = ' + & so on'

const NAME = 'otp-story'
/** Seconds of the document's time that the whole of it takes. */
const STORY = 126
/** Resends after which no cause of refusals is looked for any further. */
const MOST_TRIED = 40

export const otpScenario = defineFixture({
  name: NAME,
  needs: ['messaging.fixtures.phones.otp'],
  needsAnyOf: SPEAKER,
  uses: [codesAtStart],
  cost: {
    requests: { bound: MOST_TRIED + 6, unbound: MOST_TRIED },
    // Beside those that are tried for their members: the opening, a refused one, and one with an app beside each step.
    spends: { messages: MOST_TRIED + 6 },
    typical: { requests: { bound: 6, unbound: 2 }, spends: { messages: 6 } },
    // Until the code of two minutes is over, and the one after it is known.
    waits: ({ timeScale }, depth) => (depth === 'quick' && STORY / timeScale > QUICK ? 0 : STORY / timeScale),
  },
  make: async (t): Promise<OtpScenario> => {
    const phone = otpPhone(t)
    const who = speakers(t)
    const course = courseOf(t.seed)
    const { main } = who
    const own = ownMembers(t)
    const claimed = t.service.bodies?.otpResend?.sender_id
    const sender = typeof claimed === 'string' ? claimed : 'Assay'
    const marker = `Assay ${t.fresh('otp')}`
    const steps = new Steps(t, nameOfFixture({ service: 'messaging', name: NAME }), marker)
    const wished = await twoPlaces(t)
    const plan = (label: string, by: Speaker, to: string, base: JsonObject, groups: Plan['groups']): Plan => ({
      label,
      as: by.as,
      base: { ...own, ...by.members, phone_number: to, ...base },
      groups,
    })
    const richPlan: Plan = {
      ...plan(
        course.rich === undefined ? 'everything but a channel' : 'SMS with everything',
        main,
        phone,
        {},
        {
          ...(course.rich === undefined ? {} : { channel: { delivery_method: course.rich } }),
          sender: { sender_id: sender },
          template: { message_template: `${marker}: ${course.template} end${TAIL}` },
          numbers: { otp_length: course.lengths.rich, minutes_to_expire: MINUTES },
          ...(wished === undefined
            ? {}
            : { callback: { callback_url: wished.first.url, callback_secret: SECRETS.first } }),
        },
      ),
      // Every kind of text that a resend has stands in it.
      spelling: 'escapes',
      ...milderThan(course.lengths.rich, MINUTES),
    }
    // Templates for channels that ignore them. That one lacks {code} may be held against it all the same.
    const worded = { message_template: `${marker}: {code}` }
    const unworded = { message_template: `${marker} without it` }
    const known = await steps.codes(phone)
    const before = (await t.use(codesAtStart)) ?? []
    let first: Exchange | undefined
    // Whether a number needs a code before one is sent to it again.
    let wantsPrior = false
    let isPriorHidden = false
    const room = { left: MOST_TRIED }
    const attempt = (what: Plan, to = phone) =>
      tryResend(t, what, {
        room,
        isPriorHidden,
        ...(wantsPrior && { prior: () => steps.issue(to) }),
      })
    const richAsked = askedOf({ length: course.lengths.rich, minutes: MINUTES })
    const rich = await steps.step({ phone, channel: 'sms', speaker: main }, richAsked, async () => {
      first = await opening(t, richPlan)
      wantsPrior = saysNoPrior(first, false)
      const isKeptOut = statusOf(first) === 403
      const again = wantsPrior || isKeptOut || statusOf(first) === 0 || statusOf(first) >= 500
      if (again) await steps.issue(phone)
      const trial = await tryResend(t, richPlan, { room, ...(!again && { begun: first }) })
      isPriorHidden = isKeptOut && canIssue(t) && trial.accepted !== undefined
      wantsPrior ||= isPriorHidden
      return trial
    })
    const isPlacePrivate = isRefusedAsPrivate(wished, rich.trial)
    const places = isPlacePrivate ? undefined : wished
    // Its later steps, too, before another code takes the place over.
    if (places !== undefined && (await told([places.first], rich.from, reportMs(t))) !== undefined)
      await t.pause(silenceMs(t) / 2)
    // Which lengths and times are taken is not told: where the first ones are not, no others are asked for.
    const isLimited = rich.trial.refused.numbers !== undefined
    let isShort = rich.trial.isMilder === true
    const wanted = ({ length, minutes }: Asked): Asked =>
      isLimited
        ? {}
        : {
            ...(length === undefined ? {} : { length: isShort ? USUAL : length }),
            ...(minutes === undefined ? {} : { minutes }),
          }
    const numbers = ({ length, minutes = MINUTES }: Asked): Pick<Plan, 'groups' | 'milder'> =>
      isLimited
        ? { groups: {} }
        : {
            groups: {
              numbers: { ...(length === undefined ? {} : { otp_length: length }), minutes_to_expire: minutes },
            },
            ...(length === undefined ? {} : milderThan(length, minutes)),
          }
    /** Asked by one key, and by that of the run where another one is refused it. */
    const stepBy = async (by: Speaker, ask: (by: Speaker) => Promise<Step>): Promise<Step> => {
      const step = await ask(by)
      if (step.trial.accepted !== undefined || by === main) return step
      const other = await ask(main)
      return other.trial.accepted === undefined ? step : { ...other, turnedAway: { speaker: by, trial: step.trial } }
    }

    const secondAsked = wanted({ length: course.lengths.second, minutes: 2 })
    const secondBy = (speaker: Speaker): Promise<Step> =>
      steps.step({ phone, channel: course.second, speaker }, askedOf(secondAsked), () => {
        const { groups, milder } = numbers(secondAsked)
        return attempt({
          ...plan(
            `${course.second}, template`,
            speaker,
            phone,
            { delivery_method: course.second },
            {
              template: worded,
              ...groups,
              ...(places === undefined ? {} : { callback: toSecond(course, places) }),
            },
          ),
          ...(milder === undefined ? {} : { milder }),
        })
      })
    const second = await stepBy((course.naming.second === 'X-App-ID' ? who.byAppId : undefined) ?? main, secondBy)
    isShort ||= second.trial.isMilder === true
    const richLater = await steps.afterNext(rich)
    const verified = places !== undefined && !isTold(places) && (await verify(t, phone, second))
    if (verified) await told([places.first, places.second], second.from, reportMs(t))
    const reported = places !== undefined && isTold(places)
    if (places !== undefined && reported) {
      await told([places.first, places.second], second.from, reportMs(t))
      await t.pause(silenceMs(t) / 2)
    }

    const between = reported ? await refusedWithCallback(t, main, phone) : undefined
    const isRefusedBetween = between !== undefined && isRefusal(between.answer) && !verified
    const betweenLater = isRefusedBetween ? await steps.again(phone, second.code) : undefined
    const betweenAt = t.clock.now()

    // Null is met by this resend or by the one to another number, whose callback_url is none either way.
    const NO_CALLBACK = { callback_url: null, callback_secret: null }
    const noCallback = course.noCallback === 'null' ? NO_CALLBACK : {}
    // Where nothing was told of any code, the one that is to expire has a callback_url of its own: it lives as long.
    const isSilent = places !== undefined && !reported && tookPart(second.trial, 'callback')
    const uncalled = isSilent ? toSecond(course, places) : noCallback
    const absent = { sender_id: null, message_template: null, ...uncalled }
    const beside: Beside[] = []
    // Where a bound key with a name beside it may stand for the later resend, and each other naming is met all the same.
    const { naming } = course
    const mayBeBound = naming.elsewhere !== 'app_key' && (naming.elsewhere === 'bound' || naming.second !== 'bound')
    const nullsAsked = wanted({ minutes: BRIEF.minutes })
    const nullsBase = course.nulls === undefined ? {} : { delivery_method: course.nulls }
    const nullsWay = { phone, channel: course.nulls ?? 'sms', speaker: main } as const
    const nulls = await steps.step(nullsWay, askedOf(nullsAsked), async () => {
      const { groups } = numbers(nullsAsked)
      // Endpoints, rule 1: beside a bound key there is no app_key, of null either.
      const withKey = main.naming === 'X-App-ID' ? { app_key: null } : {}
      const every = { ...absent, ...withKey }
      const body = { ...own, ...main.members, phone_number: phone, ...nullsBase, ...every, ...groups.numbers }
      const all = namedBeside(t, who, mayBeBound ? ['id'] : ['id', 'key'])
      const trial = await besideBound(t, { way: nullsWay, body, all, found: beside })
      if (trial !== undefined) return trial
      const milder = isLimited ? {} : { milder: BRIEF.milder }
      return attempt({ ...plan('nulls', main, phone, nullsBase, { nulls: every, ...groups }), ...milder })
    })
    // One that was verified is used up.
    const secondLater = verified ? undefined : await steps.afterNext(second)
    if (places !== undefined && reported) await told([places.first, places.second], nulls.from, reportMs(t))

    const secondPhone = given(t, 'secondPhone', 'phone_number')
    const elsewhereAsked = wanted({ length: course.lengths.elsewhere, minutes: course.minutes })
    const callTo = (to: string, speaker: Speaker): Promise<Step> => {
      const way = { phone: to, channel: course.elsewhere, speaker }
      const { groups, milder } = numbers(elsewhereAsked)
      const label = `${course.elsewhere}, sender and template without {code}`
      const base = { delivery_method: course.elsewhere }
      const nulls = to === phone || course.noCallback === 'null' ? {} : { nulls: NO_CALLBACK }
      const sender = { sender_id: oddSender(t.seed, course.elsewhere) }
      const odd = { sender, template: unworded, ...nulls, ...groups }
      return steps.step(way, askedOf(elsewhereAsked), async () => {
        if (wantsPrior && to === secondPhone && !steps.issuedTo.includes(to)) await steps.issue(to)
        const body = { ...own, phone_number: to, ...base, ...sender, ...worded, ...groups.numbers }
        const all = mayBeBound ? namedBeside(t, who, ['key']) : []
        const trial = await besideBound(t, { way: { ...way, speaker: main }, body, all, found: beside })
        if (trial !== undefined) return trial
        const spare = milder === undefined ? {} : { milder }
        return attempt({ ...plan(label, speaker, to, base, odd), ...spare, instead: { template: worded } }, to)
      })
    }
    // What is sent to the number of the run by an app that need not be its own would be of another code.
    const elsewhereBy = {
      bound: main,
      app_key: secondPhone === undefined ? main : who.byOwnKey,
      'X-App-ID': who.byAppId,
    }
    const caller = elsewhereBy[course.naming.elsewhere] ?? main
    let elsewhere = await stepBy(caller, (by) => callTo(secondPhone ?? phone, by))
    if (elsewhere.trial.accepted === undefined && secondPhone !== undefined) elsewhere = await callTo(phone, main)

    if (reported && secondPhone !== undefined) await t.pause(silenceMs(t) / 2)
    const byOther = course.naming.otherApp === 'X-App-ID' ? (who.byOtherId ?? who.byAppKey) : who.byAppKey
    const otherBy = byOther ?? main
    const otherApp = await steps.step({ phone, channel: course.second, speaker: otherBy }, askedOf({}), () =>
      attempt({
        ...plan(
          `${course.second}, sender and template without {code}`,
          otherBy,
          phone,
          { delivery_method: course.second },
          { sender: { sender_id: oddSender(t.seed, course.second) }, template: unworded },
        ),
        instead: { template: worded },
      }),
    )
    if (reported) await t.pause(silenceMs(t))

    const isUntold = places !== undefined && !isTold(places)
    const endsUntold =
      isUntold && ((!isSilent && endsAfterTarget(nulls, second)) || (await steps.isEnded(nulls, otherApp)))
    const expired = await waitedOut(t, nulls, second, places !== undefined)
    if (expired && places !== undefined && !isTold(places)) await told([places.first, places.second], 0, reportMs(t))
    const nullsLater = expired ? await steps.again(phone, nulls.code, true) : undefined
    const bareWay = { phone, channel: 'sms', speaker: main } as const
    const bare = await steps.step(bareWay, askedOf({}), () => attempt(plan('bare', main, phone, {}, {})))
    if (reported) await t.pause(silenceMs(t))
    const isAlive = (elsewhere.code?.expires ?? 0) > t.clock.now() + t.clock.scaled(60) / 6
    const isElsewhere = elsewhere.phone !== phone && bare.trial.accepted !== undefined
    const elsewhereLater = isElsewhere && isAlive ? await steps.again(elsewhere.phone, elsewhere.code) : undefined
    const lastAccepted = bare.code?.active === undefined ? await isAccepted(t, phone, bare.code) : undefined

    return {
      speakers: who,
      course,
      sender,
      senderGiven: typeof claimed === 'string',
      marker,
      first: first ?? rich.trial.whole,
      hadCode: t.has('messaging.probes.otpInbox') ? known.some(({ active }) => active !== false) : undefined,
      before,
      issued: steps.issuedTo.length,
      wantsPrior,
      rich,
      second,
      between,
      beside,
      nulls,
      elsewhere,
      otherApp,
      bare,
      secondPhone,
      places,
      isPlacePrivate,
      expired,
      endsUntold,
      verified,
      hasInbox: t.has('messaging.probes.otpInbox'),
      lastAccepted,
      later: {
        ...(richLater === undefined ? {} : { rich: richLater }),
        ...(betweenLater === undefined ? {} : { between: { code: betweenLater, at: betweenAt } }),
        ...(secondLater === undefined ? {} : { second: secondLater }),
        ...(nullsLater === undefined ? {} : { nulls: nullsLater }),
        ...(elsewhereLater === undefined ? {} : { elsewhere: elsewhereLater }),
      },
    }
  },
})
