import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { leaves, matcher, no, ok, show, soft, valueAt } from '../../../kit/match/index.ts'
import { isContext } from '../client/error-matchers.ts'

/** Words that name what the screening found. */
const REASON =
  /sanction|watch ?-?list|black ?-?list|\bofac\b|\bpep\b|politically|terror|velocity|\brisk score\b|stolen|chargeback/i
/** Words that may: how a message is worded is open, so they only warn. */
const HINT = /block ?-?list|deny ?-?list|score|suspicious/i

/** No details but the context that payment outcomes have: which payment it was is no reason. */
export const hidden = matcher<Exchange>('no reason', (exchange) => {
  const body = json(exchange.response)
  const details = valueAt(body, '/details')
  if (details === null) return soft('details null', 'details is omitted rather than null')
  if (details !== undefined && !isContext(details)) return no(`details ${show(details)}`)
  const texts = leaves(body).filter(({ value }) => typeof value === 'string')
  const telling = (words: RegExp) => texts.find(({ value }) => words.test(String(value)))
  const reason = telling(REASON)
  if (reason !== undefined) return no(`${reason.pointer.slice(1)} ${show(reason.value)}`, 'it tells the reason')
  const hint = telling(HINT)
  return hint === undefined ? ok : soft(`${hint.pointer.slice(1)} ${show(hint.value)}`, 'it seems to tell the reason')
})
