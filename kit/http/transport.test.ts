import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { UNSENT, wasSent } from './exchange.ts'
import { Transport } from './transport.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  // Clients go first: a server waits for its connections.
  for (const each of open.splice(0).reverse()) await each.close()
})

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push({ close: () => new Promise((resolve) => server.close(resolve)) })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`
}

async function sent(url: string, timeoutMs = 300) {
  const transport = new Transport({ timeoutMs })
  open.push(transport)
  const request = { method: 'GET', url, headers: [['X-Odd-CASE', '1']] as const, body: Buffer.alloc(0) }
  return transport.send(request, new AbortController().signal)
}

test('headers keep their case and number, bytes stay as they are', async () => {
  let seen: string[] = []
  const url = await listening(
    createServer((request, response) => {
      seen = request.rawHeaders
      response
        .writeHead(
          200,
          [
            ['X-Two', 'a'],
            ['X-Two', 'b'],
          ].flat(),
        )
        .end(Buffer.from([0xff, 0x00]))
    }),
  )
  const answered = await sent(url)
  expect(seen).toContain('X-Odd-CASE')
  expect(answered).toMatchObject({ response: { status: 200, body: Buffer.from([0xff, 0x00]) } })
  const headers = 'response' in answered ? answered.response.headers : []
  expect(headers.filter(([name]) => name === 'X-Two')).toEqual([
    ['X-Two', 'a'],
    ['X-Two', 'b'],
  ])
})

test('a redirect is an answer, not a way to go', async () => {
  const url = await listening(createServer((_, response) => response.writeHead(302, { Location: '/elsewhere' }).end()))
  expect(await sent(url)).toMatchObject({ response: { status: 302 } })
})

test('what does not answer, hangs up or speaks no HTTP is a fault of its kind', async () => {
  const hang = await listening(createTcpServer((socket) => socket.resume()))
  const reset = await listening(createTcpServer((socket) => socket.on('data', () => socket.destroy())))
  const garbage = await listening(createTcpServer((socket) => socket.on('data', () => socket.end('hello\r\n\r\n'))))
  const kinds = await Promise.all(
    [hang, reset, garbage].map(async (url) => (await sent(url)) as { fault: { kind: string } }),
  )
  expect(kinds.map(({ fault }) => fault.kind)).toEqual(['timeout', 'reset', 'garbage'])
})

test('a body that drips is cut at the time limit', async () => {
  const url = await listening(
    createServer((_, response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(drip))
    }),
  )
  expect(await sent(url)).toMatchObject({ fault: { kind: 'timeout' } })
})

test('an abandoned request arrives whole, and nobody reads its answer', async () => {
  const bodies: string[] = []
  let left = (): void => undefined
  const gone = new Promise<void>((resolve) => {
    left = resolve
  })
  const url = await listening(
    createServer((request, response) => {
      response.once('close', () => left())
      request.setEncoding('utf8').on('data', (text) => bodies.push(text))
    }),
  )
  const transport = new Transport({ timeoutMs: 2000 })
  open.push(transport)
  const request = { method: 'POST', url, headers: [['X-Odd-CASE', '1']] as const, body: Buffer.from('{"amount":500}') }
  const answered = await transport.abandon(request, 20, new AbortController().signal)
  await gone
  expect(answered).toMatchObject({ fault: { kind: 'reset', message: expect.stringContaining('the suite dropped') } })
  expect(bodies.join('')).toBe('{"amount":500}')
})

test('an abandoned request that never arrived says so', async () => {
  const transport = new Transport({ timeoutMs: 2000 })
  open.push(transport)
  const server = createServer()
  const url = await listening(server)
  await new Promise((resolve) => server.close(resolve))
  const request = { method: 'POST', url, headers: [], body: Buffer.from('{}') }
  expect(await transport.abandon(request, 5, new AbortController().signal)).toMatchObject({
    fault: { kind: 'refused' },
  })
})

test('interim answers nobody asked for go before the answer, in one piece or in many', async () => {
  const parts = ['HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n']
  const final = 'HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}'
  const whole = await listening(
    createTcpServer((socket) => socket.once('data', () => socket.end([...parts, final].join('')))),
  )
  const dripping = await listening(
    createTcpServer((socket) => {
      socket.once('data', () => {
        const bytes = [...[...parts, final].join('')]
        const drip = setInterval(() => {
          const next = bytes.splice(0, 7).join('')
          if (next === '') {
            clearInterval(drip)
            socket.end()
          } else socket.write(next)
        }, 1)
      })
    }),
  )
  for (const url of [whole, dripping])
    expect(await sent(url, 2000)).toMatchObject({ response: { status: 201, body: Buffer.from('{}') } })
})

test('a body that is coded unasked is read as what it holds; one that is not what it says stays as it came', async () => {
  const text = JSON.stringify({ id: 'x'.repeat(200) })
  const coded = [
    ['gzip', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['gzip, identity', gzipSync(text)],
  ] as const
  for (const [coding, body] of coded) {
    const url = await listening(
      createServer((_, response) => response.writeHead(200, { 'Content-Encoding': coding }).end(body)),
    )
    expect(await sent(url, 2000)).toMatchObject({ response: { body: Buffer.from(text) } })
  }
  const url = await listening(
    createServer((_, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('{"plain":1}')),
  )
  expect(await sent(url, 2000)).toMatchObject({ response: { body: Buffer.from('{"plain":1}') } })
})

test('a coded body that holds more than is read is a fault, as a plain one of that length is', async () => {
  const content = Buffer.alloc(5 * 1024 * 1024, 32)
  const sendings = [
    [{}, content],
    [{ 'Content-Encoding': 'gzip' }, gzipSync(content)],
    [{ 'Content-Encoding': 'br' }, brotliCompressSync(content)],
    [{ 'Content-Encoding': 'deflate' }, deflateSync(content)],
    [{ 'Content-Encoding': 'deflate' }, deflateRawSync(content)],
    [{ 'Content-Encoding': 'gzip, br' }, brotliCompressSync(gzipSync(content))],
  ] as const
  for (const [headers, body] of sendings) {
    const url = await listening(createServer((_, response) => response.writeHead(200, headers).end(body)))
    expect(await sent(url, 2000)).toEqual({ fault: { kind: 'garbage', message: expect.stringMatching(/larger than/) } })
  }
})

test('what waits for its connection when the run is stopped was not sent, what is under way was', async () => {
  let reached = 0
  const url = await listening(
    createServer(() => {
      reached += 1
    }),
  )
  const transport = new Transport({ timeoutMs: 3000 })
  open.push(transport)
  const request = { method: 'GET', url, headers: [], body: Buffer.alloc(0) }
  const stop = new AbortController()
  const underWay = transport.send(request, stop.signal)
  await expect.poll(() => reached).toBe(1)
  stop.abort()
  const [begun, late] = await Promise.all([underWay, transport.send(request, stop.signal)])
  expect(begun).toMatchObject({ fault: { kind: 'stopped', message: 'the run was stopped' } })
  expect(late).toMatchObject({ fault: { kind: 'stopped', message: UNSENT } })
  expect([begun, late].map((each) => wasSent(each as object))).toEqual([true, false])
  expect(reached).toBe(1)
})
