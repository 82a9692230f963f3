import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadTargetFile } from '../../kit/target/file/load.ts'
import { TargetFileError } from '../../kit/target/file/target-file-error.ts'
import { sections } from './services.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-target-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'assay.config.yaml')

function load(content: string, env: NodeJS.ProcessEnv = {}) {
  writeFileSync(path, content)
  return loadTargetFile(path, env, sections)
}

async function problems(content: string, env: NodeJS.ProcessEnv = {}): Promise<readonly string[]> {
  const error = await load(content, env).catch((thrown: unknown) => thrown)
  if (!(error instanceof TargetFileError)) throw new Error(`expected a TargetFileError, got ${JSON.stringify(error)}`)
  return error.problems
}

const whole = String.raw`
name: acme staging
environment: test
allow: { payments: 40, messages: 10, profileWrites: false }
payment:
  baseUrl: https://pay.staging.acme.example
  keys: { live: ["\${PAY_KEY_1}", "\${PAY_KEY_2}"], otherMerchant: "\${PAY_KEY_B}", noDefaults: …, test: …, revoked: …, inactiveMerchant: …, unknownMerchant: …, unresolved: … }
  signingKey: "\${PAY_SIGNING_KEY}"
  bodies: { mobile: { … }, card: { … }, qr: { … } }
  record: { id: /data/id, status: /data/status }
  defaults: { webhookUrl: "https://acme.example/a", callbackUrl: "https://acme.example/b" }
  outcomes:
    completed: { with: { phone: "255…" } }
    declined:  { with: { phone: "255…" } }
    expired:   { call: { method: POST, url: "https://sim.example/sim/{id}", json: { status: expired } } }
    cancelled: { run: "./cancel.sh {id}" }
    failed:    { ask: "Reject the prompt on the handset, then press Enter" }
    testModeOn: { call: { url: "https://sim.example/test-mode" } }
messaging:
  baseUrl: https://messaging.staging.acme.example/
  keys: { bound: …, unbound: …, restricted: …, otherUser: … }
  bearer: …
  appKey: …
  fixtures: { conversation: …, otherConversation: …, campaign: …, phones: { delivered: …, expired: …, failed: …, rejected: …, pending: … } }
  bodies: { sendInstant: { … } }
  smsWebhook: { appId: …, secret: … }
  probes: { otpInbox: { call: { url: "https://sim.example/inbox/{phone}" } } }
webhooks: { listen: "0.0.0.0:8787", publicUrl: "https://hooks.acme.example" }
`.replaceAll('\\$', '$')
const keys = { PAY_KEY_1: 'sk_live_1', PAY_KEY_2: 'sk_live_2', PAY_KEY_B: 'sk_live_b', PAY_SIGNING_KEY: 'whsec_1' }

test('the example of the documentation is accepted; its keys are filled in and known as secrets', async () => {
  const { file, secrets, variables, notes } = await load(whole, keys)
  expect(file.payment?.keys?.live).toEqual(['sk_live_1', 'sk_live_2'])
  expect(file.messaging?.probes?.otpInbox?.call.url).toBe('https://sim.example/inbox/{phone}')
  expect(secrets).toEqual(expect.arrayContaining(['sk_live_1', 'sk_live_2', 'sk_live_b', 'whsec_1']))
  expect(secrets).not.toContain('https://pay.staging.acme.example')
  expect(variables.get('whsec_1')).toBe('PAY_SIGNING_KEY')
  expect(notes).toEqual([
    expect.stringMatching(
      /^payment\.keys\.noDefaults, .*: still to be filled in; until then payment\.keys\.noDefaults, .* count as not said$/,
    ),
  ])
})

test('every missing variable is named, with the places that need it; empty counts as missing', async () => {
  expect(await problems(whole, { ...keys, PAY_KEY_2: undefined, PAY_SIGNING_KEY: '' })).toEqual([
    'environment variable PAY_KEY_2 is not set; payment.keys.live[1] needs it',
    'environment variable PAY_SIGNING_KEY is empty; payment.signingKey needs it',
  ])
})

test('every problem is reported at once, with path, value and accepted ones', async () => {
  const found = await problems(`
enviroment: test
environment: staging
timeScale: 0
allow: { payments: -1, messages: 1.5, profileWrites: yes please }
payment:
  baseUrl: pay.example
  keys: { live: [], tset: x, revoked: 17 }
  record: { id: data/id }
  outcomes: { declind: { with: {} }, failed: {}, expired: { call: { url: "/sim" } } }
messaging: { fixtures: { phones: { delivered: 255700000001 } } }
webhooks: { listen: "8787", publicUrl: /hooks, tls: { cert: a.crt } }
`)
  const text = found.join('\n')
  expect(text).toContain('enviroment: unknown key; did you mean environment? (known here: $schema, name, ')
  expect(text).toContain('environment: expected one of local, test, production, got "staging"')
  expect(text).toContain('timeScale: expected more than 0, got 0')
  expect(text).toContain('allow.payments: expected 0 or more, got -1')
  expect(text).toContain('allow.messages: expected a whole number, got 1.5')
  expect(text).toContain('allow.profileWrites: expected true or false, got "yes please"')
  expect(text).toContain('payment.baseUrl: expected an absolute http or https URL, got "pay.example"')
  expect(text).toContain('payment.keys.live: expected at least 1 entry, got an empty list')
  expect(text).toContain('payment.keys.tset: unknown key; did you mean test?')
  expect(text).toContain('payment.keys.revoked: expected a text, got (secret); put it in quotes')
  expect(text).toContain('payment.record.id: expected a JSON pointer such as /data/id, got "data/id"')
  expect(text).toContain('payment.outcomes.declind: unknown key; did you mean declined?')
  expect(text).toContain('payment.outcomes.failed: expected at least one of with, call, run, ask')
  expect(text).toContain('payment.outcomes.expired.call.url: expected an absolute http or https URL, got "/sim"')
  expect(text).toContain('messaging.baseUrl: missing')
  expect(text).toContain('messaging.fixtures.phones.delivered: expected a text, got 255700000001; put it in quotes')
  expect(text).toContain('webhooks.listen: expected host:port such as 0.0.0.0:8787 or [::1]:0, got "8787"')
  expect(text).toContain('webhooks.publicUrl: expected an absolute http or https URL, got "/hooks"')
  expect(text).toContain('webhooks.tls.key: missing')
})
