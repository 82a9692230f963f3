import type { Check } from '../../../../kit/check/check.ts'
import type { Exchange } from '../../../../kit/http/exchange.ts'
import type { JsonObject } from '../../../../kit/target/file/parts.ts'
import type { Delivery } from '../../../../kit/webhooks/delivery.ts'
import { isSuccess } from '../../client/answers.ts'
import { RESEND, resend } from '../../client/api.ts'
import { lostOnes } from '../../client/trouble.ts'
import { type CheckContext, type Claim, defineCheck } from '../../define.ts'
import {
  type CallbackUrl,
  callbackUrlFor,
  hasKind,
  isSameEvent,
  isSameKind,
  judgedAtPlaces,
  names,
  placeLine,
  since,
  told,
  withoutPlaces,
} from '../story/callback-inbox.ts'
import { otpPhone, ownMembers, type Speaker } from '../story/callers.ts'
import type { OtpScenario } from '../story/otp-scenario.ts'
import { otpScenario } from '../story/scenario.ts'
import { SECRETS } from '../story/secrets.ts'
import { plannedSilence, reportMs, silenceMs } from '../story/waits.ts'
import { taken } from './callback-judgement.ts'
import { concludeSigned, SIGNED, telling } from './callback-signatures.ts'
import { markUntold } from './untold.ts'

/** Minutes for which a target is in force: all that is looked at fits in, on fast clocks too. */
const MINUTES = 30

/** How often silence is listened to beside one of them. */
const SILENCES = 2.5

/** The other number, or the other app, which is given a callback_url of its own. */
interface Other {
  readonly id: 'msg.otp.callback-phone-scope' | 'msg.otp.callback-app-scope'
  readonly what: string
  readonly phone: string
  readonly speaker: Speaker
  /** What a payload names it by, and the number or the app of the run. */
  readonly mark: string
  readonly own: string | undefined
}

function othersOf(t: CheckContext, { speakers, secondPhone }: OtpScenario): readonly Other[] {
  const { main, byAppKey, secondApp } = speakers
  const phone = otpPhone(t)
  const number: Other[] =
    secondPhone === undefined
      ? []
      : [
          {
            id: 'msg.otp.callback-phone-scope',
            what: 'another number',
            phone: secondPhone,
            speaker: main,
            mark: secondPhone,
            own: phone,
          },
        ]
  if (secondApp === undefined || byAppKey === undefined) return number
  return [
    ...number,
    {
      id: 'msg.otp.callback-app-scope',
      what: 'another app',
      phone,
      speaker: byAppKey,
      mark: secondApp.id,
      own: t.service.appId,
    },
  ]
}

/** What became of the callback target of the run's number and app. `moved`: whatever came to the place of the other one. */
interface Seen {
  readonly answer: Exchange
  readonly kept: Delivery | undefined
  readonly moved: readonly Delivery[]
}

/** Whether a delivery to a place after a moment tells of the same step as a known one, and of another code. */
function isNext({ inbox }: CallbackUrl, start: Delivery, from: number): (each: Delivery) => boolean {
  const before = inbox.deliveries.filter(({ arrivedAt }) => arrivedAt < from)
  return (each) =>
    each.arrivedAt >= from &&
    (!hasKind(start) || isSameKind(each, start)) &&
    !before.some((known) => isSameEvent(known, each))
}

async function toldLike(
  t: CheckContext,
  place: CallbackUrl,
  start: Delivery,
  from: number,
): Promise<Delivery | undefined> {
  return place.inbox.next(isNext(place, start, from), { within: reportMs(t) }).catch(() => undefined)
}

/** Callbacks of one code to the place that it was given together with a secret. */
interface OwnCallbacks {
  readonly code: Exchange
  readonly secret: string
  readonly deliveries: readonly Delivery[]
}

/**
 * Why nothing can be told, or what was seen of the target once another one was given its own.
 *
 * @param tell takes the callbacks of the codes that a callback_url was given for
 */
async function look(
  t: CheckContext,
  story: OtpScenario,
  other: Other,
  tell: (own: OwnCallbacks) => void,
): Promise<string | Seen> {
  const { main } = story.speakers
  const name = other.what.replace(' ', '-')
  const [ownPlace, place] = [await callbackUrlFor(t, `beside-${name}`), await callbackUrlFor(t, `of-${name}`)]
  if (ownPlace === undefined || place === undefined) return 'no HTTPS URL leads to this run'
  const numbers = story.rich.trial.refused.numbers === undefined ? { minutes_to_expire: MINUTES } : {}
  const ask = (phone: string, { as, members }: Speaker, more: JsonObject, label: string): Promise<Exchange> => {
    const body = { ...ownMembers(t), ...members, phone_number: phone, ...numbers, ...more }
    return resend(t, as, body, { label, expects: 'sent' })
  }
  const plain = (label: string): Promise<Exchange> => ask(otpPhone(t), main, {}, `no callback_url, ${label}`)
  const toOwn = { callback_url: ownPlace.url, callback_secret: SECRETS.first }
  const first = await ask(otpPhone(t), main, toOwn, `callback_url, before ${other.what} has one`)
  const start = isSuccess(first) ? await told([ownPlace], first.sentAt, reportMs(t)) : undefined
  if (start === undefined) return 'nothing was told of a code once it was sent'
  await t.pause(silenceMs(t) / 2)
  // Whether a resend without callback_url leaves the target at all.
  const control = await plain(`before ${other.what} has one`)
  tell({ code: first, secret: SECRETS.first, deliveries: since(ownPlace, 0, control.sentAt) })
  if (!isSuccess(control) || (await toldLike(t, ownPlace, start, control.sentAt)) === undefined)
    return 'a resend without callback_url was not told of'
  const toOther = { callback_url: place.url, callback_secret: SECRETS.second }
  const given = await ask(other.phone, other.speaker, toOther, `callback_url, ${other.what}`)
  if (!isSuccess(given) || (await told([place], given.sentAt, reportMs(t))) === undefined)
    return `nothing was told of a code of ${other.what}`
  await t.pause(silenceMs(t))
  const before = since(place, 0)
  tell({ code: given, secret: SECRETS.second, deliveries: before })
  const isFresh = (each: Delivery): boolean =>
    !before.some((known) => isSameEvent(known, each)) && !names(each, other.mark)
  const isNamed = (each: Delivery): boolean => isFresh(each) && other.own !== undefined && names(each, other.own)
  // Where a payload names neither, a first step once more is that of another code; beside one that came where it belongs, it may
  // be the same one told twice.
  const isAlike = (each: Delivery): boolean =>
    isNamed(each) || (isFresh(each) && isSameKind(each, start) && before.some((known) => isSameKind(known, start)))
  const seenOf = async (answer: Exchange): Promise<Seen> => {
    const astray = place.inbox.next(isAlike, { within: reportMs(t) }).catch(() => undefined)
    const kept = toldLike(t, ownPlace, start, answer.sentAt)
    // What went astray need not be waited for where it belongs, but for a moment.
    await Promise.race([kept, astray.then((each) => each ?? kept)])
    await t.pause(silenceMs(t))
    const own = since(ownPlace, answer.sentAt).find(isNext(ownPlace, start, answer.sentAt))
    const moved = since(place, answer.sentAt).filter(own === undefined ? isAlike : isNamed)
    return { answer, kept: own, moved }
  }
  const answer = await plain(`once ${other.what} has one`)
  if (!isSuccess(answer)) return 'the resend after it was refused'
  const seen = await seenOf(answer)
  if (seen.kept !== undefined) return seen
  // A callback may be lost, and a clock may run out: neither happens twice.
  const again = await plain(`once ${other.what} has one, again`)
  const last = isSuccess(again) ? await seenOf(again) : undefined
  const isOver = t.clock.now() > first.sentAt + 0.9 * t.clock.scaled(MINUTES * 60)
  const isTold = last === undefined || last.kept !== undefined
  if (isTold || isOver || lostOnes(t, RESEND, { from: first.sentAt }).length > 0)
    return 'a callback of the own number and app was lost, or came late'
  return { ...last, moved: [...seen.moved, ...last.moved] }
}

export const targetsOfOthers: readonly Check[] = [
  // Resources › OTP resend request, callback_url: replaces the target for this phone number and app, and for no other.
  defineCheck({
    id: 'msg/otp/targets-of-others',
    title:
      'A callback_url of another number or app leaves the target of the own one in force, and has its callbacks signed',
    covers: ['msg.otp.callback-phone-scope', 'msg.otp.callback-app-scope', SIGNED],
    judgedWith: judgedAtPlaces(['msg.otp.callback-phone-scope', 'msg.otp.callback-app-scope', SIGNED]),
    needs: ['messaging.fixtures.phones.otp', 'webhooks'] as const satisfies readonly Claim[],
    uses: [otpScenario],
    tier: 'write',
    phase: 'exclusive',
    depth: 'deep',
    cost: {
      requests: { bound: 9, unbound: 1 },
      spends: { messages: 10 },
      typical: { requests: { bound: 7, unbound: 1 }, spends: { messages: 8 } },
      // Of another number and of another app.
      waits: (target, depth) => 2 * SILENCES * plannedSilence(target, depth),
    },
    async run(t) {
      const story = await t.use(otpScenario)
      if (story.places === undefined) return t.abortUnexercised('not claimed', withoutPlaces(story), placeLine(t))
      const others = othersOf(t, story)
      let isSeen = false
      const tell = ({ code, secret, deliveries }: OwnCallbacks): void => {
        for (const each of telling(t, deliveries, secret)) {
          concludeSigned(t, taken(code), each)
          isSeen = true
        }
      }
      for (const id of ['msg.otp.callback-phone-scope', 'msg.otp.callback-app-scope'] as const) {
        const other = others.find((each) => each.id === id)
        const seen = other === undefined ? 'the target file names no other one' : await look(t, story, other, tell)
        if (other === undefined || typeof seen === 'string') {
          t.markUnexercised(id, 'not met', String(seen))
          continue
        }
        const { answer, kept, moved } = seen
        t.conclude(id, {
          ok: kept !== undefined && moved.length === 0,
          subject: `POST /v1/otp/resend (${answer.label})`,
          expected: `a delivery to the callback_url that it had before ${other.what} was given one`,
          actual: moved.length > 0 ? `${moved.length} deliveries to that of ${other.what}` : 'no delivery there, twice',
          awaited: moved.length === 0,
          evidence: [answer, ...moved.slice(0, 3), ...(kept === undefined ? [] : [kept])],
        })
      }
      if (!isSeen) markUntold(t, SIGNED, story, 'nothing was told of a code once it was sent')
    },
  }),
]
