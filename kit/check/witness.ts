import type { Evidence, Witness } from './context.ts'

/** Answers in which nothing was looked at: who asks was not known, or it was not the moment. */
const isTurnedAway = (status: number): boolean => status === 401 || status === 407 || status === 429 || status >= 500

const reaches = (message: Evidence): boolean =>
  !('operation' in message) || (message.response !== undefined && !isTurnedAway(message.response.status))

/** Whether something was reached at all that could have shown what is said to be absent. */
export const isWitnessed = (seen: Witness): boolean => typeof seen === 'string' || seen.some(reaches)
