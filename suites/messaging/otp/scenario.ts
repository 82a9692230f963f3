import type { Exchange } from '../../../kit/http/exchange.ts'
import { nameOfFixture } from '../../../kit/run/owner.ts'
import { askProbe } from '../../../kit/run/preflight/probe.ts'
import { perform } from '../../../kit/run/world/recipe.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { isSuccess, statusOf } from '../client/answers.ts'
import { inOtherWords, resend } from '../client/api.ts'
import { defineFixture, type FixtureContext } from '../define.ts'
import { lacksPrior, type Plan, tookPart, tryResend } from './bisect.ts'
import { type CallbackUrl, callbackUrlFor, told } from './callback-inbox.ts'
import { given, otpPhone, ownMembers, type Speaker, type Speakers, speakers } from './callers.ts'
import { type Code, codesAtStart, isAccepted } from './inbox.ts'
import { type RefusedWithCallback, refusedWithCallback } from './refused-with-callback.ts'
import { type Asked, type Step, Steps } from './steps.ts'

export const LENGTH = 8

/** What the template of the run has substituted, in an order that goes round with the seed. */
export const namesOf = ({ seed }: Pick<FixtureContext, 'seed'>): readonly ['{code}' | '{expiry}', string] =>
  seed % 2 === 0 ? ['{code}', '{expiry}'] : ['{expiry}', '{code}']
export const MINUTES = 7
/** One for each place: what is signed with the other one shows, and so does what decodes hex digits first. */
export const SECRETS = { first: 'assay callback secret', second: 'a55a0c0de15a5ec2e7f0e1d2c3b4a596' } as const
/** A sender that call and WhatsApp ignore. */
export const ODD_SENDER = 'Nobody Registered This 123'
/** The longest wait for codes to expire, minutes of the target's clock. */
const LONGEST_WAIT_MINUTES = 4

/** Six resends and what became of their codes and callbacks; the last one is bare. */
export interface OtpScenario {
  readonly speakers: Speakers
  readonly sender: string
  readonly senderGiven: boolean
  readonly marker: string
  /** The very first resend: whether the number had a code before it only the probe tells. */
  readonly first: Exchange
  readonly hadCode: boolean | undefined
  /** The codes of the number before any request of the run, and how many were issued to it beside the resends. */
  readonly before: readonly Code[]
  readonly issued: number
  /** Whether a resend is refused to a number that has no code. */
  readonly wantsPrior: boolean
  /** SMS with everything, reported to the first place. */
  readonly rich: Step
  /** WhatsApp with a template, reported to the second place; of an unbound key with X-App-ID where there is one. */
  readonly whatsapp: Step
  /** The same as an unbound key with X-App-ID was refused it, where the key of the run was not. */
  readonly refusedByAppId: Exchange | undefined
  /** A resend that is refused, between that one and the nulls. */
  readonly between: RefusedWithCallback | undefined
  /** SMS with nulls and, as its first try, an app_key beside the bound key. */
  readonly superfluous: Exchange | undefined
  readonly nulls: Step
  /** Call with a sender and a template without {code}; to the second number where there is one. */
  readonly call: Step
  /** WhatsApp with a sender and a template without {code}, of the second app where there is one. */
  readonly otherApp: Step
  readonly bare: Step
  readonly secondPhone: string | undefined
  readonly places: { readonly first: CallbackUrl; readonly second: CallbackUrl } | undefined
  /** Whether the codes and the callback target were waited out before the bare resend. */
  readonly expired: boolean
  /** Whether the WhatsApp code was verified, since nothing had been told of any. */
  readonly verified: boolean
  readonly hasInbox: boolean
  /**
   * Codes of the rich and the WhatsApp resend once the next one was sent, of the nulls once it had to be over, and of the
   * call to another number once the first number had its last one, where it was to be alive then.
   */
  readonly later: { readonly rich?: Code; readonly whatsapp?: Code; readonly nulls?: Code; readonly call?: Code }
  /** Whether the last code is accepted, where the inbox does not show it: without that a refusal of others says nothing. */
  readonly lastAccepted: boolean | undefined
}

const NAME = 'otp-story'
/** Seconds of the document's time that the whole of it takes, and those that a quick run waits. */
const STORY = 126
const QUICK = 3

/** How long silence is listened to before it counts, ms. */
const silenceMs = (t: FixtureContext): number =>
  Math.min(t.depth === 'quick' ? 250 : 2000, Math.max(250, t.clock.scaled(30)))

export const otpScenario = defineFixture({
  name: NAME,
  needs: ['messaging.fixtures.phones.otp'],
  uses: [codesAtStart],
  cost: {
    requests: { bound: 6, unbound: 2 },
    spends: { messages: 6 },
    typical: { requests: { bound: 5, unbound: 2 } },
    // Until the code of two minutes is over, and the one after it is known.
    waits: ({ timeScale }, depth) => (depth === 'quick' && STORY / timeScale > QUICK ? 0 : STORY / timeScale),
  },
  make: async (t): Promise<OtpScenario> => {
    const phone = otpPhone(t)
    const who = speakers(t)
    const { main } = who
    const own = ownMembers(t)
    const claimed = t.service.bodies?.otpResend?.sender_id
    const sender = typeof claimed === 'string' ? claimed : 'Assay'
    const marker = `Assay ${t.fresh('otp')}`
    const steps = new Steps(t, nameOfFixture({ service: 'messaging', name: NAME }))
    const places = await twoPlaces(t)
    const plan = (label: string, base: JsonObject, groups: Plan['groups'], by = main, to = phone): Plan => ({
      label,
      as: by.as,
      base: { ...own, ...by.members, phone_number: to, ...base },
      groups,
    })
    const callback = (name: keyof typeof SECRETS): Plan['groups'] =>
      places === undefined ? {} : { callback: { callback_url: places[name].url, callback_secret: SECRETS[name] } }

    const richPlan = plan(
      'SMS with everything',
      {},
      {
        channel: { delivery_method: 'sms' },
        sender: { sender_id: sender },
        template: { message_template: `${marker}: ${namesOf(t).join(' / ')}; again {code} + & so on, {expiry}` },
        numbers: { otp_length: LENGTH, minutes_to_expire: MINUTES },
        ...callback('first'),
      },
    )
    // Templates for channels that ignore them. That one lacks {code} may be held against it all the same.
    const worded = { message_template: `${marker}: {code}` }
    const unworded = { message_template: `${marker} without it` }
    const known = await steps.codes(phone)
    const before = (await t.use(codesAtStart)) ?? known
    let first: Exchange | undefined
    // Whether a number needs a code before one is sent to it again.
    let wantsPrior = false
    let issued = 0
    const attempt = (what: Plan, to = phone) =>
      tryResend(
        t,
        what,
        wantsPrior
          ? {
              prior: async () => {
                await issueTo(t, to)
                issued += to === phone ? 1 : 0
              },
            }
          : {},
      )
    const rich = await steps.step(phone, 'sms', { length: LENGTH, minutes: MINUTES }, async () => {
      first = await opening(t, richPlan)
      wantsPrior = lacksPrior(first)
      const again = wantsPrior || statusOf(first) === 0 || statusOf(first) >= 500
      if (again) await issueTo(t, phone)
      issued = again ? 1 : 0
      return tryResend(t, richPlan, again ? {} : { begun: first })
    })
    if (places !== undefined) await told([places.first], rich.from, reportMs(t))
    // Which lengths and times are taken is not told: where the first ones are not, no others are asked for.
    const isLimited = rich.trial.refused.numbers !== undefined
    const asked = (numbers: Asked): Asked => (isLimited ? {} : numbers)
    const numbers = ({ length, minutes }: Asked): Plan['groups'] =>
      isLimited
        ? {}
        : {
            numbers: { ...(length === undefined ? {} : { otp_length: length }), minutes_to_expire: minutes ?? MINUTES },
          }

    const whatsappBy = (speaker: Speaker): Promise<Step> =>
      steps.step(phone, 'whatsapp', asked({ length: LENGTH, minutes: 2 }), () =>
        attempt(
          plan(
            'WhatsApp, template',
            { delivery_method: 'whatsapp' },
            {
              template: worded,
              ...numbers({ length: LENGTH, minutes: 2 }),
              ...callback('second'),
            },
            speaker,
          ),
        ),
      )
    const by = who.byAppId ?? main
    let whatsapp = await whatsappBy(by)
    let refusedByAppId: Exchange | undefined
    if (whatsapp.trial.accepted === undefined && by !== main) {
      const other = await whatsappBy(main)
      if (other.trial.accepted !== undefined) {
        refusedByAppId = whatsapp.trial.base ?? whatsapp.trial.whole
        whatsapp = other
      }
    }
    const richLater = await steps.again(phone, rich.code, true)
    const verified = places !== undefined && !isTold(places) && (await verify(t, phone, whatsapp))
    if (verified) await told([places.first, places.second], whatsapp.from, reportMs(t))
    const reported = places !== undefined && isTold(places)
    if (places !== undefined && reported) {
      await told([places.first, places.second], whatsapp.from, reportMs(t))
      await t.pause(silenceMs(t) / 2)
    }

    const between = reported ? await refusedWithCallback(t, main, phone) : undefined

    const absent = { sender_id: null, message_template: null, callback_url: null, callback_secret: null }
    const { appKey } = t.service
    let superfluous: Exchange | undefined
    const nulls = await steps.step(phone, 'sms', asked({ minutes: 1 }), async () => {
      if (who.isBound && appKey !== undefined && t.depth === 'deep') {
        const body = { ...own, phone_number: phone, ...absent, ...numbers({ minutes: 1 }).numbers, app_key: appKey }
        superfluous = await resend(t, main.as, body, { label: 'app_key beside a bound key', expects: 'refused' })
        if (isSuccess(superfluous)) return { whole: superfluous, accepted: superfluous, base: undefined, refused: {} }
      }
      const withKey = who.isBound ? { app_key: null } : {}
      return attempt(plan('nulls', {}, { nulls: { ...absent, ...withKey }, ...numbers({ minutes: 1 }) }))
    })
    // One that was verified is used up.
    const whatsappLater = verified ? undefined : await steps.again(phone, whatsapp.code, true)
    if (places !== undefined && reported) await told([places.first, places.second], nulls.from, reportMs(t))

    const secondPhone = given(t, 'secondPhone', 'phone_number')
    if (wantsPrior && secondPhone !== undefined) await issueTo(t, secondPhone)
    const callTo = (to: string): Promise<Step> => {
      const groups = {
        sender: { sender_id: ODD_SENDER },
        template: unworded,
        ...numbers({ length: LENGTH, minutes: MINUTES }),
      }
      const label = 'call, sender and template without {code}'
      return steps.step(to, 'call', asked({ length: LENGTH, minutes: MINUTES }), () =>
        attempt({ ...plan(label, { delivery_method: 'call' }, groups, main, to), instead: { template: worded } }, to),
      )
    }
    let call = await callTo(secondPhone ?? phone)
    if (call.trial.accepted === undefined && secondPhone !== undefined) call = await callTo(phone)

    if (reported && secondPhone !== undefined) await t.pause(silenceMs(t) / 2)
    const otherApp = await steps.step(phone, 'whatsapp', {}, () =>
      attempt({
        ...plan(
          'WhatsApp, sender and template without {code}',
          { delivery_method: 'whatsapp' },
          { sender: { sender_id: ODD_SENDER }, template: unworded },
          who.byAppKey ?? main,
        ),
        instead: { template: worded },
      }),
    )
    if (reported) await t.pause(silenceMs(t))

    const expired = await waitedOut(t, nulls, whatsapp, places !== undefined)
    if (expired && places !== undefined && !isTold(places)) await told([places.first, places.second], 0, reportMs(t))
    const nullsLater = expired ? await steps.again(phone, nulls.code, true) : undefined
    const bare = await steps.step(phone, 'sms', {}, () => attempt(plan('bare', {}, {})))
    if (reported) await t.pause(silenceMs(t))
    const isAlive = (call.code?.expires ?? 0) > t.clock.now() + t.clock.scaled(60) / 6
    const isElsewhere = call.phone !== phone && bare.trial.accepted !== undefined
    const callLater = isElsewhere && isAlive ? await steps.again(call.phone, call.code) : undefined
    const lastAccepted = bare.code?.active === undefined ? await isAccepted(t, phone, bare.code) : undefined

    return {
      speakers: who,
      sender,
      senderGiven: typeof claimed === 'string',
      marker,
      first: first ?? rich.trial.whole,
      hadCode: t.has('messaging.probes.otpInbox') ? known.some(({ active }) => active !== false) : undefined,
      before,
      issued,
      wantsPrior,
      rich,
      whatsapp,
      refusedByAppId,
      between,
      superfluous,
      nulls,
      call,
      otherApp,
      bare,
      secondPhone,
      places,
      expired,
      verified,
      hasInbox: t.has('messaging.probes.otpInbox'),
      lastAccepted,
      later: {
        ...(richLater === undefined ? {} : { rich: richLater }),
        ...(whatsappLater === undefined ? {} : { whatsapp: whatsappLater }),
        ...(nullsLater === undefined ? {} : { nulls: nullsLater }),
        ...(callLater === undefined ? {} : { call: callLater }),
      },
    }
  },
})

const reportMs = (t: FixtureContext): number => (t.target.webhooks?.deliveryWithin ?? 30) * 1000

async function twoPlaces(t: FixtureContext): Promise<OtpScenario['places']> {
  const first = await callbackUrlFor(t, 'first')
  const second = await callbackUrlFor(t, 'second')
  return first === undefined || second === undefined ? undefined : { first, second }
}

/** Brings about a first code for a number, where the target file tells how. */
async function issueTo(t: FixtureContext, phone: string): Promise<void> {
  const issue = t.service.outcomes?.issueOtp
  if (issue !== undefined) await perform(t, 'issueOtp', issue, { phone })
}

/** The first resend of the run to the number: all groups of a plan at once. */
function opening(t: FixtureContext, { as, base, groups, label }: Plan): Promise<Exchange> {
  const body = Object.assign({ ...base }, ...Object.values(groups)) as JsonObject
  return resend(t, inOtherWords(as), body, { label: `${label}, first`, expects: 'sent' })
}

const isTold = ({ first, second }: NonNullable<OtpScenario['places']>): boolean =>
  first.inbox.deliveries.length + second.inbox.deliveries.length > 0

/** Has a code verified by the probe, where there is one. */
async function verify(t: FixtureContext, phone: string, { code }: Step): Promise<boolean> {
  const { probes = {} } = t.service
  if (probes.otpVerify === undefined || code?.code === undefined) return false
  return (await askProbe(t, probes, 'otpVerify', { phone, code: code.code })) === true
}

/** Waits until the last code and the callback target are over. False where nobody would see it, or it takes too long. */
async function waitedOut(t: FixtureContext, nulls: Step, whatsapp: Step, hasPlaces: boolean): Promise<boolean> {
  if (!hasPlaces && nulls.code === undefined) return false
  const minute = t.clock.scaled(60)
  const ends = [nulls, whatsapp].flatMap(({ trial, code, asked: { minutes } }) => {
    if (trial.accepted === undefined) return []
    const shown = code?.expires === undefined || code.sent === undefined ? undefined : code.expires - code.sent
    return trial.accepted.endedAt + (shown ?? ((tookPart(trial, 'numbers') ? minutes : undefined) ?? 10) * minute)
  })
  const waitMs = Math.max(0, ...ends) + minute / 12 + 50 - t.clock.now()
  if (ends.length === 0 || waitMs > LONGEST_WAIT_MINUTES * minute) return false
  if (t.depth === 'quick' && waitMs > QUICK * 1000) return false
  if (waitMs > 0) await t.pause(waitMs)
  return true
}
