import { isDeepStrictEqual } from 'node:util'
import type { Check } from '../../../../kit/check/check.ts'
import { Tally } from '../../../../kit/check/verdicts/tally.ts'
import {
  equals,
  isObject,
  isString,
  isText,
  isUtcMillis,
  type Matcher,
  matcher,
  matches,
  no,
  ok,
  show,
  valueAt,
} from '../../../../kit/match/index.ts'
import { smsEvents, whatsappEvents } from '../../../../specs/messaging/statuses.ts'
import { isLate } from '../../../shared/late-answers.ts'
import { createdInUtc } from '../../client/clock-zones.ts'
import type { RequirementId } from '../../define.ts'
import { callbackRule } from '../../sending/sms-timeline.ts'
import {
  type Callback,
  callbackSubject,
  callbacks,
  identityOf,
  isWhatsapp,
  lines,
  mayHaveFailed,
  NO_CALLBACK,
  smsCallbacks,
} from '../deliveries.ts'

interface Member {
  readonly id: RequirementId
  readonly name: string
  readonly expected: (callback: Callback) => Matcher<unknown>
}

const appId = ({ delivery }: Callback): Matcher<unknown> => {
  const [value] = lines(delivery, 'X-Svc-App-ID')
  if (value === undefined) return isText
  return matcher(`${show(value.trim())}, as X-Svc-App-ID`, (member) =>
    member === value.trim() ? ok : no(show(member)),
  )
}

// Events › Envelope: the table of members.
const MEMBERS: readonly Member[] = [
  { id: 'msg.event.id', name: 'id', expected: () => matches(/^evt_./, 'a string that starts with evt_') },
  { id: 'msg.event.name', name: 'event', expected: () => isText },
  { id: 'msg.event.channel', name: 'channel', expected: () => matches(/^[^A-Z]+$/, 'a string in lower case') },
  { id: 'msg.event.app-id', name: 'app_id', expected: appId },
  { id: 'msg.event.created-at', name: 'created_at', expected: () => isUtcMillis },
  { id: 'msg.event.data', name: 'data', expected: () => isObject },
]

const members = callbackRule({
  id: 'msg/event-envelope/members',
  title: 'every event carries the members of the envelope',
  covers: [...MEMBERS.map(({ id }) => id), 'msg.event.channel-sms'],
  run: async (t) => {
    const seen = smsCallbacks(t)
    for (const { id, name, expected } of MEMBERS) {
      const tally = new Tally(t, id, `${name} as the table has it`)
      for (const callback of seen) {
        const inner = name === 'created_at' ? createdInUtc(t, expected(callback)) : expected(callback)
        const named = matcher<unknown>(`${name}: ${inner.expected}`, (value) => inner.test(value))
        tally.test(callbackSubject(callback), callback.delivery, named, callback.json[name])
      }
      tally.close(NO_CALLBACK)
    }
    const sms = new Tally(t, 'msg.event.channel-sms', 'channel: sms')
    for (const callback of seen)
      if (isString.test(callback.json.channel).ok)
        sms.test(callbackSubject(callback), callback.delivery, equals('sms'), callback.json.channel)
    sms.close(NO_CALLBACK)
    const known = ['id', 'event', 'channel', 'app_id', 'created_at', 'data']
    const more = new Set(seen.flatMap(({ json }) => Object.keys(json)).filter((key) => !known.includes(key)))
    if (more.size > 0) t.observe('msg.open.event-members', [...more].join(', '))
  },
})

// Events › Events and data: four names on the channel sms; Other events: five on the channel whatsapp.
const names = callbackRule({
  id: 'msg/event-envelope/names',
  title: 'events have the names of the document',
  covers: ['msg.event.name-known', 'msg.event.whatsapp-name'],
  run: async (t) => {
    const sms = new Tally(t, 'msg.event.name-known', `one of ${smsEvents.join(', ')}`)
    const whatsapp = new Tally(t, 'msg.event.whatsapp-name', `one of ${whatsappEvents.join(', ')}`)
    for (const callback of callbacks(t)) {
      const { name, delivery } = callback
      if (name === undefined) continue
      const known: readonly string[] = isWhatsapp(callback) ? whatsappEvents : smsEvents
      const tally = isWhatsapp(callback) ? whatsapp : sms
      if (known.includes(name)) tally.agree([delivery])
      else tally.contradict({ subject: callbackSubject(callback), actual: show(name), evidence: [delivery] })
    }
    sms.close(NO_CALLBACK)
    whatsapp.close('no WhatsApp event was seen in this run')
  },
})

// Events › Envelope: id is unique per event; Events and data › rule 3: receivers recognise a repeated event by it.
const identity = callbackRule({
  id: 'msg/event-envelope/identity',
  title: 'an event has one id on all its attempts, and no other event has it',
  covers: ['msg.event.id-unique', 'msg.event.id-stable', 'msg.event.delivered-more-than-once'],
  run: async (t) => {
    const unique = new Tally(t, 'msg.event.id-unique', 'an id of its own on every event')
    const stable = new Tally(t, 'msg.event.id-stable', 'one id on all attempts of an event')
    const copies = new Tally(t, 'msg.event.delivered-more-than-once', 'an event that arrives again after a 2xx')
    const events = new Map<string, Callback[]>()
    const byId = new Map<string, Callback>()
    let isUnread = false
    for (const callback of smsCallbacks(t)) {
      const { delivery, id } = callback
      const own = identityOf(delivery)
      events.set(own, [...(events.get(own) ?? []), callback])
      if (id === undefined) continue
      const other = byId.get(id)
      if (other === undefined) byId.set(id, callback)
      else if (identityOf(other.delivery) !== own) {
        const actual = `${show(id)}, as ${callbackSubject(other)}`
        unique.contradict({ subject: callbackSubject(callback), actual, evidence: [other.delivery, delivery] })
      }
    }
    if (byId.size > 1) for (const { delivery } of byId.values()) unique.agree([delivery])
    for (const [first, ...others] of events.values()) {
      if (first === undefined) continue
      for (const [index, again] of others.entries()) {
        const before = [first, ...others][index] ?? first
        // Who tries again since our answer came too late knows of no 2xx.
        if (!mayHaveFailed(before.delivery)) {
          if (isLate(t, before.delivery)) isUnread = true
          else copies.agree([before.delivery, again.delivery])
        }
        judgeSame(stable, first, again)
      }
    }
    unique.close('fewer than two events were seen in this run')
    stable.close('no event was attempted again in this run')
    copies.close(
      isUnread
        ? 'events that were answered with a 2xx arrived again only where this machine may have answered too late'
        : 'every event that was answered with a 2xx arrived once',
    )
  },
})

function judgeSame(stable: Tally, first: Callback, again: Callback): void {
  const evidence = [first.delivery, again.delivery]
  if (first.id === again.id) {
    stable.agree(evidence)
    return
  }
  // Another event of the same message and name would tell something else.
  const same = isDeepStrictEqual(first.json.data, again.json.data)
  // Whoever names no message may tell of two of them.
  if (!same && valueAt(first.json, '/data/message_id') === undefined) return
  stable.contradict({
    subject: callbackSubject(again),
    actual: `${show(again.id)} after ${show(first.id)}`,
    evidence,
    ...(same ? {} : { soft: true, note: 'their data differ, so they may be two events' }),
  })
}

export const eventEnvelope: readonly Check[] = [members, names, identity]
