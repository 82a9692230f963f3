import { expect, test } from 'vitest'
import { claimsOf } from '../../../kit/target/claims.ts'
import { schemaProblems } from '../../../kit/target/file/problems.ts'
import { resolveReferences } from '../../../kit/target/file/references.ts'
import { judgeTargetFile } from '../../../kit/target/file/rules.ts'
import { resolveTarget } from '../../../kit/target/target.ts'
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
