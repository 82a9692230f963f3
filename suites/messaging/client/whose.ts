import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { type Matcher, noted, status } from '../../../kit/match/index.ts'

const isRefused = (answer: Exchange): boolean => status(400, 403, 404, 422).test(answer).ok
const isShown = (answer: Exchange): boolean => status('2xx').test(answer).ok

/** What is asked of a place of the target file where a slip there has the same answer. */
export const isWritten = (place: string): string => `is ${place} written as the target has it?`

/** What is expected of something that the target file names; how it is refused may come of a slip there. */
export const ofNamed = (place: string, expected: Matcher<Exchange>): Matcher<Exchange> =>
  noted(expected, isWritten(place), isRefused)

/** The mistake by which another user is the same. */
export const SAME_USER = 'unless messaging.keys.otherUser is a key of the same user'

/** What another user's key is answered; one of the same user is shown what is its own. */
export const ofOtherUser = (expected: Matcher<Exchange>): Matcher<Exchange> => noted(expected, SAME_USER, isShown)

/** What the caller is answered that asks for another user's conversation; one of its own is shown. */
export const ofOtherConversation = (expected: Matcher<Exchange>): Matcher<Exchange> =>
  noted(expected, 'unless messaging.fixtures.otherConversation is one of the same user', isShown)

/** What a bound key is answered that names no app; one that is not bound has to. */
export const ofBoundKey = (expected: Matcher<Exchange>): Matcher<Exchange> =>
  noted(expected, 'unless messaging.keys.bound is not bound to a developer app', wantsApp)

/** The answer speaks of an app, and of no channel of that name. */
const wantsApp = (answer: Exchange): boolean =>
  isRefused(answer) && /(?<!whats)app/i.test(JSON.stringify(json(answer.response) ?? ''))
