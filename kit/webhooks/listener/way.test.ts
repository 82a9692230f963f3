import { connect, createServer, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { describe, expect, test } from 'vitest'
import { post, raw, start } from '../../../tests/commands/capture.ts'
import { selfSigned } from './self-signed.ts'
import { startCapture } from './server.ts'

describe('addresses', () => {
  test('have unguessable paths, one inbox per name', async () => {
    const capture = await start()
    expect(capture.inbox('a')).toBe(capture.inbox('a'))
    expect(capture.inbox('a').url).not.toBe(capture.inbox('b').url)
    expect(() => capture.inbox('')).toThrow(RangeError)
  })

  test('follow the public URL, its prefix kept or stripped on the way', async () => {
    const capture = await start({ publicUrl: 'https://hooks.example.org/in/' })
    expect(capture.url).toBe('https://hooks.example.org/in')
    const inbox = capture.inbox('x')
    const fixed = capture.inbox('fixed', { at: 'https://hooks.example.org/in/loans' })
    const token = inbox.url.slice('https://hooks.example.org/in/'.length)
    expect(token).toMatch(/^[\w-]{32}$/)
    const local = `http://127.0.0.1:${capture.listening.port}`
    for (const path of [`/in/${token}`, `/${token}?q`, '/in/loans', '/loans?q', '/loans/other'])
      await post(local + path)
    expect(inbox.deliveries).toHaveLength(2)
    expect(fixed.deliveries).toHaveLength(2)
    expect(capture.noise).toHaveLength(1)
  })

  test('are called as they were given where nothing stands before the listener', async () => {
    const capture = await start()
    const inbox = capture.inbox('x')
    const { pathname } = new URL(inbox.url)
    for (const path of [pathname, `${pathname}/`, `${pathname}?q`]) await post(capture.url + path)
    expect(inbox.deliveries).toHaveLength(3)
    for (const path of [`/hooks${pathname}`, `${pathname}/loans`]) await post(capture.url + path)
    expect(inbox.deliveries).toHaveLength(3)
    expect(capture.noise).toHaveLength(2)
  })

  test('put IPv6 in brackets and replace wildcards', async () => {
    const wildcard = await start({ host: '0.0.0.0' })
    expect(wildcard.url).toBe(`http://127.0.0.1:${wildcard.listening.port}`)
    const six = await start({ host: '::1' }).catch(() => undefined)
    if (six === undefined) return
    expect(six.url).toBe(`http://[::1]:${six.listening.port}`)
    expect((await post(six.inbox('x').url)).status).toBe(200)
  })

  test('that cannot be had are explained', async () => {
    const { port } = (await start()).listening
    await expect(startCapture({ port })).rejects.toThrow(`cannot listen on 127.0.0.1:${port}: the port is taken`)
    await expect(startCapture({ publicUrl: 'hooks.example.org' })).rejects.toThrow('"hooks.example.org" is not an http')
  })
})

describe('closing', () => {
  test('is immediate, whatever hangs', async () => {
    const capture = await start()
    const inbox = capture.inbox('x')
    inbox.script({ when: () => true, answers: [{ kind: 'hang', forMs: 60_000 }] })
    const hanging = post(inbox.url).catch((error: unknown) => error)
    const waiting = inbox.next(({ json }) => json === 'never', { within: 60_000 }).catch((error: unknown) => error)
    const idle: Socket = connect(capture.listening.port, '127.0.0.1')
    await inbox.next(() => true, { within: 1000 })
    const began = performance.now()
    await capture.close()
    expect(performance.now() - began).toBeLessThan(100)
    expect(await hanging).toBeInstanceOf(TypeError)
    expect(await waiting).toMatchObject({ name: 'CaptureClosed', message: 'inbox x: the capture server was closed' })
    await expect(inbox.next(({ json }) => json === 'never', { within: 1 })).rejects.toThrow('was closed')
    expect(await inbox.next(() => true, { within: 1 })).toBe(inbox.deliveries[0])
    await capture.close()
    idle.destroy()
  })
})

describe('preflight', () => {
  test('proves a plain way faithful and leaves no trace', async () => {
    const capture = await start()
    const result = await capture.preflight()
    expect(result).toMatchObject({ reachable: true, bytesFaithful: true, headersFaithful: true, note: '' })
    expect(result.roundTripMs).toBeGreaterThan(0)
    expect([...capture.all(), ...capture.noise]).toEqual([])
  })

  test('names what a tunnel alters', async () => {
    const capture = await start()
    const careless = await capture.preflight(async (url, headers, body) => {
      const folded = Object.fromEntries(headers)
      const answer = await post(url, JSON.stringify(JSON.parse(body.toString())), folded)
      return { status: answer.status }
    })
    expect(careless).toMatchObject({ reachable: true, bytesFaithful: false, headersFaithful: false })
    expect(careless.note).toContain('signatures cannot be judged')
    const misrouted = await capture.preflight(async (_url, _headers, body) => {
      return { status: (await post(`${capture.url}/elsewhere`, body)).status }
    })
    expect(misrouted).toMatchObject({ reachable: false })
    expect(misrouted.note).toContain('path changed')
    const elsewhere = await capture.preflight(async () => ({ status: 502 }))
    expect(elsewhere).toMatchObject({ reachable: false, roundTripMs: undefined })
    expect(elsewhere.note).toContain('answers 502')
  })

  test('says when nothing answers', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => closed.once('listening', resolve))
    const address = closed.address()
    const port = typeof address === 'object' ? address?.port : 0
    await new Promise((resolve) => closed.close(resolve))
    const capture = await start({ publicUrl: `http://127.0.0.1:${port}` })
    const result = await capture.preflight()
    expect(result).toMatchObject({ reachable: false, bytesFaithful: false })
    expect(result.note).toContain('ECONNREFUSED')
  })
})

describe('TLS', () => {
  test('records, resets and preflights as without', async () => {
    const tls = await selfSigned([])
    const capture = await start({ tls })
    expect(capture.url).toMatch(/^https:/)
    const result = await capture.preflight()
    expect(result).toMatchObject({ reachable: true, bytesFaithful: true, headersFaithful: true })
    expect(result.note).toContain('not trusted')

    const inbox = capture.inbox('x')
    inbox.script({ when: () => true, answers: [{ kind: 'reset' }] })
    const code = await new Promise((resolve) => {
      const socket = connectTls({ port: capture.listening.port, host: '127.0.0.1', rejectUnauthorized: false })
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
      socket.on('close', () => resolve('closed'))
      socket.write(`POST ${new URL(inbox.url).pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}`)
    })
    expect(code).toBe('ECONNRESET')
    expect(inbox.deliveries[0]).toMatchObject({ tls: true, json: {} })
    await raw(capture, 'GET / HTTP/1.1\r\n\r\n')
    expect(capture.noise[0]).toMatchObject({ tls: true, method: '' })
    expect(capture.noise[0]?.fault).toMatch(/SSL/)
  })
})
