import type { Check } from '../../../kit/check/check.ts'
import type { Evidence } from '../../../kit/check/context.ts'
import { Tally } from '../../../kit/check/verdicts/tally.ts'
import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { show, status as statusIs, valueAt } from '../../../kit/match/index.ts'
import { paymentStatuses } from '../../../specs/payment/statuses.ts'
import { CREATE, PROFILE, READ, REFRESH } from '../client/api.ts'
import { COMPLETED_PAYMENT } from '../client/observed.ts'
import { type Records, records } from '../client/records.ts'
import { lagMs } from '../client/rereading.ts'
import { type CheckContext, defineCheck } from '../define.ts'
import { eventSubject, paymentEvents } from '../webhooks/deliveries.ts'
import {
  type History,
  histories,
  isKnown,
  isTerminal,
  mayReportCreation,
  type Shown,
  statusShown,
  strangeStatuses,
} from './histories.ts'
import { meanwhileText, sentMeanwhile } from './meanwhile.ts'

interface Seen {
  readonly subject: string
  readonly status: string
  readonly evidence: Evidence
}

// States and transitions: the list of six statuses. Which of them a payment has when is mostly open.
const known = defineCheck({
  id: 'pay/statuses/known',
  title: 'every status seen is one of the six',
  covers: ['pay.status.known'],
  needs: ['payment'],
  uses: [records],
  phase: 'rules',
  observes: COMPLETED_PAYMENT,
  run: async (t) => {
    const tally = new Tally(t, 'pay.status.known', `one of ${paymentStatuses.join(', ')}`)
    const found = await t.use(records)
    for (const shape of found.describe()) t.observe('pay.open.response-bodies', shape)
    observeSuccesses(t)
    for (const { subject, status, evidence } of everyStatus(t, found)) {
      if (isKnown(status)) tally.agree([evidence])
      else tally.contradict({ subject, actual: show(status), ...slipIn(found, evidence, status), evidence: [evidence] })
    }
    tally.close('no status of a payment was seen in this run')
  },
})

/** What is said beside a word that is no status, where the target file may point at another member. */
function slipIn(found: Records, evidence: Evidence, status: string): { readonly note?: string } {
  const note = 'operation' in evidence ? found.slip(evidence, status) : undefined
  return note === undefined ? {} : { note }
}

const OF_NO_SHOWN_SUCCESS = { read: READ, refresh: REFRESH, 'profile update': PROFILE } as const

/** Endpoints: the table shows no status of their successes. */
function observeSuccesses(t: CheckContext): void {
  for (const [name, operation] of Object.entries(OF_NO_SHOWN_SUCCESS)) {
    const answers = t.exchanges().filter((each) => each.operation === operation && statusIs('2xx').test(each).ok)
    const firsts = new Map(answers.toReversed().map((each) => [each.response?.status, each]))
    for (const [status, first] of firsts) t.observe('pay.open.success-statuses', `${name}: ${status}`, [first])
  }
}

function everyStatus(t: CheckContext, found: Records): readonly Seen[] {
  const answered = t.exchanges().flatMap((exchange) => {
    const status = statusShown(t, found, exchange) ?? existingStatus(exchange)
    return status === undefined ? [] : [{ subject: named(exchange), status, evidence: exchange }]
  })
  const strange = strangeStatuses(t, found).map(({ exchange, status }) => {
    return { subject: named(exchange), status, evidence: exchange }
  })
  const all = histories(t, found)
  const told = paymentEvents(t).flatMap((event) => {
    const history = all.get(event.transactionId ?? '')
    // What previous_status holds in the report of a creation is open.
    const previous = history !== undefined && mayReportCreation(history, event) ? undefined : event.previous
    const statuses = [event.status, previous].filter((status) => status !== undefined)
    return statuses.map((status) => ({ subject: eventSubject(event), status, evidence: event.delivery }))
  })
  return [...answered, ...strange, ...told]
}

/** What a refusal says of the payment in its way. */
function existingStatus({ operation, response }: Exchange): string | undefined {
  if (operation !== CREATE || response === undefined || response.status < 400) return undefined
  const status = valueAt(json(response), '/details/existing_status')
  return typeof status === 'string' ? status : undefined
}

const named = ({ operation, label }: Exchange): string => (label === '' ? operation : `${operation} (${label})`)

// States and transitions: four statuses are terminal.
const terminalIsFinal = defineCheck({
  id: 'pay/statuses/terminal-is-final',
  title: 'a payment that has a terminal status keeps it',
  covers: ['pay.status.terminal-is-final'],
  needs: ['payment'],
  uses: [records],
  phase: 'rules',
  observes: COMPLETED_PAYMENT,
  run: async (t) => {
    const tally = new Tally(t, 'pay.status.terminal-is-final', 'the terminal status that was shown before')
    const found = await t.use(records)
    for (const history of histories(t, found).values()) {
      for (const [index, shown] of history.shown.entries())
        followers(t, tally, found, history.id, shown, history.shown.slice(index + 1))
      changesTold(tally, history)
    }
    tally.close('no payment was looked at again after it had a terminal status')
  },
})

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

const mayLag = ({ exchange }: Shown, until: number): boolean => exchange.operation === READ && exchange.sentAt < until

/**
 * Holds the answers to requests that were sent after this one was answered against a terminal status that it showed. An
 * earlier status may come from a read that lags behind; it is none any more once the time of a lag is over.
 */
function followers(
  t: CheckContext,
  tally: Tally,
  found: Records,
  id: string,
  { exchange, status }: Shown,
  later: readonly Shown[],
): void {
  if (!isTerminal(status)) return
  const until = exchange.endedAt + lagMs(t.target)
  for (const next of later.filter((each) => each.exchange.sentAt >= exchange.endedAt)) {
    const evidence = [exchange, next.exchange]
    if (same(next.status, status)) tally.agree(evidence)
    // A replay may repeat the answer to the first creation, with the status of that time.
    else if (isTerminal(next.status) || (next.exchange.operation !== CREATE && !mayLag(next, until))) {
      // What shows it need not be what did it.
      const meanwhile = sentMeanwhile(t, id, exchange.endedAt, next.exchange.sentAt)
      const between = meanwhileText(meanwhile)
      tally.contradict({
        subject: named(next.exchange),
        actual: `${show(next.status)} after ${show(status)}${between === '' ? '' : `, with ${between} between them`}`,
        ...slipIn(found, next.exchange, next.status),
        evidence: [...evidence, ...meanwhile.retries, ...meanwhile.refreshes],
      })
      return
    }
  }
}

/**
 * In whatever order events arrive, none tells of two terminal statuses of one payment. One that tells of going on from an
 * end may have been filled in late, and only warns.
 */
function changesTold(tally: Tally, { events }: History): void {
  const left = events.find(
    ({ status = '', previous = '' }) => isTerminal(previous) && status !== '' && !same(previous, status),
  )
  if (left !== undefined) {
    const actual = `a change from ${show(left.previous)} to ${show(left.status)}`
    const soft = !isTerminal(left.status ?? '')
    tally.contradict({ subject: eventSubject(left), actual, soft, evidence: [left.delivery] })
    return
  }
  const [first, ...others] = events.filter(({ status }) => isTerminal(status ?? ''))
  const other = others.find(({ status }) => !same(status ?? '', first?.status ?? ''))
  if (first === undefined || other === undefined) return
  tally.contradict({
    subject: eventSubject(other),
    actual: `${show(other.status)} beside ${show(first.status)}`,
    evidence: [first.delivery, other.delivery],
  })
}

export const statusRules: readonly Check[] = [known, terminalIsFinal]
