import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { libraryTarget } from '../../../tests/made-up/service.ts'
import type { FixtureContext } from '../../check/context.ts'
import type { RecordedRequest } from '../../http/exchange.ts'
import { RecipeClient } from '../../http/recipe-client.ts'
import { askProbe, listOf, type Probes, readProbe } from './probe.ts'

let server: Server | undefined
let aside: RecipeClient | undefined
afterEach(async () => {
  await aside?.close()
  server?.close()
})

async function probing(answer: string, status = 200) {
  const asked: string[] = []
  const outcomes: string[] = []
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(status).end(answer)
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const probes: Probes = { shelf: { call: { method: 'GET', url: `${base}/shelf?book={book}` } } }
  aside = new RecipeClient(libraryTarget({ baseUrl: base, probes }))
  const callOutOfBand = aside.send.bind(aside)
  const step: FixtureContext['step'] = async ({ kind, text }, act) => {
    const shown = await act()
    outcomes.push(`${kind} ${text.replace(base, '')}`)
    return String(shown)
  }
  return {
    t: { step, callOutOfBand: (request: RecordedRequest) => callOutOfBand(request, AbortSignal.timeout(5000)) },
    probes,
    asked,
    outcomes,
  }
}

test('reads JSON, its placeholders filled in and escaped', async () => {
  const { t, probes, asked, outcomes } = await probing('[{"place":"A 7"}]')
  expect(await readProbe(t, probes, 'shelf', { book: '+255 1' })).toEqual([{ place: 'A 7' }])
  expect(asked).toEqual(['/shelf?book=%2B255%201'])
  expect(outcomes).toEqual(['probe GET /shelf?book=+255 1'])
})

test('shows nothing where the target file has no such probe, and asks nobody', async () => {
  const { t, probes, asked, outcomes } = await probing('[]')
  expect(await readProbe(t, probes, 'unheard', {})).toBeUndefined()
  expect(await askProbe(t, probes, 'unheard', {})).toBeUndefined()
  expect([asked, outcomes]).toEqual([[], []])
})

test('blocks on an answer that is no success and on one that is no JSON', async () => {
  const failing = await probing('[]', 500)
  await expect(readProbe(failing.t, failing.probes, 'shelf', {})).rejects.toThrow('was answered 500')
  await aside?.close()
  server?.close()
  const odd = await probing('<p>')
  await expect(readProbe(odd.t, odd.probes, 'shelf', {})).rejects.toThrow('did not answer with JSON')
})

test.each<[string, number, boolean | undefined]>([
  ['true', 200, true],
  ['false', 200, false],
  ['{"valid":true}', 200, true],
  ['{"active":"yes","ok":false}', 200, false],
  ['{"valid":true}', 404, false],
  ['<p>', 422, false],
  ['{"place":"A 7"}', 200, undefined],
  ['null', 200, undefined],
  ['<p>', 200, undefined],
])('an answer %s with %i says %s', async (answer, status, expected) => {
  const { t, probes } = await probing(answer, status)
  expect(await askProbe(t, probes, 'shelf', {})).toBe(expected)
})

test('finds a list by itself or in data', () => {
  expect(listOf([{ a: 1 }, 2])).toEqual([{ a: 1 }])
  expect(listOf({ data: [{ a: 1 }] })).toEqual([{ a: 1 }])
  expect(listOf({ items: [] })).toBeUndefined()
  expect(listOf(null)).toBeUndefined()
})
