import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, type Server } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Network } from '../target/network.ts'
import { selfSigned } from '../webhooks/listener/self-signed.ts'
import { type Answered, Transport } from './transport.ts'

let ca = ''
let key = ''

beforeAll(async () => {
  const made = await selfSigned(['::1'])
  ca = made.cert
  key = made.key
})

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function listening(server: Server, host = '127.0.0.1'): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  open.push(() => new Promise((resolve) => server.close(resolve)))
  return (server.address() as AddressInfo).port
}

async function get(url: string, network: Network): Promise<Answered> {
  const transport = new Transport({ timeoutMs: 2000, network })
  open.push(() => transport.close())
  const request = { method: 'GET', url, headers: [], body: Buffer.alloc(0) }
  return transport.send(request, new AbortController().signal)
}

const textOf = (answered: Answered): string =>
  'response' in answered ? answered.response.body.toString() : answered.fault.kind

describe('certificates', () => {
  const secure = () => createTlsServer({ key, cert: ca }, (_request, response) => response.end('secret'))

  it('are refused where nobody vouches for them, accepted by their authority, and unverified on request', async () => {
    const url = `https://127.0.0.1:${await listening(secure())}/`
    expect(textOf(await get(url, {}))).toBe('tls')
    expect(textOf(await get(url, { ca }))).toBe('secret')
    expect(textOf(await get(url, { insecure: true }))).toBe('secret')
  })
})

describe('a connection of its own for every request', () => {
  it('takes up the TLS session of those before', async () => {
    const sockets = new Set<TLSSocket>()
    const server = createTlsServer({ key, cert: ca }, (request, response) => {
      sockets.add(request.socket as TLSSocket)
      response.end(String((request.socket as TLSSocket).isSessionReused()))
    })
    const url = `https://127.0.0.1:${await listening(server)}/`
    const transport = new Transport({ timeoutMs: 2000, network: { ca } })
    open.push(() => transport.close())
    const request = { method: 'GET', url, headers: [], body: Buffer.alloc(0) }
    const said: string[] = []
    for (let nth = 0; nth < 4; nth += 1) said.push(textOf(await transport.send(request, new AbortController().signal)))
    expect(sockets.size).toBe(4)
    expect(said).toEqual(['false', 'true', 'true', 'true'])
  })
})

describe('addresses', () => {
  it('may be of IPv6', async () => {
    const port = await listening(
      createServer((_request, response) => response.end('six')),
      '::1',
    )
    expect(textOf(await get(`http://[::1]:${port}/`, {}))).toBe('six')
  })
})

describe('a proxy', () => {
  /** Answers for every host, and opens tunnels. */
  async function proxy(): Promise<{ url: string; asked: string[] }> {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      const onward = httpRequest(request.url ?? '', { method: request.method }, (answer) => answer.pipe(response))
      request.pipe(onward)
    })
    server.on('connect', (request: IncomingMessage, socket, head) => {
      asked.push(`CONNECT ${request.url}`)
      const [host = '', port] = (request.url ?? '').split(':')
      const onward = connect(Number(port), host, () => {
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
        onward.write(head)
        onward.pipe(socket)
        socket.pipe(onward)
      })
      socket.on('error', () => onward.destroy())
      onward.on('error', () => socket.destroy())
    })
    return { url: `http://127.0.0.1:${await listening(server)}`, asked }
  }
  const plain = () => createServer((_request, response) => response.end('behind'))

  it('is used when it is named', async () => {
    const target = `127.0.0.1:${await listening(plain())}`
    const { url, asked } = await proxy()
    expect(textOf(await get(`http://${target}/x`, { proxy: url }))).toBe('behind')
    expect(asked).toHaveLength(1)
    expect(asked[0]).toContain(target)
  })

  it('carries TLS with the authority of the target', async () => {
    const server = createTlsServer({ key, cert: ca }, (_request, response) => response.end('secret'))
    const url = `https://127.0.0.1:${await listening(server)}/`
    const through = await proxy()
    expect(textOf(await get(url, { proxy: through.url, ca }))).toBe('secret')
    expect(through.asked[0]).toMatch(/^CONNECT/)
  })

  it('of the environment is used only when that is asked for', async () => {
    const url = `http://127.0.0.1:${await listening(plain())}/x`
    const through = await proxy()
    const before = { ...process.env }
    Object.assign(process.env, { http_proxy: through.url, HTTP_PROXY: through.url, no_proxy: '', NO_PROXY: '' })
    try {
      expect(textOf(await get(url, {}))).toBe('behind')
      expect(through.asked).toEqual([])
      expect(textOf(await get(url, { proxy: 'environment' }))).toBe('behind')
      expect(through.asked).toHaveLength(1)
    } finally {
      process.env = before
    }
  })
})
