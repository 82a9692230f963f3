import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { RecordedRequest } from '../http/exchange.ts'
import type { Signed } from '../http/signed.ts'
import { verifyBody, verifyTimestamped } from '../signature/signature.ts'
import { curlFor } from './curl.ts'
import { createRedactor } from './redact.ts'

const key = 'whsec-ä 1'
const redactor = createRedactor({ secrets: [key], runKey: Buffer.from('run') })
const NOW = 1_700_000_000
const digestOf = (by: string, ...parts: (string | Buffer)[]): string => {
  const mac = createHmac('sha256', by)
  for (const part of parts) mac.update(part)
  return mac.digest('hex')
}
const right = (digest: string): string => `sha256=${digest}`

interface Case {
  readonly body?: string | Buffer
  readonly over?: string
  readonly key?: string
  readonly signedAt?: number | null
  readonly toldAt?: number
  readonly line?: (digest: string) => string
}

function commandOf({
  body = '{"id":1}',
  over,
  key: by = key,
  signedAt = NOW,
  toldAt = NOW,
  line = right,
}: Case): string {
  const bytes = Buffer.from(body)
  const signedBytes = over === undefined ? bytes : Buffer.from(over)
  const digest = digestOf(by, signedAt === null ? '' : `${signedAt}.`, signedBytes)
  const signed: Signed = {
    header: 'X-Signature',
    key: by,
    over: signedBytes,
    time: { header: 'X-Time', now: NOW, ...(signedAt === null ? {} : { signed: signedAt }) },
  }
  const request: RecordedRequest = {
    method: 'POST',
    url: 'http://127.0.0.1:1/',
    headers: [
      ['Content-Type', 'application/json'],
      ['X-Signature', line(digest)],
      ['X-Time', String(toldAt)],
    ],
    body: bytes,
    signed,
  }
  return curlFor(request, { redactor, nameOf: (secret) => (secret === key ? 'HOOK_KEY' : undefined) })
}

/** What curl would be given in a shell in which the time is another one. */
function sentBy(command: string, shell: string) {
  const script = `date() { echo ${NOW + 5000}; }; curl() { for last; do :; done; printf '%s\\0' "$@"; }\n${command}`
  const words = execFileSync(shell, ['-c', script], { env: { ...process.env, HOOK_KEY: key, LC_ALL: 'C.UTF-8' } })
  const args = words.toString('utf8').split('\0').slice(0, -1)
  const header = (name: string) => args.find((each) => each.startsWith(`${name}: `))?.slice(name.length + 2)
  return { body: Buffer.from(args.at(-1) ?? ''), signature: header('X-Signature'), time: header('X-Time') }
}

const verdictOf = ({ body, signature, time }: ReturnType<typeof sentBy>) =>
  verifyTimestamped(key, signature, time, body)

describe.skipIf(process.platform === 'win32')('a shell signs anew, at the time of its command', () => {
  test.each([
    ['plain', '{"id":1}'],
    ['quotes, signs of the shell, text beyond ASCII', `{"a":"it's \\"$HOME\\" \`id\` %s \\\\ ß€😀"}`],
    ['lines, controls, a line feed at its end', '{\r\n\t"a":"\u202e\u0001"\n}\n\n'],
    ['an at sign first', '@file'],
  ])('%s', (_, body) => {
    const command = commandOf({ body })
    expect(command).not.toContain(key)
    for (const shell of ['sh', 'bash']) {
      const sent = sentBy(command, shell)
      expect(sent.body.toString()).toBe(body)
      expect(sent.time).toBe(String(NOW + 5000))
      expect(verdictOf(sent)).toEqual({ ok: true, form: 'exact' })
    }
  })

  test('without a time, over the body alone', () => {
    const sent = sentBy(commandOf({ signedAt: null }), 'sh')
    expect(verifyBody(key, sent.signature, sent.body).ok).toBe(true)
    expect(verdictOf(sent)).toMatchObject({ reason: 'the digest differs' })
  })

  test('what was wrong of a signature is wrong of the new one, in the same way', () => {
    const flipped = (text: string): string => [...text].map((digit) => (digit === '0' ? '1' : '0')).join('')
    const sent = (of: Case) => sentBy(commandOf(of), 'sh')
    const fresh = (of: Case = {}) => digestOf(key, `${NOW + 5000}.`, Buffer.from(of.body ?? '{"id":1}'))

    expect(sent({ line: (digest) => digest }).signature).toBe(fresh())
    expect(sent({ line: (digest) => `sha1=${digest}` }).signature).toBe(`sha1=${fresh()}`)
    expect(sent({ line: (digest) => right(digest.slice(0, 63)) }).signature).toBe(right(fresh().slice(0, 63)))
    expect(sent({ line: (digest) => right(digest.toUpperCase()) }).signature).toBe(right(fresh().toUpperCase()))
    expect(sent({ line: () => 'sha256=' }).signature).toBe('sha256=')
    const half = sent({ line: (digest) => right(digest.slice(0, 32) + flipped(digest.slice(32))) }).signature ?? ''
    expect(half.slice(0, 39)).toBe(right(fresh().slice(0, 32)))
    expect(half).toHaveLength(71)
    expect(half.slice(39)).not.toBe(fresh().slice(32))
    expect(verdictOf(sent({ line: () => right('0'.repeat(64)) }))).toMatchObject({ reason: 'the digest differs' })

    const other = sent({ key: `${key}x` })
    expect(other.signature).toBe(right(digestOf(`${key}x`, `${other.time}.`, other.body)))
    expect(sent({ key: '' }).signature).toBe(right(digestOf('', `${NOW + 5000}.`, '{"id":1}')))

    const changed = sent({ body: '{"id":2}', over: '{"id":1}' })
    expect([changed.body.toString(), changed.signature]).toEqual(['{"id":2}', right(fresh())])

    const old = sent({ signedAt: NOW - 30, toldAt: NOW + 1 })
    expect(old.time).toBe(String(NOW + 5001))
    expect(old.signature).toBe(right(digestOf(key, `${NOW + 4970}.`, '{"id":1}')))
  })

  test('nothing is left of its variables in the shell', () => {
    const output = execFileSync('sh', ['-c', `curl() { :; }; ${commandOf({})}; echo "<$body$digest$now>"`], {
      env: { ...process.env, HOOK_KEY: key },
    })
    expect(output.toString()).toBe('<>\n')
  })
})

test('bytes that no variable holds and keys without a name keep the placeholder', () => {
  for (const of of [{ body: Buffer.from([0xff]) }, { body: 'a\0b' }, { key: 'another' }])
    expect(commandOf(of)).toMatch(/X-Signature: sha256=\[signature\]/)
})
