import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sections } from '../../tests/made-up/sections.ts'
import type { TargetFile } from '../target/file/file.ts'
import { resolveTarget } from '../target/target.ts'
import { selfSigned } from '../webhooks/listener/self-signed.ts'
import { RecipeClient } from './recipe-client.ts'

let close = (): unknown => undefined
let port = 0

beforeAll(async () => {
  const { key, cert } = await selfSigned(['localhost', '127.0.0.1'])
  const server = createTlsServer({ key, cert }, (_request, response) => response.end('done'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  close = () => server.close()
})
afterAll(() => close())

async function answered(host: string, file: TargetFile): Promise<string> {
  const aside = new RecipeClient(resolveTarget(file, { sections, secrets: [] }))
  const request = { method: 'POST', url: `https://${host}:${port}/sim`, headers: [], body: Buffer.alloc(0) }
  const answer = await aside.send(request, new AbortController().signal)
  await aside.close()
  return 'response' in answer ? answer.response.body.toString() : answer.fault.kind
}

test('the host of the target is reached as the target is, another as any host', async () => {
  const library = { baseUrl: `https://127.0.0.1:${port}` }
  expect(await answered('127.0.0.1', { library })).toBe('tls')
  expect(await answered('127.0.0.1', { library, network: { insecure: true } })).toBe('done')
  expect(await answered('localhost', { library, network: { insecure: true } })).toBe('tls')
})
