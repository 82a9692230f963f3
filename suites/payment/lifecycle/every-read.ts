import type { Check } from '../../../kit/check/check.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import { Tally } from '../../../kit/check/verdicts/tally.ts'
import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { all, cameBack, type Matcher, valueAt } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { READ } from '../client/api.ts'
import { COMPLETED_PAYMENT } from '../client/observed.ts'
import { defineRule } from '../define.ts'
import { indexOf, made } from './creation-index.ts'
import { asCreated, naming, referenceIfShown } from './reading.ts'

const ID = /\/payments\/([^/?#]+)$/

/** References that no reader has a reason to keep in another form. */
const PLAIN = /^[!-~]+$/

/** What a creation asked for, as far as a reading may show it again. */
function matcherOf(id: string, creation: Exchange): Matcher<Exchange> {
  const body = json(creation.request) as JsonObject
  const { reference } = body
  const isPlain = typeof reference === 'string' && PLAIN.test(reference)
  return all(naming(id), ...(isPlain ? [referenceIfShown(reference)] : []), asCreated(id, body))
}

// Endpoints: GET by id answers with the payment: at every time, in every status, to every key that may read it.
export const everyRead: readonly Check[] = [
  defineRule({
    id: 'pay/reading/every-read',
    title: 'Whenever a payment of the run is read, it is that payment',
    covers: ['pay.read.payment'],
    observes: COMPLETED_PAYMENT,
    run: async (t) => {
      const exchanges = t.exchanges()
      const tally = new Tally(t, 'pay.read.payment', 'the payment that was asked for')
      const { byText } = indexOf(exchanges)
      const reads = exchanges.flatMap((exchange) => {
        const id = exchange.operation === READ && isSuccess(exchange) ? idIn(exchange) : undefined
        const creations = id === undefined ? [] : (byText.get(id) ?? []).filter((each) => isOf(each, id))
        return id === undefined || creations.length === 0 ? [] : [{ exchange, id, creations }]
      })
      const judged = reads.map(({ exchange, id, creations }) => {
        // Whose body it was, where several had one key, is for other checks to say.
        const outcomes = creations.map((creation) => {
          const matcher = matcherOf(id, creation)
          return { creation, outcome: matcher.test(exchange), expected: matcher.expected }
        })
        return { exchange, found: outcomes.find(({ outcome }) => outcome.ok) ?? outcomes[0] }
      })
      // Bodies are not shown: what no reading of the run has is the matter of the first of them.
      const isKnown = judged.some(({ found }) => found?.outcome.ok === true)
      for (const { exchange, found } of judged) {
        if (found === undefined) continue
        const { creation, outcome, expected } = found
        if (outcome.ok) tally.agree([exchange])
        else if (isKnown)
          tally.contradict({
            subject: subjectOf(exchange),
            expected,
            actual: outcome.actual,
            evidence: [exchange, creation],
          })
      }
      for (const { exchange, creation } of isKnown ? refusedReads(exchanges, byText) : [])
        tally.contradict({ subject: subjectOf(exchange), actual: cameBack(exchange), evidence: [exchange, creation] })
      tally.close('no payment of this run was read by an id that its creation shows')
    },
  }),
]

/**
 * Statuses that speak of the payment or of its id. One that is not found may be kept where the reading does not come yet,
 * and whom a key lets in is for other checks.
 */
const OF_PAYMENT: readonly number[] = [400, 402, 409, 410, 422]

/** Readings of payments of the run, with a key of their merchant, that were refused. */
function refusedReads(exchanges: readonly Exchange[], byText: ReturnType<typeof indexOf>['byText']) {
  return exchanges.flatMap((exchange) => {
    const { operation, key, response, sentAt, request } = exchange
    if (operation !== READ || !key.startsWith('live[') || !OF_PAYMENT.includes(response?.status ?? 0)) return []
    const id = ID.exec(request.url)?.[1] ?? ''
    const creation = (byText.get(id.toLowerCase()) ?? []).find(
      (each) =>
        isOf(each, id.toLowerCase()) &&
        each.key.startsWith('live[') &&
        each.endedAt <= sentAt &&
        // An id in other letters is one that may be refused.
        each.response?.body.includes(id) === true,
    )
    return creation === undefined ? [] : [{ exchange, creation }]
  })
}

const isSuccess = ({ response }: Exchange): boolean => response !== undefined && Math.floor(response.status / 100) === 2

const idIn = ({ request }: Exchange): string | undefined => ID.exec(request.url)?.[1]?.toLowerCase()

/** Whether an answer is that of a creation which made the payment: a decline shows it among its details. */
const isOf = (creation: Exchange, id: string): boolean =>
  made(creation) &&
  (isSuccess(creation) || String(valueAt(json(creation.response), '/details/transaction_id')).toLowerCase() === id)
