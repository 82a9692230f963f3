import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { Answered } from '../../../kit/http/transport.ts'
import { type Arrived, startForwarder } from './forward.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

interface Got {
  readonly url: string
  readonly headers: readonly string[]
  readonly body: Buffer
}

async function receiverThat(answer: { status: number; headers: Record<string, string>; body: string }) {
  const got: Got[] = []
  const server = createServer(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    got.push({ url: request.url ?? '', headers: request.rawHeaders, body: Buffer.concat(chunks) })
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { got, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function forwarderTo(to: string) {
  const seen: { arrived: Arrived; answered: Answered }[] = []
  const onPassed = (arrived: Arrived, answered: Answered) => seen.push({ arrived, answered })
  const forwarder = await startForwarder({ to, host: '127.0.0.1', port: 0, onPassed })
  closing.push(() => void forwarder.close())
  return { seen, url: `http://127.0.0.1:${forwarder.port}` }
}

test('bytes and headers go on as they came, and the answer comes back', async () => {
  const receiver = await receiverThat({ status: 409, headers: { 'X-Why': 'known' }, body: 'again' })
  const { url, seen } = await forwarderTo(`${receiver.url}/hooks?team=1`)
  const body = Buffer.from('{ "a" : 1.0, "é": "\\u00e9" }\n')
  const headers = { 'Content-Type': 'application/json', 'X-Pay-Signature': 'sha256=00', 'x-ODD-case': 'kept' }
  const answer = await fetch(`${url}/anything`, { method: 'POST', headers, body })
  expect(answer.status).toBe(409)
  expect(answer.headers.get('X-Why')).toBe('known')
  expect(await answer.text()).toBe('again')
  const [passed] = receiver.got
  expect(passed?.url).toBe('/hooks?team=1')
  expect(passed?.body.equals(body)).toBe(true)
  expect(passed?.headers).toContain('sha256=00')
  expect(seen[0]?.arrived.body.equals(body)).toBe(true)
  expect(seen[0]?.answered).toMatchObject({ response: { status: 409 } })
})

test('a URL without a path gets the one that arrived', async () => {
  const receiver = await receiverThat({ status: 204, headers: {}, body: '' })
  const { url } = await forwarderTo(receiver.url)
  expect((await fetch(`${url}/sms?x=1`, { method: 'POST', body: '{}' })).status).toBe(204)
  expect(receiver.got[0]?.url).toBe('/sms?x=1')
})

test('where nobody answers the sender is told so, and tries again', async () => {
  const { url, seen } = await forwarderTo('http://127.0.0.1:1/hooks')
  expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(502)
  expect(seen[0]?.answered).toMatchObject({ fault: { kind: expect.any(String) } })
})
