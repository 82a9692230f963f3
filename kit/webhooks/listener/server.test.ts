import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { post, raw, start } from '../../../tests/commands/capture.ts'
import { bodyDigest } from '../../http/body-digest.ts'
import { NEVER_READ } from '../receiver.ts'

const codeOf = (error: unknown): unknown => (error as { cause?: { code?: string } }).cause?.code

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 300 && !condition(); tries += 1) await new Promise((resolve) => setTimeout(resolve, 5))
  expect(condition()).toBe(true)
}

describe('answers', () => {
  test('that nobody waited for are known as such; those that were read in time are not noted', async () => {
    const capture = await start()
    const inbox = capture.inbox('loans')
    const { pathname, port, hostname } = new URL(inbox.url)
    await post(inbox.url, '{}')
    // How late it was is a matter of the machine.
    expect([...capture.answeredLate.values()]).not.toContain(NEVER_READ)
    inbox.script({ when: () => true, answers: [{ kind: 'status', status: 200, delayMs: 60 }] })
    const impatient = connect(Number(port), hostname, () => {
      impatient.write(`POST ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n[]`)
    })
    await until(() => inbox.deliveries.length === 2)
    impatient.resetAndDestroy()
    await until(() => capture.answeredLate.get(inbox.deliveries[1]?.id ?? '') === NEVER_READ)
  })
})

describe('recording', () => {
  test('keeps bytes, header lines in their case and order, and duplicates', async () => {
    const capture = await start()
    const inbox = capture.inbox('loans')
    const path = `${new URL(inbox.url).pathname}?a=1&a=%20`
    const body = Buffer.concat([Buffer.from('{"a":5000.0,\r\n"b":"\\u00e9"}'), Buffer.from([0xff, 0x00])])
    const head = `POST ${path} HTTP/1.1\r\nhOsT: x\r\nX-Lib-SIGNATURE: one\r\nx-lib-signature: two\r\nConnection: close\r\n`
    const before = Date.now()
    const answer = await raw(capture, `${head}Content-Length: ${body.length}\r\n\r\n`, body)
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(answer).toContain('{"received":true}')
    const [delivery] = inbox.deliveries
    expect(delivery).toMatchObject({
      inbox: 'loans',
      method: 'POST',
      path,
      headers: [
        ['hOsT', 'x'],
        ['X-Lib-SIGNATURE', 'one'],
        ['x-lib-signature', 'two'],
        ['Connection', 'close'],
        ['Content-Length', String(body.length)],
      ],
      truncated: false,
      aborted: false,
      httpVersion: '1.1',
      tls: false,
      answer: { kind: 'status', status: 200 },
      json: undefined,
      digest: bodyDigest(body),
    })
    expect(delivery?.body.equals(body)).toBe(true)
    expect(delivery?.peer).toMatch(/^127\.0\.0\.1:\d+$/)
    expect(delivery?.arrivedAt).toBeGreaterThanOrEqual(before)
    expect(delivery?.completedAt).toBeGreaterThanOrEqual(delivery?.arrivedAt ?? Infinity)
    expect(capture.all()).toEqual([delivery])
  })

  test('joins chunks, takes any method, a missing Host header and large header blocks', async () => {
    const capture = await start()
    const inbox = capture.inbox('x')
    const { pathname } = new URL(inbox.url)
    const chunked = `PATCH ${pathname} HTTP/1.1\r\nTransfer-Encoding: chunked\r\nConnection: close\r\nX-Large: ${'l'.repeat(40_000)}\r\n\r\n`
    expect(await raw(capture, chunked, '3\r\n{"a\r\n', '4\r\n":1}\r\n0\r\n\r\n')).toContain(' 200 ')
    expect(inbox.deliveries[0]).toMatchObject({ method: 'PATCH', json: { a: 1 } })
    expect(await raw(capture, `GET ${pathname} HTTP/1.0\r\n\r\n`)).toContain(' 200 ')
    expect(inbox.deliveries[1]).toMatchObject({ method: 'GET', httpVersion: '1.0', json: undefined })
  })

  test('keeps a connection alive over several deliveries', async () => {
    const capture = await start()
    const inbox = capture.inbox('x')
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (const text of ['1', '2', '3']) {
      await new Promise<void>((resolve, reject) => {
        const request = httpRequest(inbox.url, { method: 'POST', agent }, (response) =>
          response.resume().on('end', resolve),
        )
        request.on('error', reject).end(text)
      })
    }
    agent.destroy()
    expect(inbox.deliveries.map(({ json }) => json)).toEqual([1, 2, 3])
    expect(new Set(inbox.deliveries.map(({ peer }) => peer)).size).toBe(1)
  })

  test('keeps the beginning and the digest of a body over the limit, and answers 413', async () => {
    const capture = await start({ bodyLimit: 10 })
    const inbox = capture.inbox('x')
    const body = '{"a":"0123456789"}'
    expect((await post(inbox.url, body)).status).toBe(413)
    const [delivery] = inbox.deliveries
    expect(delivery).toMatchObject({ truncated: true, aborted: false, json: undefined })
    expect(delivery?.body.toString()).toBe(body.slice(0, 10))
    expect(delivery?.digest).toBe(bodyDigest(Buffer.from(body)))
    expect((await post(inbox.url, '1234567890')).status).toBe(200)
    expect(inbox.deliveries[1]).toMatchObject({ truncated: false, json: 1234567890 })
  })

  test('records senders that leave or stall in the middle of a body', async () => {
    const capture = await start({ stallMs: 60 })
    const inbox = capture.inbox('x')
    const head = `POST ${new URL(inbox.url).pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n`
    const socket = connect(capture.listening.port, '127.0.0.1')
    socket.on('error', () => undefined).write(`${head}{"id":"left"`)
    setTimeout(() => socket.destroy(), 20)
    await until(() => inbox.deliveries.length === 1)
    expect(inbox.deliveries[0]).toMatchObject({ aborted: true, json: undefined, answer: { kind: 'none' } })
    expect(inbox.deliveries[0]?.body.toString()).toBe('{"id":"left"')
    expect(await raw(capture, `${head}{"id":"stalled"`)).toBe('')
    expect(inbox.deliveries[1]).toMatchObject({ aborted: true, truncated: false })
    expect(capture.noise).toHaveLength(0)
  })

  test('orders by arrival, not by completion', async () => {
    const capture = await start()
    const inbox = capture.inbox('x')
    const slow = httpRequest(inbox.url, { method: 'POST' })
    slow.on('response', (response) => response.resume()).write('"sl')
    await new Promise((resolve) => setTimeout(resolve, 40))
    await post(inbox.url, '"fast"')
    slow.end('ow"')
    await inbox.next(({ json }) => json === 'slow', { within: 1000 })
    expect(inbox.deliveries.map(({ json }) => json)).toEqual(['slow', 'fast'])
    expect(capture.all()).toEqual(inbox.deliveries)
  })

  test('writes the journal before the answer, redacted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'capture-'))
    const read = (name: string) => readFileSync(join(folder, name), 'utf8').split('\n')
    try {
      const plain = await start({ journal: join(folder, 'deep', 'plain.jsonl') })
      await post(plain.inbox('x').url, '{"secret":"canary"}', { 'X-Secret': 'canary' })
      const [line = '', rest] = read('deep/plain.jsonl')
      expect(JSON.parse(line)).toMatchObject({ id: 'd1', inbox: 'x', bytes: 19, answer: { status: 200 } })
      expect(line).not.toContain('canary')
      expect(rest).toBe('')
      const redacted = await start({ journal: join(folder, 'own.jsonl'), redact: ({ id }) => ({ only: id }) })
      await post(redacted.inbox('x').url)
      await post(redacted.inbox('x').url)
      expect(read('own.jsonl')).toEqual(['{"only":"d1"}', '{"only":"d2"}', ''])
      const failing = await start({
        journal: join(folder, 'failing.jsonl'),
        redact: () => {
          throw new Error('no')
        },
      })
      expect((await post(failing.inbox('x').url)).status).toBe(200)
      expect(JSON.parse(read('failing.jsonl')[0] ?? '')).toMatchObject({ id: 'd1', bytes: 2 })
      expect(failing.journalFault).toBeUndefined()
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('answers', () => {
  test('follow the script by event and attempt', async () => {
    const capture = await start()
    const inbox = capture.inbox('x')
    inbox.script({
      when: ({ json }) => (json as { event_id: string }).event_id === 'a',
      answers: [
        { kind: 'status', status: 500 },
        { kind: 'status', status: 302, headers: { Location: '/trap' } },
      ],
    })
    const remove = inbox.script({ when: ({ nth }) => nth === 5, answers: [{ kind: 'status', status: 204 }] })
    const a = '{"event_id":"a"}'
    const b = '{"id":"b"}'
    const answers = []
    for (const body of [a, b, a, a, b, 'not json']) answers.push((await post(inbox.url, body)).status)
    // The fifth request is the second attempt at b: the rule speaks for it, but names one answer only.
    expect(answers).toEqual([500, 200, 302, 200, 200, 200])
    expect(inbox.deliveries[2]?.answer).toEqual({ kind: 'status', status: 302, headers: { Location: '/trap' } })
    const [first] = inbox.deliveries
    expect(first && inbox.attemptsAt(first)).toHaveLength(3)
    remove()
  })

  test('count attempts per event, by the body or as told', async () => {
    const capture = await start()
    const seen: [number, number][] = []
    const inbox = capture.inbox('x', {
      identify: ({ headers }) => headers.find(([name]) => name === 'event')?.[1] ?? '',
    })
    inbox.script({ when: ({ attempt, nth }) => seen.push([attempt, nth]) < 0, answers: [] })
    for (const event of ['1', '2', '1']) await post(inbox.url, `{"event_id":"${Math.random()}"}`, { event })
    const plain = capture.inbox('y')
    plain.script({ when: ({ attempt, nth }) => seen.push([attempt, nth]) < 0, answers: [] })
    for (const body of ['same', 'same', '{"id":7}']) await post(plain.url, body)
    expect(seen).toEqual([
      [1, 1],
      [1, 2],
      [2, 3],
      [1, 1],
      [2, 2],
      [1, 3],
    ])
  })

  test('may be late, and are recorded before', async () => {
    const capture = await start()
    const inbox = capture.inbox('x')
    inbox.script({ when: () => true, answers: [{ kind: 'status', status: 503, delayMs: 80 }] })
    const sent = performance.now()
    const answer = post(inbox.url)
    await inbox.next(() => true, { within: 1000 })
    expect(performance.now() - sent).toBeLessThan(75)
    expect((await answer).status).toBe(503)
    expect(performance.now() - sent).toBeGreaterThanOrEqual(75)
  })

  test('may be a reset connection or silence', async () => {
    const capture = await start()
    const inbox = capture.inbox('x')
    inbox.script({ when: ({ json }) => json === 1, answers: [{ kind: 'reset' }] })
    inbox.script({ when: ({ json }) => json === 2, answers: [{ kind: 'hang', forMs: 60 }] })
    expect(codeOf(await post(inbox.url, '1').catch((error: unknown) => error))).toBe('ECONNRESET')
    const sent = performance.now()
    expect(codeOf(await post(inbox.url, '2').catch((error: unknown) => error))).toBe('UND_ERR_SOCKET')
    expect(performance.now() - sent).toBeGreaterThanOrEqual(55)
    expect(inbox.deliveries.map(({ answer }) => answer.kind)).toEqual(['reset', 'hang'])
  })

  test('that cannot be sent are refused when programmed', async () => {
    const inbox = (await start()).inbox('x')
    const add = (answer: Parameters<typeof inbox.script>[0]['answers'][number]) => () =>
      inbox.script({ when: () => true, answers: [answer] })
    expect(add({ kind: 'status', status: 99 })).toThrow('200 to 599')
    expect(add({ kind: 'status', status: 200, headers: { 'a b': 'c' } })).toThrow(TypeError)
    expect(add({ kind: 'none' })).toThrow('cannot be programmed')
  })
})

describe('noise', () => {
  test('is kept, answered 404, and touches no inbox', async () => {
    const capture = await start()
    const inbox = capture.inbox('x')
    const url = new URL(inbox.url)
    expect(url.pathname.length).toBeGreaterThan(22)
    expect((await post(`${capture.url}/guess`, 'hello')).status).toBe(404)
    expect((await post(`${capture.url}/__proto__`)).status).toBe(404)
    expect((await post(`${capture.url}/`)).status).toBe(404)
    expect(capture.noise.map(({ inbox: name, path }) => [name, path])).toEqual([
      ['', '/guess'],
      ['', '/__proto__'],
      ['', '/'],
    ])
    expect(capture.noise[0]?.body.toString()).toBe('hello')
    expect(capture.all()).toEqual([])
  })

  test('may be no HTTP at all', async () => {
    const capture = await start()
    const inbox = capture.inbox('x')
    expect(await raw(capture, '\u0016\u0003\u0001 not http\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
    expect(await raw(capture, `GET / HTTP/1.1\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 |^$/)
    expect(await raw(capture, 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
    const head = `POST ${new URL(inbox.url).pathname} HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n`
    await raw(capture, `${head}zz\r\n`)
    expect(capture.noise.map(({ fault }) => fault)).toEqual(['HPE_INVALID_METHOD', 'HPE_HEADER_OVERFLOW', 'CONNECT'])
    expect(capture.noise[0]?.body.toString('latin1')).toContain('not http')
    expect(inbox.deliveries.map(({ aborted }) => aborted)).toEqual([true])
    expect((await post(inbox.url)).status).toBe(200)
  })
})
