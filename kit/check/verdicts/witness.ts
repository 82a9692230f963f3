import type { Evidence, Witness } from '../context.ts'
import type { Word } from './judgement.ts'

/** Answers in which nothing was looked at: who asks was not known, or it was not the moment. */
const isTurnedAway = (status: number): boolean => status === 401 || status === 407 || status === 429 || status >= 500

const reaches = (message: Evidence): boolean =>
  !('operation' in message) || (message.response !== undefined && !isTurnedAway(message.response.status))

const isWitnessed = (seen: Witness): boolean => typeof seen === 'string' || seen.some(reaches)

/** What is said of something that was seen to be absent: nothing, where nothing was reached that could have shown it. */
export function absenceOf(observation: string, seen: Witness): Word {
  const evidence = typeof seen === 'string' ? [] : seen.map((each) => each.id)
  if (isWitnessed(seen)) return { verdict: 'inapplicable', reason: observation, evidence }
  const reason = `nothing was reached that would show it (${observation})`
  return { verdict: 'unexercised', why: 'not met', reason, evidence }
}
