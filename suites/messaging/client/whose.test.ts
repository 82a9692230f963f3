import { expect, test } from 'vitest'
import { type Matcher, status } from '../../../kit/match/index.ts'
import { exchangeOf } from '../../../tests/made-up/recorded.ts'
import { ofBoundKey, ofNamed, ofOtherConversation, ofOtherUser } from './whose.ts'

const campaign = ofNamed('messaging.fixtures.campaign', status('2xx'))
const WRITTEN = 'is messaging.fixtures.campaign written as the target has it?'
const USER = 'unless messaging.keys.otherUser is a key of the same user'
const CONVERSATION = 'unless messaging.fixtures.otherConversation is one of the same user'
const UNBOUND = 'unless messaging.keys.bound is not bound to a developer app'
const APP = { error: { code: 'app_required' } }

test.for<[string, Matcher<ReturnType<typeof exchangeOf>>, number, object, string | undefined]>([
  ['what the file names is shown', campaign, 200, {}, undefined],
  ['what the file names is not there', campaign, 404, {}, WRITTEN],
  ['what the file names met a bad moment', campaign, 500, {}, undefined],
  ['another user is kept out', ofOtherUser(status(404)), 404, {}, undefined],
  ['another user is let in', ofOtherUser(status(404)), 200, {}, USER],
  ['another user met a bad moment', ofOtherUser(status(404)), 500, {}, undefined],
  ['the conversation of another is shown', ofOtherConversation(status(404)), 200, {}, CONVERSATION],
  ['a bound key has to name an app', ofBoundKey(status('2xx')), 400, APP, UNBOUND],
  ['a bound key is refused for the channel', ofBoundKey(status('2xx')), 400, { error: 'whatsapp' }, undefined],
])('%s', ([_, expected, code, answer, note]) => {
  const outcome = expected.test(exchangeOf({ status: code, answer }))
  expect(outcome.ok ? undefined : outcome.note).toBe(note)
})
