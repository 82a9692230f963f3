import type { Check } from '../../../../kit/check/check.ts'
import { Tally } from '../../../../kit/check/verdicts/tally.ts'
import { header } from '../../../../kit/http/exchange.ts'
import {
  equals,
  isObject,
  isUuid,
  isUuidText,
  matcher,
  no,
  ok,
  oneOf,
  sameOrder,
  show,
  type Writing,
  writingOf,
} from '../../../../kit/match/index.ts'
import type { Delivery } from '../../../../kit/webhooks/delivery.ts'
import type { CheckContext, RequirementId } from '../../define.ts'
import { LABELS } from '../../sending/sends.ts'
import { callbackRule, smsTimelineOf } from '../../sending/sms-timeline.ts'
import {
  callbacks,
  contentOf,
  deliverySubject,
  lines,
  NO_CALLBACK,
  smsCallbacks,
  smsDeliveries,
  textAt,
} from '../deliveries.ts'

// Events › Request: a POST of one compact JSON object with a stable key order.
const bodies = callbackRule({
  id: 'msg/event-requests/bodies',
  title: 'every attempt is a POST of one compact JSON object',
  covers: ['msg.event.method', 'msg.event.json-object', 'msg.event.compact'],
  run: async (t) => {
    const method = new Tally(t, 'msg.event.method', 'POST')
    const object = new Tally(t, 'msg.event.json-object', 'one JSON object')
    const compact = new Tally(t, 'msg.event.compact', 'no whitespace outside strings, no byte order mark, no line end')
    for (const delivery of smsDeliveries(t)) {
      const subject = deliverySubject(delivery)
      const evidence = [delivery]
      if (delivery.method === 'POST') method.agree(evidence)
      else method.contradict({ subject, actual: delivery.method, evidence })
      if (isObject.test(contentOf(delivery)).ok) object.agree(evidence)
      else object.contradict({ subject, actual: show(delivery.body.toString('utf8')), evidence })
      const writing = writingOf(delivery.body)
      if (writing === undefined) continue
      if (writing.loose === undefined) compact.agree(evidence)
      else compact.contradict({ subject, actual: writing.loose, evidence })
    }
    for (const tally of [method, object, compact]) tally.close(NO_CALLBACK)
  },
})

/** Of the two events that share a name one tells when the message failed. */
const isOfSubmit = (delivery: Delivery): boolean =>
  textAt(delivery, '/data/job_id') !== undefined && textAt(delivery, '/data/failed_at') === undefined

/** The kinds whose events are compared: sms.failed has two payloads. */
const kindOf = (delivery: Delivery): string =>
  `${textAt(delivery, '/event')}${isOfSubmit(delivery) ? ' of a submit' : ''}`

// Events › Request: the key order is stable. Which order is not told, so events of one kind are compared.
const keyOrder = callbackRule({
  id: 'msg/event-requests/key-order',
  title: 'events of one kind have their keys in one order',
  covers: ['msg.event.key-order'],
  run: async (t) => {
    const tally = new Tally(t, 'msg.event.key-order', 'the keys that both have in one order, at every level')
    const firsts = new Map<string, { delivery: Delivery; writing: Writing }>()
    for (const { delivery } of smsCallbacks(t)) {
      const writing = writingOf(delivery.body)
      if (writing === undefined) continue
      const kind = kindOf(delivery)
      const first = firsts.get(kind)
      if (first === undefined) {
        firsts.set(kind, { delivery, writing })
        t.observe('msg.open.key-order', `${kind}: ${writing.objects[0]?.keys.join(', ') ?? ''}`, [delivery])
        continue
      }
      const evidence = [first.delivery, delivery]
      const moved = differing(first.writing, writing)
      if (moved === undefined) tally.agree(evidence)
      else tally.contradict({ subject: `${kind} (${first.delivery.id} and ${delivery.id})`, actual: moved, evidence })
    }
    tally.close('no two events of one kind were seen in this run')
  },
})

function differing(one: Writing, other: Writing): string | undefined {
  for (const { path, keys } of other.objects) {
    const before = one.objects.find((each) => each.path === path)
    if (before !== undefined && !sameOrder(before.keys, keys))
      return `${path === '' ? 'the event' : path} with ${before.keys.join(', ')} and with ${keys.join(', ')}`
  }
  return undefined
}

/** A header of every attempt: exactly one value, held against a matcher. */
const lineMatcher = (name: string, inner: ReturnType<typeof equals>) =>
  matcher<Delivery>(`one header ${name}: ${inner.expected}`, (delivery) => {
    const values = lines(delivery, name)
    if (values.length !== 1) return no(values.length === 0 ? `no ${name}` : `${values.length} headers ${name}`)
    return inner.test(values[0]?.trim())
  })

const jsonType = matcher<unknown>('application/json', (value) =>
  /^application\/json\s*(;|$)/i.test(String(value)) ? ok : no(show(value)),
)

/** X-Svc-Service-Type is the channel. Where the body has another one, which of the two is wrong is judged there. */
const channelHeader = (delivery: Delivery) => {
  const channel = textAt(delivery, '/channel')?.toLowerCase() ?? 'sms'
  const named = textAt(delivery, '/event')?.startsWith('sms.') === true ? ['sms'] : []
  return oneOf([...new Set([...named, channel])])
}

// Events › Request: four headers stand on every attempt, retries among them.
const headers = callbackRule({
  id: 'msg/event-requests/headers',
  title: 'every attempt carries its four headers',
  covers: [
    'msg.event.content-type',
    'msg.event.content-type-exact',
    'msg.event.user-agent',
    'msg.event.app-id-header',
    'msg.event.service-type',
  ],
  run: async (t) => {
    const rows: [RequirementId, (delivery: Delivery) => ReturnType<typeof lineMatcher>][] = [
      ['msg.event.content-type', () => lineMatcher('Content-Type', jsonType)],
      ['msg.event.user-agent', () => lineMatcher('User-Agent', equals('Svc-Webhook/1.0'))],
      ['msg.event.app-id-header', () => lineMatcher('X-Svc-App-ID', isUuid)],
      ['msg.event.service-type', (delivery) => lineMatcher('X-Svc-Service-Type', channelHeader(delivery))],
    ]
    for (const [id, expected] of rows) {
      const tally = new Tally(t, id, 'the header as the table has it')
      for (const delivery of smsDeliveries(t))
        tally.test(deliverySubject(delivery), delivery, expected(delivery), delivery)
      tally.close(NO_CALLBACK)
    }
    exactType(t)
    observeHeaders(t)
  },
})

function exactType(t: CheckContext): void {
  const tally = new Tally(t, 'msg.event.content-type-exact', 'application/json without parameters')
  for (const delivery of smsDeliveries(t)) {
    const type = header(delivery.headers, 'Content-Type')
    if (type === undefined || !jsonType.test(type).ok) continue
    if (type.includes(';')) {
      const note = 'the table gives the bare value; a charset says nothing new'
      tally.contradict({ subject: deliverySubject(delivery), actual: show(type), note, evidence: [delivery] })
    } else tally.agree([delivery])
  }
  tally.close('no callback was declared as JSON in this run')
}

function observeHeaders(t: CheckContext): void {
  const [first] = smsDeliveries(t)
  if (first === undefined) return
  t.observe('msg.open.header-case', first.headers.map(([name]) => name).join(', '), [first])
  t.observe('msg.open.content-type-parameters', header(first.headers, 'Content-Type') ?? 'no Content-Type', [first])
}

// Events › Request: X-Svc-App-ID is the app; which one is known where the target file names it.
const ownApp = callbackRule({
  id: 'msg/event-requests/own-app',
  title: 'X-Svc-App-ID names the app that sent the SMS',
  covers: ['msg.event.app-id-header-app'],
  run: async (t) => {
    const id = 'msg.event.app-id-header-app'
    const appId = t.service.smsWebhook?.appId ?? t.service.appId
    if (appId === undefined) {
      t.markUnexercised(id, 'not claimed', 'the target file does not name the app', 'messaging.smsWebhook.appId: "…"')
      return
    }
    const others: readonly string[] = [LABELS.unlinked, LABELS.unconfigured]
    const course = smsTimelineOf(t)
    const tally = new Tally(t, id, 'the id of the app that the target file names')
    for (const callback of callbacks(t)) {
      const { delivery } = callback
      const [value] = lines(delivery, 'X-Svc-App-ID')
      // That these sends are reported at all is judged elsewhere.
      if (value === undefined || others.includes(course.sendOf(callback)?.label ?? '')) continue
      const same = value.trim().toLowerCase() === appId.toLowerCase()
      const actual = isUuidText(value.trim()) ? 'the id of another app' : show(value)
      if (same) tally.agree([delivery])
      else tally.contradict({ subject: deliverySubject(delivery), actual, evidence: [delivery] })
    }
    tally.close('no callback with X-Svc-App-ID was seen in this run')
  },
})

export const eventRequests: readonly Check[] = [bodies, keyOrder, headers, ownApp]
