import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import type { RecordedRequest } from '../http/exchange.ts'
import { curlFor } from './curl.ts'
import { createRedactor } from './redact.ts'

const key = 'sk_live_abcdef'
const redactor = createRedactor({ secrets: [key, 'unnamed-secret'], runKey: Buffer.from('run') })
const command = (request: Partial<RecordedRequest>): string =>
  curlFor(
    {
      method: 'POST',
      url: 'http://127.0.0.1:1/api',
      headers: [['Content-Type', 'text/plain']],
      body: Buffer.alloc(0),
      ...request,
    },
    { redactor, nameOf: (secret) => (secret === key ? 'PAY_KEY' : undefined) },
  )

/** What curl would be given: its arguments, and the body it would send. */
function run(shell: string, by = 'bash'): { args: string[]; body: Buffer } {
  const script = `curl() { for last; do :; done; printf '%s\\0' "$@"; printf 'BODY\\0'; if [ "$last" = @- ]; then cat; else printf %s "$last"; fi; }\n${shell}`
  const output = execFileSync(by, ['-c', script], { env: { ...process.env, PAY_KEY: key, LC_ALL: 'C.UTF-8' } })
  const at = output.indexOf('\0BODY\0')
  return { args: output.subarray(0, at).toString('utf8').split('\0'), body: output.subarray(at + 6) }
}

describe.skipIf(process.platform === 'win32')('a body reaches curl byte for byte', () => {
  test.each([
    ['plain', Buffer.from('abc')],
    ['JSON with quotes', Buffer.from(`{"a": "it's \\"x\\" $HOME \`id\` \\n"}`)],
    ['lines and controls', Buffer.from("a\nb'\r\t\x01\x7f\\x41!")],
    ['directions and separators', Buffer.from('a\u202eb\u2028c\u0085 \ufeff4')],
    ['text beyond ASCII', Buffer.from('café – 支払い 😀\n')],
    ['no UTF-8', Buffer.from([0xff, 0x41, 0xc3, 0x27, 0x0a, 0x80])],
    ['NUL', Buffer.from("a\0b%s'\\0c\n")],
    ['an at sign first', Buffer.from('@file 100%')],
    ['rows of one letter', Buffer.from(`{"a": "it's ${'k'.repeat(233)}-${'0'.repeat(40)}", "b": "${'z'.repeat(39)}"}`)],
    ['an at sign first, no UTF-8', Buffer.from([0x40, 0xff, 0x25])],
  ])('%s', (_, body) => {
    for (const shell of ['bash', 'sh']) {
      expect(run(command({ body }), shell).body.toString('hex'), shell).toBe(body.toString('hex'))
    }
  })

  test('secrets are expanded by the shell, also from a pipe', () => {
    for (const text of [`{"x": "${key}'"}`, `@ ${key} %`]) {
      const shell = command({ body: Buffer.from(text) })
      expect(shell).not.toContain(key)
      expect(shell).toContain('"$PAY_KEY"')
      expect(run(shell).body.toString()).toBe(text)
    }
  })
})

test('a row of one letter is made by the shell, so that the command can be read', () => {
  const shell = command({ headers: [['Idempotency-Key', `one ${'k'.repeat(251)}`]] })
  expect(shell).toContain(`-H 'Idempotency-Key: one '"$(printf 'k%.0s' $(seq 251))"`)
  expect(run(shell, 'sh').args).toContain(`Idempotency-Key: one ${'k'.repeat(251)}`)
})

test('the whole command', () => {
  const shell = command({
    headers: [
      ['Authorization', `Bearer ${key}`],
      ['X-API-Key', 'unnamed-secret'],
      ['Host', '127.0.0.1:1'],
      ['Content-Length', '40'],
      ['Idempotency-Key', "o'ne"],
      ['X-Empty', ''],
    ],
    body: Buffer.from('{"phone":"255712345678","customer":{"firstname":"Asha"}}'),
  })
  expect(shell).not.toMatch(/Asha|712345678|unnamed-secret/)
  expect(shell).toContain(
    `-H 'Authorization: Bearer '"$PAY_KEY" -H 'X-API-Key: [secret]' -H 'Idempotency-Key: o'\\''ne'`,
  )
  expect(run(shell).args.slice(0, 18)).toEqual([
    '-sS',
    '-i',
    '-w',
    '\\n',
    '-X',
    'POST',
    'http://127.0.0.1:1/api',
    '-H',
    `Authorization: Bearer ${key}`,
    '-H',
    'X-API-Key: [secret]',
    '-H',
    "Idempotency-Key: o'ne",
    '-H',
    'X-Empty;',
    '-H',
    'Content-Type:',
    '--data-binary',
  ])
})

test('URLs and methods that curl would change', () => {
  expect(command({ method: 'HEAD', url: 'http://x/a?b=1&c=[2]', headers: [] })).toBe(
    "curl -sS -i -w '\\n' --globoff --head 'http://x/a?b=1&c=[2]'",
  )
  expect(command({ method: 'GET', url: 'http://x/a/../b', headers: [['Host', 'other']] })).toBe(
    "curl -sS -i -w '\\n' --path-as-is -X GET http://x/a/../b -H 'Host: other'",
  )
  expect(command({ method: 'GET', url: `http://x/${key}`, headers: [] })).toBe(
    `curl -sS -i -w '\\n' -X GET http://x/"$PAY_KEY"`,
  )
})

describe('on a target of this machine', () => {
  const RUN = 'asymwrz0req15ef'
  const renewing = (request: Partial<RecordedRequest>): string =>
    curlFor(
      { method: 'POST', url: 'http://127.0.0.1:1/api', headers: [], body: Buffer.alloc(0), ...request },
      { redactor, nameOf: (secret) => (secret === key ? 'PAY_KEY' : undefined), renewing: RUN },
    )

  test('people are shown, secrets are not, by what they are and by where they stand', () => {
    const body = {
      phone: '255712345678',
      firstname: 'Asha',
      password: 'hunter22',
      note: `x ${key}`,
      other: 'unnamed-secret',
    }
    const shell = renewing({
      url: 'http://127.0.0.1:1/api?phone=255712345678',
      body: Buffer.from(JSON.stringify(body)),
    })
    expect(shell).toContain('"phone":"255712345678","firstname":"Asha","password":"[secret]","note":"x \'"$PAY_KEY"\'"')
    expect(shell).toContain('?phone=255712345678')
    expect(shell).not.toMatch(/hunter22|unnamed-secret|sk_live_abcdef/)
    expect(renewing({ url: 'http://127.0.0.1:1/api?token=hunter22' })).not.toContain('hunter22')
  })

  test.skipIf(process.platform === 'win32')(
    'what carries the id of the run is new, as long, and the same where $RUN is set',
    () => {
      const headers: [string, string][] = [
        ['Idempotency-Key', `key-${RUN}-1`],
        ['User-Agent', `assay (${RUN})`],
      ]
      const shell = renewing({ headers, body: Buffer.from(`{"reference":"ref-${RUN}-2"}`) })
      const sent = run(shell, 'sh')
      const fresh = /^Idempotency-Key: key-(\w{15})-1$/.exec(sent.args[8] ?? '')?.[1]
      expect(fresh).toBeDefined()
      expect(fresh).not.toBe(RUN)
      expect(sent.args).toContain(`User-Agent: assay (${RUN})`)
      const set = run(`RUN=mine; ${shell}`, 'sh')
      expect([set.args[8], set.body.toString()]).toEqual(['Idempotency-Key: key-mine-1', '{"reference":"ref-mine-2"}'])
    },
  )
})
