import type { Delivery } from '../../../../kit/webhooks/delivery.ts'
import type { CheckContext } from '../../define.ts'
import { tookPart } from '../story/bisect.ts'
import { hasKind, isSameEvent, isSameKind, isSameStep, type Places, since } from '../story/callback-inbox.ts'
import type { OtpScenario } from '../story/otp-scenario.ts'
import type { Step } from '../story/steps.ts'
import { concludeOn } from './callback-judgement.ts'

/** The story where callbacks can be received at all. */
export type Told = OtpScenario & { readonly places: Places }

export const took = ({ trial }: Step): boolean => tookPart(trial, 'callback')

/** Whether what arrives at the first place, once there is another, may be the first step of a code. */
export function mayBegin({ places: { first }, second }: Told, delivery: Delivery): boolean {
  const before = since(first, 0, second.from)
  const [start] = before
  if (start === undefined || !hasKind(start) || !hasKind(delivery)) return true
  return isSameKind(delivery, start) && !before.some((known) => isSameEvent(known, delivery))
}

/**
 * Judges that something of the lifecycle was told. Which steps are is not shown: a code that was verified and one that
 * expired have passed every one there may be.
 */
export function concludeTold(
  t: CheckContext,
  { expired, endsUntold, verified }: Told,
  step: Step,
  all: readonly Delivery[],
): void {
  const id = 'msg.otp.callback-delivered'
  const isOver = expired && !endsUntold
  const seen = [...(verified ? ['verified'] : []), ...(isOver ? ['over'] : [])]
  // Whoever tells of an end alone had none to tell of.
  if (all.length === 0 && (seen.length === 0 || endsUntold))
    t.markUnexercised(
      id,
      'not met',
      endsUntold
        ? 'the code that was to expire was ended before, or outlived its callback_url'
        : 'nothing was told of a code once it was sent, and none was seen to end',
    )
  else
    concludeOn(t, id, step, {
      ok: all.length > 0,
      soft: seen.length < 2,
      expected: 'a delivery to its callback_url',
      actual: `nothing arrived, though a code was ${seen.join(' and one ')}`,
      deliveries: all,
    })
}

/**
 * Whether what came to the second place once the next code was asked for may be of the code before it, whose channel is slow: a
 * step came there twice, or the next code is by such a channel itself.
 */
function mayBeLate({ places: { second: place }, rich, nulls }: Told): boolean {
  const later = since(place, nulls.from)
  if (nulls.channel !== rich.channel) return later.length > 0
  return later.some((each) => later.some((other) => isSameStep(each, other) && !isSameEvent(each, other)))
}

/**
 * Judges that a code by another channel is told of as one by SMS was. Which steps of a code are told is not shown: where they
 * are those of SMS alone it warns.
 */
export function concludeChannel(t: CheckContext, story: Told): void {
  const { places, rich, second, nulls } = story
  const [one, other] = [since(places.first, 0, second.from), since(places.second, second.from, nulls.from)]
  const former = since(places.first, second.from, nulls.from)
  const isAsked = took(rich) && took(second) && rich.channel !== second.channel
  if (!isAsked || one.length === 0 || former.some((each) => mayBegin(story, each))) return
  if (other.length === 0 && mayBeLate(story)) return
  concludeOn(t, 'msg.otp.callback-delivered', second, {
    ok: other.length > 0,
    soft: true,
    expected: `a delivery to its callback_url once it was sent, as for the code by ${rich.channel}`,
    actual: `nothing arrived of the code by ${second.channel}`,
    deliveries: other.length > 0 ? other : one,
  })
}

/** Judges that callbacks bring along what stands in the query of their URL. A route of the target file may lose it. */
export function concludeQuery(t: CheckContext, step: Step, places: readonly Places['first'][]): void {
  const id = 'msg.otp.callback-query'
  const all = places.flatMap(({ inbox, query }) => inbox.deliveries.map((delivery) => ({ delivery, query })))
  const lost = all.filter(({ delivery, query }) => !delivery.path.split(/[?&]/).includes(query))
  const [first] = lost
  if (all.length === 0) {
    t.markUnexercised(id, 'not met', 'no callback of a code was seen in this run')
    return
  }
  concludeOn(t, id, step, {
    ok: first === undefined,
    soft: t.has('messaging.outcomes.routeCallbacks'),
    expected: `callbacks to callback_url with its query, ${first?.query ?? all[0]?.query}`,
    actual: `${lost.length} of ${all.length} without it`,
    deliveries: (first === undefined ? all : lost).map(({ delivery }) => delivery),
    awaited: false,
  })
}
