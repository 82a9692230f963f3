import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { sections } from '../../../tests/made-up/sections.ts'
import { judgeTargetFile } from './rules.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-rules-'))
afterAll(() => rmSync(folder, { recursive: true }))
const curve = ['-pkeyopt', 'ec_paramgen_curve:prime256v1']
const files = ['-keyout', join(folder, 'a.key'), '-out', join(folder, 'a.crt')]
execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', ...curve, '-nodes', '-subj', '/CN=localhost', ...files], {
  stdio: 'ignore',
})
execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', join(folder, 'b.key')], { stdio: 'ignore' })

const judged = (file: object) => judgeTargetFile(file, join(folder, 'assay.config.yaml'), sections, [])
const library = (members: object, more: object = {}) => ({
  library: { baseUrl: 'http://a.example', ...members },
  ...more,
})

describe('addresses', () => {
  test.each([
    ['query', 'https://x/?a=1', 'expected a URL without query or fragment'],
    ['fragment', 'https://x/#a', 'expected a URL without query or fragment'],
    ['scheme', 'ftp://x/', 'expected an absolute http or https URL'],
    ['password', 'https://u:p@x/', 'expected a URL without user name or password'],
  ])('a base URL with a wrong part (%s) is refused', (_, baseUrl, fault) => {
    expect(judged({ archive: { baseUrl } }).problems).toEqual([`archive.baseUrl: ${fault}, got "${baseUrl}"`])
  })

  test.each([
    [library({ desk: { url: '/desk' } }), 'library.desk.url: expected an absolute http or https URL, got "/desk"'],
    [
      library({ probes: { a: { call: { url: 'b' } } } }),
      'library.probes.a.call.url: expected an absolute http or https URL, got "b"',
    ],
    [library({ record: { id: 'id' } }), 'library.record.id: expected a JSON pointer such as /id, got "id"'],
    [
      library({}, { webhooks: { listen: '8787', publicUrl: 'http://h' } }),
      'webhooks.listen: expected host:port such as 0.0.0.0:8787 or [::1]:0, got "8787"',
    ],
    [
      library({}, { webhooks: { publicUrl: 'h' } }),
      'webhooks.publicUrl: expected an absolute http or https URL, got "h"',
    ],
    [library({}, { network: { proxy: 'p' } }), 'network.proxy: expected an absolute http or https URL, got "p"'],
  ])('%j: %s', (file, problem) => {
    expect(judged(file).problems).toEqual([problem])
  })

  test('values of a wrong type and empty texts are left to the schema', () => {
    expect(
      judged({ library: { baseUrl: 1, desk: { url: [] } }, archive: 'x', webhooks: { listen: '' } }).problems,
    ).toEqual([])
  })
})

describe('TLS files', () => {
  test.each([
    ['both that belong together', { cert: 'a.crt', key: './a.key' }, []],
    ['one made when the run starts', { selfSigned: true }, []],
    [
      'no file at all',
      { cert: 'none.crt', key: 'a.key' },
      [`webhooks.tls.cert: no such file: ${join(folder, 'none.crt')}`],
    ],
    [
      'no certificate',
      { cert: 'a.key', key: 'a.key' },
      [`webhooks.tls.cert: ${join(folder, 'a.key')} holds no PEM certificate`],
    ],
    [
      'a foreign key',
      { cert: 'a.crt', key: 'b.key' },
      ['webhooks.tls: the private key does not belong to the certificate'],
    ],
    ['one of two', { cert: 'a.crt' }, ['webhooks.tls.key: missing; give both PEM files, or selfSigned: true']],
    [
      'files beside a made one',
      { selfSigned: true, cert: 'a.crt' },
      ['webhooks.tls: selfSigned makes the certificate; leave cert and key out'],
    ],
  ])('%s', (_, tls, problems) => {
    expect(judged(library({}, { webhooks: { publicUrl: 'http://h', tls } })).problems).toEqual(problems)
  })
})

describe('the network', () => {
  test.each([
    ['test', 'http://127.0.0.1:1', 'test', false],
    ['no word, elsewhere', 'http://a.example', undefined, false],
    ['local, elsewhere', 'http://a.example', 'local', true],
    ['no word, on this machine', 'http://127.0.0.1:1', undefined, true],
  ])('certificates are left unverified for local targets only: %s', (_, baseUrl, environment, isAllowed) => {
    const { problems } = judged({ archive: { baseUrl }, environment, network: { insecure: true } })
    expect(problems).toHaveLength(isAllowed ? 0 : 1)
    expect(problems.join()).toContain(isAllowed ? '' : 'network.insecure: true is for environment local only')
  })
})

describe('what a section says itself', () => {
  test('its problems stand under it, its notes as they are; one that is not there says nothing', () => {
    const { problems, notes } = judged(library({ desk: { opens: 'never' }, bodies: { loan: { title: 'x' } } }))
    expect(problems).toEqual(['library.desk.opens: expected a time of day'])
    expect(notes).toEqual(['library.bodies.loan has an odd title'])
  })

  test('a permission without what it needs has no effect', () => {
    const allow = { closesDesk: true }
    expect(judged(library({}, { allow })).notes).toEqual([
      'allow.closesDesk has no effect: library.desk lacks its url, so it could not be opened again',
    ])
    expect(judged(library({ desk: { url: 'http://d' } }, { allow })).notes).toEqual([])
    expect(judged({ allow }).notes).toEqual([])
  })
})

describe('notes', () => {
  test.each([
    [
      library({}, { environment: 'production' }),
      'environment is production and allow is absent: of what writes only that is sent which is to be refused for its key',
    ],
    [
      library({}, { webhooks: {} }),
      'webhooks.publicUrl is absent: a deployment elsewhere is given the address of the listener as it is',
    ],
  ])('%j', (file, note) => {
    expect(judged(file)).toEqual({ problems: [], notes: [note] })
  })
})

test('a phone number that is read as a number is refused, wherever the schema leaves the kind open', () => {
  const file = library({
    bodies: { loan: { phone: 255700000100, amount: 500 } },
    outcomes: { lost: { with: { phone_number: 700000001 } } },
  })
  expect(judged(file).problems).toEqual([
    'library.bodies.loan.phone: 255700000100 is read as a number; quote it, with the zeros and signs that it begins with: "255700000100"',
    'library.outcomes.lost.with.phone_number: 700000001 is read as a number; quote it, with the zeros and signs that it begins with: "700000001"',
  ])
})
