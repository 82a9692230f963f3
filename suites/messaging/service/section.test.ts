import { expect, test } from 'vitest'
import { claimsOf } from '../../../kit/target/claims.ts'
import { shownLine } from '../../../kit/target/lines.ts'
import { fedFrom, resolveTarget } from '../../../kit/target/target.ts'
import { messagingSection } from './section.ts'

const sections = [messagingSection] as const
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
    expect.stringMatching(/^messaging\.smsWebhook: \{ appId: .*register: .*# to fill in: appId, register\.call\.url$/),
  ])
  expect(linesFor(given)).toEqual([
    expect.stringMatching(/^messaging\.smsWebhook\.register: .*# to fill in: call\.url$/),
  ])
})
