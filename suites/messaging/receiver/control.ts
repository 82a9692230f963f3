import type { Exchange } from '../../../kit/http/exchange.ts'
import { type Effect, type EffectsProbe, seen } from '../../shared/receiver/effects.ts'
import { type Delivered, deliver } from '../../shared/receiver/party.ts'
import { type Control, controlOf } from '../../shared/receiver/stage.ts'
import { type Claim, defineFixture, type FixtureContext } from './define.ts'
import {
  type ActsOn,
  delivered,
  eventOf,
  message,
  reportFailed,
  sent,
  stageOf,
  submitData,
  submitFailed,
} from './events.ts'

/** What a check of signatures needs. */
export const SIGNED = ['allow.events', 'messagingReceiver.secret'] as const satisfies readonly Claim[]
/** What every other check needs. */
export const THERE = ['allow.events', 'messagingReceiver'] as const satisfies readonly Claim[]

/** Requests of so many events, each delivered once or, where that fails, again. */
export const costOf = (events: number) => ({
  requests: { none: events * 3 },
  spends: { events: events * 3 },
  typical: { requests: { none: events }, spends: { events } },
})

/** The first event of a run that takes effect, and the first sms.sent. */
export interface MessagingControl extends Control {
  readonly submit: Delivered
  /** Which events it makes something of: some make nothing of sms.sent. */
  readonly actsOn: ActsOn
}

/** The first event of a run: a message is sent; where nothing is made of that, it is delivered as well. */
export const firstEvent = defineFixture({
  name: 'first-event',
  needs: THERE,
  cost: { ...costOf(2), typical: costOf(1).typical },
  make: async (t): Promise<MessagingControl> => {
    const stage = stageOf(t)
    const of = await message(t)
    const control = await controlOf(t, { ...stage, fresh: async () => sent(t, of) })
    const plain = { ...control, submit: control.delivered, actsOn: 'submits' } as const
    if (control.effect?.isThere !== false) return plain
    const report = await controlOf(t, { ...stage, fresh: async () => delivered(t, of) })
    return report.effect?.isThere === true ? { ...report, submit: control.delivered, actsOn: 'reports' } : plain
  },
})

/** Why nothing is said of what becomes of sms.sent. */
export const REPORTS_ALONE = 'the receiver makes something of delivery reports, and nothing of sms.sent'

/** Events whose JSON is compact, and written as no writer of JSON usually does, each with what is unusual of it. */
const UNUSUAL: readonly (readonly [label: string, write: (text: string) => string])[] = [
  [
    'escapes that are not needed',
    (text) => text.replace('"status":"', '"status":"caf\\u00e9\\/').replace('sms.sent', 'sms\\u002esent'),
  ],
  [
    'letters beyond ASCII, and a number like 1.0',
    (text) => text.replace('"data":{', '"data":{"é":"ß€😀","parts":1.0,'),
  ],
  [
    'its members in another order',
    (text) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text)).reverse())),
  ],
]

/** Right events in unusual bytes. */
export const unusualEvents = defineFixture({
  name: 'unusual-events',
  needs: THERE,
  uses: [firstEvent],
  cost: costOf(UNUSUAL.length),
  make: async (t) => {
    await t.use(firstEvent)
    const all: Delivered[] = []
    for (const [label, written] of UNUSUAL) {
      const of = await message(t)
      const event = eventOf(t, of, { event: 'sms.sent', data: submitData(t, of, 'SENT'), written })
      all.push(await deliver(t, stageOf(t).party, event, `with ${label}`))
    }
    return all
  },
})

/** What the receiver calls what became of a message; undefined where its probe does not say. */
export interface Words {
  readonly sent: string | undefined
  readonly delivered: string | undefined
  readonly failed: string | undefined
  /**
   * Whether nothing was seen of sms.delivered behind sms.sent, though alone it is not told as sms.sent is: the receiver
   * may have dropped it, and what it calls a delivery behind a submit is not known.
   */
  readonly isUnlearnt: boolean
  /** The last attempts of the three. */
  readonly evidence: readonly Exchange[]
}

/** Whether an effect has become another one since. */
export const isOther =
  (before: Effect) =>
  ({ isThere, status, applied }: Effect): boolean =>
    isThere && (status !== before.status || (applied ?? 0) > (before.applied ?? 0))

/** The words of a receiver, from a plain event of each kind. Throws where its effects cannot be seen. */
export const words = defineFixture({
  name: 'words',
  needs: [...THERE, 'messagingReceiver.probe'],
  uses: [firstEvent],
  cost: { ...costOf(4), typical: costOf(3).typical },
  make: async (t): Promise<Words> => {
    const { effect, actsOn } = await t.use(firstEvent)
    if (effect?.isThere !== true) return t.abortBlocked('the probe shows no effect of an event that was taken')
    const { unfound } = effect
    if (unfound?.status !== undefined) return t.abortBlocked(unfound.status)
    const { party } = stageOf(t)
    const probe: EffectsProbe = t.claimed('messagingReceiver.probe')
    const of = await message(t)
    const before = await deliver(t, party, sent(t, of), 'sms.sent')
    const isSubmit = actsOn === 'submits'
    if (isSubmit) await seen(t, probe, before.occurrence, 'a message that is sent')
    const after = await deliver(t, party, delivered(t, of), 'sms.delivered')
    const isNew = isSubmit ? isOther(effect) : undefined
    const arrived = await seen(t, probe, after.occurrence, 'a message that is delivered', isNew)
    const isSilent = isNew !== undefined && !isNew(arrived)
    const failing = isSubmit ? submitFailed : reportFailed
    const lost = await deliver(t, party, failing(t, await message(t)), 'sms.failed')
    const failed = await seen(t, probe, lost.occurrence, 'a message that failed')
    return {
      sent: isSubmit ? effect.status : undefined,
      delivered: arrived.status,
      failed: failed.status,
      isUnlearnt: isSilent && (await toldAlone(t, probe)) !== effect.status,
      evidence: [before.last, after.last, lost.last],
    }
  },
})

/** The word for a delivery of which no submit was told; `none` where nothing is made of it. */
async function toldAlone(t: FixtureContext, probe: EffectsProbe): Promise<string | undefined> {
  const { occurrence } = await deliver(t, stageOf(t).party, delivered(t, await message(t)), 'sms.delivered, alone')
  const effect = await seen(t, probe, occurrence, 'a message that is delivered, and was not sent')
  return effect.isThere ? effect.status : 'none'
}
