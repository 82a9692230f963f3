import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { sections } from '../../cli/services.ts'
import { loadTargetFile } from './load.ts'
import { TargetFileError } from './target-file-error.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-target-'))
afterAll(() => rmSync(folder, { recursive: true }))

let count = 0
function write(content: string, extension = 'yaml'): string {
  count += 1
  const path = join(folder, `config-${count}.${extension}`)
  writeFileSync(path, content)
  return path
}

async function problems(content: string, env: NodeJS.ProcessEnv = {}, extension = 'yaml'): Promise<readonly string[]> {
  const error = await loadTargetFile(write(content, extension), env, sections).catch((thrown: unknown) => thrown)
  if (!(error instanceof TargetFileError)) throw new Error(`expected a TargetFileError, got ${JSON.stringify(error)}`)
  return error.problems
}

execFileSync(
  'openssl',
  [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=localhost',
    '-keyout',
    join(folder, 'a.key'),
    '-out',
    join(folder, 'a.crt'),
  ],
  { stdio: 'ignore' },
)
execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', join(folder, 'b.key')], { stdio: 'ignore' })

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
webhooks: { listen: "0.0.0.0:8787", publicUrl: "https://hooks.acme.example", tls: { cert: a.crt, key: ./a.key } }
`.replaceAll('\\$', '$')
const keys = { PAY_KEY_1: 'sk_live_1', PAY_KEY_2: 'sk_live_2', PAY_KEY_B: 'sk_live_b', PAY_SIGNING_KEY: 'whsec_1' }

test('the example of the documentation is accepted; its keys are filled in and known as secrets', async () => {
  const { file, secrets, variables, notes } = await loadTargetFile(write(whole), keys, sections)
  expect(file.payment?.keys?.live).toEqual(['sk_live_1', 'sk_live_2'])
  expect(file.messaging?.probes?.otpInbox?.call.url).toBe('https://sim.example/inbox/{phone}')
  expect(secrets).toEqual(expect.arrayContaining(['sk_live_1', 'sk_live_2', 'sk_live_b', 'whsec_1']))
  expect(secrets).not.toContain('https://pay.staging.acme.example')
  expect(variables.get('whsec_1')).toBe('PAY_SIGNING_KEY')
  expect(notes).toEqual([])
})

describe('references', () => {
  test('every missing variable is named, with the places that need it; empty counts as missing', async () => {
    expect(await problems(whole, { ...keys, PAY_KEY_2: undefined, PAY_SIGNING_KEY: '' })).toEqual([
      'environment variable PAY_KEY_2 is not set; payment.keys.live[1] needs it',
      'environment variable PAY_SIGNING_KEY is not set; payment.signingKey needs it',
    ])
  })

  test('defaults, escapes and numbers', async () => {
    const path = write(
      'name: "${NAME:-a b} $${X}"\ntimeScale: ${SCALE}\nallow: { payments: "${N:-5}" }\npayment: { baseUrl: "http://${H}:1/" }',
    )
    const { file, secrets } = await loadTargetFile(path, { SCALE: '60', H: 'localhost' }, sections)
    expect(file).toEqual({
      name: 'a b ${X}',
      timeScale: 60,
      allow: { payments: 5 },
      payment: { baseUrl: 'http://localhost:1/' },
    })
    expect(secrets).toEqual([])
  })

  test('what is no reference is refused', async () => {
    expect(await problems('name: "${a-b}"\npayment: { baseUrl: "http://x" }')).toEqual([
      'name: ${a-b} is no reference; accepted: ${NAME}, ${NAME:-default}, $${ for a literal ${',
    ])
  })

  test('a token in a header of a call is a secret without its scheme', async () => {
    const call = '{ url: "http://x/", headers: { authorization: "Bearer ${SIM}" } }'
    const path = write(`payment: { baseUrl: "http://x", outcomes: { expired: { call: ${call} } } }`)
    expect((await loadTargetFile(path, { SIM: 'opaque-1' }, sections)).secrets).toEqual(['opaque-1'])
  })
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

test('no message holds a secret, also where it stands in the wrong place', async () => {
  const found = await problems(
    'name: [ "${PAY_KEY}" ]\nenvironment: "${PAY_KEY}"\npayment: { baseUrl: "${PAY_KEY}" }',
    {
      PAY_KEY: 'very-hidden',
    },
  )
  expect(found).toHaveLength(3)
  expect(found.join()).not.toContain('very-hidden')
})

test.each([
  ['query', 'https://x/?a=1', 'without query or fragment'],
  ['fragment', 'https://x/#a', 'without query or fragment'],
  ['scheme', 'ftp://x/', 'absolute http or https URL'],
  ['password', 'https://u:p@x/', 'without user name or password'],
])('a base URL with a wrong part (%s) is refused', async (_, url, reason) => {
  expect((await problems(`payment: { baseUrl: "${url}" }`)).join()).toContain(reason)
})

test.each([
  ['no file at all', 'missing.crt', 'a.key', 'webhooks.tls.cert: no such file: '],
  ['no certificate', 'a.key', 'a.key', 'holds no PEM certificate'],
  ['a foreign key', 'a.crt', 'b.key', 'the private key does not belong to the certificate'],
])('TLS files: %s', async (_, cert, key, reason) => {
  const content = `payment: { baseUrl: "http://127.0.0.1:1" }\nwebhooks: { tls: { cert: ${cert}, key: ${key} } }`
  expect((await problems(content)).join()).toContain(reason)
})

test('what is lawful but doubtful becomes a note', async () => {
  const path = write(
    'environment: production\npayment: { baseUrl: "https://x", keys: { live: [sk_test_1] } }\nwebhooks: { listen: "[::1]:0" }',
  )
  const { notes } = await loadTargetFile(path, {}, sections)
  expect(notes).toEqual([
    expect.stringContaining('payment.keys.live[0] begins with sk_test_'),
    expect.stringContaining('production and allow is absent'),
    expect.stringContaining('webhooks.publicUrl is absent'),
  ])
})

test.each([
  ['', 'yaml', 'is empty'],
  ['# nothing\n', 'yaml', 'expected an object with payment, messaging or both, got nothing'],
  ['- a', 'yaml', 'got a list'],
  ['"a"', 'json', 'got a string'],
  ['name: x', 'yaml', 'at least one of payment, messaging is needed'],
  ['payment:\n  baseUrl: "http://x\n', 'yaml', 'line 3, column 1: Missing closing "quote'],
  ['name: a\npayment: { baseUrl: "http://x" }\nname: b', 'yaml', 'line 3, column 1: Map keys must be unique'],
  ['{\n\t"name": "a",\n\t"name": "b"\n}', 'json', 'line 3, column 2: Map keys must be unique'],
  ['{"name": hidden}', 'json', 'is not JSON'],
  ['name: *nowhere', 'yaml', 'nowhere'],
  ['a: 1', 'toml', 'unknown kind of file ".toml"; accepted: .yaml, .yml, .json, .ts, .mts, .js, .mjs'],
  ['export const a = 1', 'mjs', 'has no default export'],
  ['throw new Error("boom")', 'mjs', 'cannot be loaded: boom'],
  [
    'throw Object.assign(new Error(), { code: "ERR_UNKNOWN_FILE_EXTENSION" })',
    'ts',
    'use Node 22.18 or newer, or write the file as .yaml',
  ],
])('%j as .%s: %s', async (content, extension, reason) => {
  expect((await problems(content, {}, extension)).join('\n')).toContain(reason)
})

test('a missing file and a directory are told apart', async () => {
  mkdirSync(join(folder, 'directory.yaml'))
  await expect(loadTargetFile(join(folder, 'none.yaml'), {}, sections)).rejects.toThrow(
    /none\.yaml\n {2}- no such file/,
  )
  await expect(loadTargetFile(join(folder, 'directory.yaml'), {}, sections)).rejects.toThrow(/is a directory/)
})

test('modules and JSON are read like YAML; what is undefined is absent', async () => {
  const source =
    'export default { payment: { baseUrl: "http://localhost:1", keys: { live: ["${K}"] }, signingKey: undefined } }'
  const { file } = await loadTargetFile(write(source, 'mjs'), { K: 'abcdef' }, sections)
  expect(file).toEqual({ payment: { baseUrl: 'http://localhost:1', keys: { live: ['abcdef'] } } })
  const json = '{\t"$schema": "x.json", "payment": { "baseUrl": "http://localhost:1" } }'
  expect((await loadTargetFile(write(json, 'json'), {}, sections)).file.$schema).toBe('x.json')
})
