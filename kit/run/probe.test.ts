import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { NotExercised } from '../check/signals.ts'
import type { RecordedRequest } from '../http/exchange.ts'
import { RecipeClient } from '../http/recipe-client.ts'
import { resolveTarget } from '../target/target.ts'
import { listOf, readProbe } from './probe.ts'

let server: Server | undefined
let aside: RecipeClient | undefined
afterEach(async () => {
  await aside?.close()
  server?.close()
})

async function probing(answer: string, status = 200) {
  const asked: string[] = []
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(status).end(answer)
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const probes = { otpInbox: { call: { method: 'GET', url: `${base}/otp?phone={phone}` } } }
  const abortUnexercised = (why: 'not claimed', reason: string, line?: string): never => {
    throw new NotExercised(why, reason, line)
  }
  const target = resolveTarget({ messaging: { baseUrl: base, probes } }, { secrets: [] })
  aside = new RecipeClient(target)
  const callOutOfBand = aside.send.bind(aside)
  return {
    t: {
      target,
      abortUnexercised: abortUnexercised as never,
      noteStep: () => undefined,
      callOutOfBand: (request: RecordedRequest) => callOutOfBand(request, AbortSignal.timeout(5000)),
    },
    asked,
  }
}

test('reads JSON, its placeholders filled in and escaped', async () => {
  const { t, asked } = await probing('[{"code":"123456"}]')
  expect(await readProbe(t, 'otpInbox', { phone: '+255 1' })).toEqual([{ code: '123456' }])
  expect(asked).toEqual(['/otp?phone=%2B255%201'])
})

test('stops for a probe that the target file does not have', async () => {
  const { t } = await probing('[]')
  await expect(readProbe(t, 'unheard', {})).rejects.toThrow('no probe unheard')
})

test('blocks on an answer that is no success and on one that is no JSON', async () => {
  await expect(readProbe((await probing('[]', 500)).t, 'otpInbox', {})).rejects.toThrow('was answered 500')
  server?.close()
  await expect(readProbe((await probing('<p>')).t, 'otpInbox', {})).rejects.toThrow('did not answer with JSON')
})

test('finds a list by itself or in data', () => {
  expect(listOf([{ a: 1 }, 2])).toEqual([{ a: 1 }])
  expect(listOf({ data: [{ a: 1 }] })).toEqual([{ a: 1 }])
  expect(listOf({ items: [] })).toBeUndefined()
  expect(listOf(null)).toBeUndefined()
})
