import { isDeepStrictEqual } from 'node:util'
import type { Check } from '../../../../kit/check/check.ts'
import { Tally } from '../../../../kit/check/verdicts/tally.ts'
import { type Exchange, json } from '../../../../kit/http/exchange.ts'
import { cameBack, show, valueAt } from '../../../../kit/match/index.ts'
import type { Delivery } from '../../../../kit/webhooks/delivery.ts'
import { CREATE, PROFILE } from '../../client/api.ts'
import { COMPLETED_PAYMENT } from '../../client/observed.ts'
import { type CheckContext, defineRule } from '../../define.ts'
import { isTerminal } from '../../lifecycle/histories.ts'
import { creationsById, eventSubject, namedIn, type PaymentEvent, paymentEvents, rolesOf } from '../deliveries.ts'

// Events › Which URL is called: both URLs get the same payload.
const samePayload = defineRule({
  id: 'pay/event-history/same-payload',
  title: 'webhook_url and callback_url get the same payload',
  covers: ['pay.webhook.same-payload'],
  needs: ['payment', 'webhooks'],
  observes: COMPLETED_PAYMENT,
  run: async (t) => {
    const tally = new Tally(t, 'pay.webhook.same-payload', 'the same members and values at both URLs')
    const terminal = paymentEvents(t).filter(
      ({ transactionId, status }) => transactionId !== undefined && isTerminal(status ?? ''),
    )
    const at = (role: 'webhook' | 'callback') =>
      terminal.filter(({ delivery }) => rolesOf(t, delivery.inbox).size === 1 && rolesOf(t, delivery.inbox).has(role))
    const toWebhook = at('webhook')
    const toCallback = at('callback')
    for (const key of new Set(toCallback.map(eventKey))) {
      const group = toCallback.filter((each) => eventKey(each) === key)
      const others = toWebhook.filter((each) => eventKey(each) === key)
      // A later attempt may tell what the first could not yet: any that agree will do.
      const pairs = group.flatMap((callback) => others.map((webhook) => ({ callback, webhook })))
      const compared = pairs.map((pair) => ({ ...pair, ...differences(pair.webhook.json, pair.callback.json) }))
      const [best] = compared.toSorted((a, b) => a.apart.length - b.apart.length || a.open.length - b.open.length)
      if (best === undefined) continue
      const evidence = [best.webhook.delivery, best.callback.delivery]
      if (best.apart.length + best.open.length === 0) tally.agree(evidence, best.note)
      else if (best.apart.length === 0) {
        const note = 'which members a payload has beside the table is not shown'
        tally.contradict({
          subject: eventSubject(best.callback),
          actual: best.open.join('; '),
          soft: true,
          note,
          evidence,
        })
      } else tally.contradict({ subject: eventSubject(best.callback), actual: best.apart.join('; '), evidence })
    }
    tally.close('no final status of a payment was told to both its URLs in this run')
  },
})

const eventKey = ({ transactionId, status }: PaymentEvent): string => `${transactionId} ${status}`

/** Their values may differ: whether the URLs share event_id is open, and timestamp may tell of the delivery. */
const OPEN: readonly string[] = ['event_id', 'timestamp']

/** The members of the table, and what lies in metadata: that is the merchant's. */
const TABLE =
  /^(?:version|event|event_id|transaction_id|merchant_reference|timestamp|metadata(?:\..*)?|data(?:\.(?:amount|currency|status|previous_status|payment_type|provider_reference))?)$/
const isOfTable = (name: string): boolean => TABLE.test(name)

/** How the payload at callback_url differs from that at webhook_url, member by member. */
function differences(webhook: unknown, callback: unknown): { apart: string[]; open: string[]; note?: string } {
  const apart: string[] = []
  const open: string[] = []
  const noted: string[] = []
  const compare = (one: unknown, other: unknown, name: string): void => {
    if (isPlain(one) && isPlain(other)) {
      for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
        const path = name === '' ? key : `${name}.${key}`
        const missing = isOfTable(path) ? apart : open
        if (!Object.hasOwn(other, key)) missing.push(`${path} is missing at callback_url`)
        else if (!Object.hasOwn(one, key)) missing.push(`${path} is missing at webhook_url`)
        else compare(one[key], other[key], path)
      }
    } else if (!isDeepStrictEqual(one, other)) {
      // Members outside the table are open: the URL, the attempt and the time of sending are usual ones.
      if (OPEN.includes(name) || !isOfTable(name)) noted.push(name)
      else apart.push(`${name} is ${show(one, 40)} at webhook_url and ${show(other, 40)} at callback_url`)
    }
  }
  compare(webhook, callback, '')
  return { apart, open, ...(noted.length === 0 ? {} : { note: `${noted.join(' and ')} differ between the URLs` }) }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// Events › URL resolution: the URLs of a creation apply to that payment.
const ownEventsOnly = defineRule({
  id: 'pay/event-history/own-events-only',
  title: 'a URL given for one payment gets the events of that payment only',
  covers: ['pay.webhook.own-events-only'],
  needs: ['payment', 'webhooks'],
  observes: COMPLETED_PAYMENT,
  run: async (t) => {
    const tally = new Tally(t, 'pay.webhook.own-events-only', 'events of the payment that the URL was given for')
    for (const event of paymentEvents(t)) {
      const own = references(t, event.delivery.inbox)
      if (own.length === 0) continue
      const foreign = strangeness(t, event, own)
      if (foreign === undefined) tally.agree([event.delivery])
      else tally.contradict({ subject: eventSubject(event), ...foreign })
    }
    tally.close('no URL given for one payment was called in this run')
  },
})

/** References of the payments that an inbox was given for; none where it is a default URL of the merchant as well. */
function references(t: CheckContext, inbox: string): readonly string[] {
  const defaults = Object.values(t.service.defaults ?? {})
  const url = t.inbox(inbox)?.url
  if (namedIn(t, inbox, [PROFILE]).length > 0 || (url !== undefined && defaults.includes(url))) return []
  return namedIn(t, inbox, [CREATE])
    .map(({ request }) => valueAt(json(request), '/reference'))
    .filter((reference) => typeof reference === 'string')
}

/** What tells that an event is of a payment that its URL was not given for: whom it was given for, and of whom it is. */
function strangeness(
  t: CheckContext,
  event: PaymentEvent,
  own: readonly string[],
): { actual: string; evidence: readonly (Delivery | Exchange)[] } | undefined {
  const { reference, transactionId, delivery } = event
  const given = namedIn(t, delivery.inbox, [CREATE])
  const [first] = given
  if (first === undefined) return undefined
  const many = given.length === 1 ? 'one creation' : `${given.length} creations, the first`
  const whose = `; it was given to ${many} with the reference ${show(own[0])}, answered ${cameBack(first)}`
  // An id tells more than a reference, which another payment may use again.
  const behind = transactionId === undefined ? [] : creationsById(t, transactionId)
  const [creation] = behind
  if (creation !== undefined) {
    return behind.some((each) => given.includes(each))
      ? undefined
      : {
          actual: `an event of ${transactionId}, which was created without this URL${whose}`,
          evidence: [first, delivery, creation],
        }
  }
  if (reference === undefined || own.includes(reference)) return undefined
  return {
    actual: `an event of the payment with the reference ${show(reference)}${whose}`,
    evidence: [first, delivery],
  }
}

/** Whether a request that named a callback_url named a webhook_url as well. */
const hasWebhook = (t: CheckContext, inbox: string): boolean =>
  namedIn(t, inbox, [CREATE, PROFILE]).some(({ request }) => valueAt(json(request), '/webhook_url') !== undefined)

// Events › Which URL is called: callback_url on terminal statuses only.
const callbackOnlyTerminal = defineRule({
  id: 'pay/event-history/callback-only-terminal',
  title: 'callback_url is called with final statuses only',
  covers: ['pay.webhook.callback-only-terminal'],
  needs: ['payment', 'webhooks'],
  observes: COMPLETED_PAYMENT,
  run: async (t) => {
    const tally = new Tally(t, 'pay.webhook.callback-only-terminal', 'a terminal status at callback_url')
    for (const event of paymentEvents(t)) {
      const roles = rolesOf(t, event.delivery.inbox)
      if (!roles.has('callback') || roles.has('webhook') || event.status === undefined) continue
      // A word that is no status is judged as such.
      const at = { given: hasWebhook(t, event.delivery.inbox) ? 'both URLs' : 'callback_url alone' }
      if (isTerminal(event.status)) tally.agree([event.delivery], undefined, at)
      else if (['pending', 'processing'].includes(event.status.toLowerCase())) {
        tally.contradict({ subject: eventSubject(event), actual: show(event.status), evidence: [event.delivery], at })
      }
    }
    tally.close('no callback_url was called in this run')
  },
})

export const eventHistory: readonly Check[] = [samePayload, ownEventsOnly, callbackOnlyTerminal]
