import { afterEach, expect, test } from 'vitest'
import { Stages } from './stages.ts'

const open: Stages[] = []
afterEach(() => Promise.all(open.splice(0).map((each) => each.close())))

async function opened(): Promise<Stages> {
  const stages = await Stages.open()
  open.push(stages)
  return stages
}

const said = (text: string) => ({ kind: 'status', status: 200, body: JSON.stringify(text) }) as const

test('each stage has a base URL, and answers below it as it is scripted', async () => {
  const stages = await opened()
  const [one, other] = ['one', 'other'].map((name) =>
    stages.stage(name, { serve: ({ below }, nth) => said(`${name} ${nth} ${below}`) }),
  )
  expect(await (await fetch(`${one?.url}/loans?due=today`)).json()).toBe('one 1 /loans?due=today')
  expect(await (await fetch(`${other?.url}/loans`, { method: 'POST', body: '{}' })).json()).toBe('other 1 /loans')
  expect(await (await fetch(`${one?.url}/loans`)).json()).toBe('one 2 /loans')
  expect(stages.all().map(({ id, inbox, method, below }) => [id, inbox, method, below])).toEqual([
    ['d1', 'one', 'GET', '/loans?due=today'],
    ['d2', 'other', 'POST', '/loans'],
    ['d3', 'one', 'GET', '/loans'],
  ])
})

test('a client that leaves the path of its base URL out is known by its key', async () => {
  const stages = await opened()
  const stage = stages.stage('one', {
    serve: ({ below }) => said(String(below)),
    recognises: (headers) => headers.some(([, value]) => value === 'reader-7'),
  })
  const root = new URL('/loans', stage.url)
  expect(await (await fetch(root, { headers: { 'X-Key': 'reader-7' } })).json()).toBe('/loans')
  expect((await fetch(root)).status).toBe(404)
})

test('elsewhere is another origin', async () => {
  const stages = await opened()
  const here = stages.stage('here', { serve: () => said('here') })
  const elsewhere = stages.stage('elsewhere', { serve: () => said('elsewhere'), elsewhere: true })
  expect(new URL(elsewhere.url).origin).not.toBe(new URL(here.url).origin)
  expect(await (await fetch(elsewhere.url)).json()).toBe('elsewhere')
})
