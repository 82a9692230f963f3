import { expect, test } from 'vitest'
import { claimsOf } from '../../../kit/target/claims.ts'
import { schemaProblems } from '../../../kit/target/file/problems.ts'
import { resolveReferences } from '../../../kit/target/file/references.ts'
import { distinctValues } from '../../../kit/target/file/repeated-values.ts'
import { judgeTargetFile } from '../../../kit/target/file/rules.ts'
import { shownLine } from '../../../kit/target/lines.ts'
import { fedFrom, resolveTarget } from '../../../kit/target/target.ts'
import { messagingSection } from './section.ts'

const sections = [messagingSection] as const
const fileWith = (messaging: object) => ({ messaging: { baseUrl: 'https://msg.example', ...messaging } })
const problems = (messaging: object): readonly string[] => [
  ...schemaProblems(fileWith(messaging), sections, []),
  ...judgeTargetFile(fileWith(messaging), 'assay.config.yaml', sections, []).problems,
]

test.each([
  [
    { fixtures: { phones: { delivered: 255700000001 } } },
    'messaging.fixtures.phones.delivered: expected a text, got 255700000001; put it in quotes',
  ],
  [
    { fixtures: { phones: { otp: '+255700000299' } } },
    'messaging.fixtures.phones.otp: expected digits alone, those of the country code first, such as 255700000001, got "+255700000299"',
  ],
  [
    { outcomes: { secondPhone: { with: { phone_number: '0700 000 298' } } } },
    'messaging.outcomes.secondPhone.with.phone_number: expected digits alone, those of the country code first, such as 255700000001',
  ],
  [{ probes: { otpInbox: {} } }, 'messaging.probes.otpInbox.call: missing'],
  [
    { probes: { otpInbox: { call: { url: 'a' } } } },
    'messaging.probes.otpInbox.call.url: expected an absolute http or https URL, got "a"',
  ],
  [{ outcomes: { issueOtp: {} } }, 'messaging.outcomes.issueOtp: expected at least one of with, call, run, ask'],
  [
    { outcomes: { issueOtp: { call: { url: 'b' } } } },
    'messaging.outcomes.issueOtp.call.url: expected an absolute http or https URL, got "b"',
  ],
  [
    { smsWebhook: { register: { call: { url: 'c' } } } },
    'messaging.smsWebhook.register.call.url: expected an absolute http or https URL, got "c"',
  ],
  [{ smsWebhook: { url: 'd' } }, 'messaging.smsWebhook.url: expected an absolute http or https URL, got "d"'],
])('%j: %s', (messaging, problem) => {
  expect(problems(messaging)).toEqual([problem])
})

test('how the recipients of a send are written is open', () => {
  expect(problems({ fixtures: { phones: { delivered: '+255 700 000 001', otp: '255700000299' } } })).toEqual([])
})

test('its secrets are its keys, its tokens, and what a recipe gives away', () => {
  const { secrets } = resolveReferences(
    fileWith({
      keys: { bound: 'bound-1' },
      bearer: 'bearer-1',
      appKey: 'app-1',
      appId: 'id-1',
      smsWebhook: { appId: 'id-2', secret: 'sms-1' },
      outcomes: { secondApp: { with: { app_key: 'app-2', app_id: 'id-3' } } },
    }),
    {},
    sections,
  )
  expect(secrets.toSorted()).toEqual(['app-1', 'app-2', 'bearer-1', 'bound-1', 'sms-1'])
})

test('a recipient has one fate, and a conversation one owner; one-time passwords are sent to any number', () => {
  const phones = { delivered: '255700000001', failed: '255700000001', otp: '255700000001' }
  const fixtures = { conversation: 'c1', otherConversation: 'c1', campaign: 'c1', phones }
  const { value, notes } = distinctValues(fileWith({ fixtures }), sections)
  const own = { delivered: '255700000001', otp: '255700000001' }
  expect(value).toEqual(fileWith({ fixtures: { conversation: 'c1', campaign: 'c1', phones: own } }))
  expect(notes).toEqual([
    'messaging.fixtures.phones.failed: is the number of messaging.fixtures.phones.delivered, and counts as not said; name another one',
    'messaging.fixtures.otherConversation: is the conversation of messaging.fixtures.conversation, and counts as not said; name another one',
  ])
})

test('recipes and probes are claims by their own names', () => {
  const { isMade } = claimsOf(sections)
  const file = fileWith({ probes: { otpInbox: { call: { url: 'https://x/' } } } })
  const target = resolveTarget(file, { sections, secrets: [] })
  expect(isMade(target, 'messaging.probes.otpInbox')).toBe(true)
  expect(isMade(target, 'messaging.probes.otpVerify')).toBe(false)
})

test('twenty messages are allowed locally without a word', () => {
  const of = (baseUrl: string) => resolveTarget({ messaging: { baseUrl } }, { sections, secrets: [] }).allow.budgets
  expect(of('http://127.0.0.1:1')).toEqual({ messages: 20 })
  expect(of('https://msg.example')).toEqual({ messages: 0 })
})

const claims = claimsOf(sections)
const CLAIM = 'messaging.smsWebhook'
const given = { appId: '7c1f5f5e-5a0e-4d3c-9f5e-2f6c0b6f4a11', secret: 's' }
const register = { call: { method: 'POST', url: 'https://example.com/hooks' } }

const targetOf = (smsWebhook: object | undefined, webhooks?: object) =>
  resolveTarget(
    {
      messaging: { baseUrl: 'http://127.0.0.1:4020', ...(smsWebhook && { smsWebhook }) },
      ...(webhooks && { webhooks }),
    },
    { sections, secrets: [] },
  )

test.for<[string, object | undefined, object | undefined, boolean]>([
  ['registered by a call', { ...given, register }, undefined, true],
  ['registered beforehand', { ...given, url: 'https://hooks.example/sms' }, undefined, true],
  ['registered where webhooks come in', given, { listen: '127.0.0.1:0', publicUrl: 'https://hooks.example' }, true],
  ['registered at a port of its own', given, { listen: '127.0.0.1:8787' }, true],
  ['nowhere, as the system chooses the port', given, { listen: '127.0.0.1:0' }, false],
  ['nowhere, and nothing is said of the listener', given, undefined, false],
  ['not there', undefined, { listen: '127.0.0.1:8787' }, false],
])('a webhook that is %s', ([_, smsWebhook, webhooks, expected]) => {
  expect(claims.isMade(targetOf(smsWebhook, webhooks), CLAIM)).toBe(expected)
})

test('what another listener wrote down has come to it', () => {
  expect(claims.isMade(fedFrom(targetOf(given), 'deliveries.jsonl'), CLAIM)).toBe(true)
})

test('the line that brings it brings how it is registered, and where the rest is said that alone', () => {
  const linesFor = (smsWebhook: object | undefined): string[] =>
    claims.linesFor(targetOf(smsWebhook), [CLAIM]).map(shownLine)
  expect(linesFor(undefined)).toEqual([
    expect.stringMatching(
      /^messaging\.smsWebhook: \{ appId: .*register: .*# to fill in: appId, register\.call\.url, and the names in json$/,
    ),
  ])
  expect(linesFor(given)).toEqual([
    expect.stringMatching(/^messaging\.smsWebhook\.register: .*# to fill in: call\.url, and the names in json$/),
  ])
})
