import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sections } from '../../../tests/made-up/sections.ts'
import type { Question, Reply, Step } from '../../check/steps.ts'
import { RecipeClient } from '../../http/recipe-client.ts'
import type { Recipe } from '../../target/file/file.ts'
import { resolveTarget } from '../../target/target.ts'
import { perform, type Scene } from './recipe.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-recipe-'))
const asked: { line: string; headers: IncomingMessage['headers']; body: string }[] = []
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  asked.push({ line: `${request.method} ${request.url}`, headers: request.headers, body })
  const { url = '' } = request
  if (url === '/slashless') response.writeHead(307, { Location: '/slashless/' }).end()
  else if (url === '/elsewhere') response.writeHead(307, { Location: 'http://127.0.0.1:1/' }).end()
  else response.writeHead(url === '/refuses' ? 500 : 200).end()
})
let base = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

const names = { id: 'a b/c', reference: 'ref-1', phone: '255700000001' }

async function performed(recipe: Recipe, reply?: Reply, placeholders: Record<string, string> = names) {
  const steps: Omit<Step, 'check'>[] = []
  const questions: Question[] = []
  const file = { library: { baseUrl: base }, timing: { person: 7 } }
  const target = resolveTarget(file, { sections, configPath: join(folder, 't.yaml'), secrets: [] })
  const aside = new RecipeClient(target)
  const { signal } = new AbortController()
  const scene: Scene = {
    target,
    signal,
    callOutOfBand: (request) => aside.send(request, signal),
    person:
      reply &&
      (async (question) => {
        questions.push(question)
        return reply
      }),
    // As a run carries them out: however they end, it is noted.
    step: async (step, act) => {
      const noted = { ...step, startedAt: 0, endedAt: 1 }
      try {
        await act()
        steps.push({ ...noted, outcome: 'done' })
      } catch (error) {
        steps.push({ ...noted, outcome: (error as Error).message })
        throw error
      }
      return ''
    },
  }
  const error = await perform(scene, 'failed', recipe, placeholders).then(
    () => undefined,
    (thrown: Error) => thrown,
  )
  await aside.close()
  return { steps, questions, error }
}

describe('a call', () => {
  test('goes out with its placeholders filled, in the URL as a URL needs it', async () => {
    const json = { status: 'failed', of: ['{reference}'] }
    const headers = { authorization: 'Bearer {phone}' }
    const { steps, error } = await performed({ call: { url: `${base}/sim/{id}`, headers, json } })
    expect(error).toBeUndefined()
    expect(asked.at(-1)).toMatchObject({
      line: 'POST /sim/a%20b%2Fc',
      headers: { authorization: 'Bearer 255700000001' },
      body: '{"status":"failed","of":["ref-1"]}',
    })
    expect(steps).toMatchObject([{ recipe: 'failed', kind: 'call', outcome: 'done' }])
  })

  test.each(['..', '.', '', '\ud800', 'x'.repeat(300)])('is not made with the id %j', async (id) => {
    const before = asked.length
    const { error } = await performed({ call: { url: `${base}/payments/{id}/settle` } }, undefined, { id })
    expect(error).toMatchObject({ name: 'Blocked', message: expect.stringContaining('was not made: ') })
    expect(asked.length).toBe(before)
  })

  test.each([
    ['/+=?#%2e%2e', '/payments/%2F%2B%3D%3F%23%252e%252e/settle'],
    ['../../x', '/payments/..%2F..%2Fx/settle'],
    ['a.', '/payments/a./settle'],
  ])('carries the id %j as one segment', async (id, path) => {
    const { error } = await performed({ call: { url: `${base}/payments/{id}/settle` } }, undefined, { id })
    expect(error).toBeUndefined()
    expect(asked.at(-1)?.line).toBe(`GET ${path}`)
  })

  test('with a value that no header can carry blocks', async () => {
    const { error } = await performed({ call: { url: base, headers: { 'X-Id': '{id}' } } }, undefined, {
      id: 'a\r\nb: c',
    })
    expect(error).toMatchObject({ name: 'Blocked' })
  })

  test('follows a redirect to the same origin, and no other', async () => {
    const { error } = await performed({ call: { url: `${base}/slashless`, json: { status: 'failed' } } })
    expect(error).toBeUndefined()
    expect(asked.at(-1)).toMatchObject({ line: 'POST /slashless/', body: '{"status":"failed"}' })
    const away = await performed({ call: { url: `${base}/elsewhere` } })
    expect(away.error).toMatchObject({ message: expect.stringContaining('was answered 307') })
  })

  test('that is refused blocks, and so does one that arrives nowhere', async () => {
    const refused = await performed({ call: { url: `${base}/refuses` } })
    expect(refused.error).toMatchObject({ name: 'Blocked', message: expect.stringContaining('was answered 500') })
    expect(refused.steps).toMatchObject([{ outcome: expect.stringContaining('was answered 500') }])
    const lost = await performed({ call: { url: 'http://127.0.0.1:1/x' } })
    expect(lost.error).toMatchObject({
      name: 'Blocked',
      message: expect.stringContaining('the call of the recipe failed'),
    })
  })
})

describe('a command', () => {
  test('runs in the folder of the target file', async () => {
    const { steps, error } = await performed({ run: 'printf %s {reference} > said' })
    expect(error).toBeUndefined()
    expect(readFileSync(join(folder, 'said'), 'utf8')).toBe('ref-1')
    expect(steps).toMatchObject([{ kind: 'command', text: 'printf %s ref-1 > said', outcome: 'done' }])
  })

  test('that fails blocks with its last word', async () => {
    const { error } = await performed({ run: 'echo first >&2; echo no such loan >&2; exit 3' })
    expect(error).toMatchObject({
      name: 'Blocked',
      message: 'the command of the recipe failed failed: no such loan',
    })
  })

  test.each(['$(touch x)', '-rf', '..', '.', '/etc/passwd', '../x', '', 'a b', 'a\nb', 'a=b', 'x'.repeat(300)])(
    'is not run with the id %j',
    async (id) => {
      const { error, steps } = await performed({ run: 'echo {id} > hacked' }, undefined, { id })
      expect(error).toMatchObject({ name: 'Blocked', message: expect.stringContaining('was not run: {id} is ') })
      expect(steps).toEqual([])
    },
  )

  test.each([
    ['id', '3f2b8c1e-0000-4000-8000-000000000000'],
    ['id', 'pay_01:HZ.a+b-c'],
    ['phone', '+255712345678'],
    ['url', 'https://127.0.0.1:8787/inbox/a%20b'],
  ])('is run with %s %s', async (name, value) => {
    const { error } = await performed({ run: `printf %s {${name}} > said` }, undefined, { [name]: value })
    expect(error).toBeUndefined()
    expect(readFileSync(join(folder, 'said'), 'utf8')).toBe(value)
  })
})

describe('a person', () => {
  test('is asked with the time that there is, and the step is noted', async () => {
    const { questions, steps, error } = await performed({ ask: 'Reject {reference}' }, 'done')
    expect(error).toBeUndefined()
    expect(questions).toEqual([{ recipe: 'failed', text: 'Reject ref-1', withinMs: 7000 }])
    expect(steps).toMatchObject([{ kind: 'person', text: 'Reject ref-1', outcome: 'done' }])
  })

  test.each<[Reply | undefined, string, string]>([
    ['declined', 'NotExercised', 'the person at the terminal left it out'],
    ['late', 'Blocked', 'nobody said within 7 s that it was done (Reject it); timing.person gives more time'],
    ['absent', 'NotExercised', 'none is at the terminal'],
    [undefined, 'NotExercised', 'none is at the terminal'],
  ])('%s', async (reply, kind, message) => {
    const { error, steps } = await performed({ ask: 'Reject it' }, reply)
    expect(error?.constructor.name).toBe(kind)
    expect(error?.message).toContain(message)
    expect(steps).toMatchObject([{ kind: 'person', outcome: expect.stringContaining(message) }])
  })
})
