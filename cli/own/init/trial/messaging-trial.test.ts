import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { tryMessaging } from './messaging-trial.ts'

/** What is said, and found, of a service that answers so by path. */
async function tried(answers: Readonly<Record<string, readonly [status: number, body: unknown]>>) {
  const server = createServer(({ url = '' }, response) => {
    const [status, body] = answers[url] ?? [404, { detail: 'Not Found' }]
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const said: string[] = []
  const refused: string[] = []
  try {
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const found = await tryMessaging({
      baseUrl,
      key: 'mk_1',
      onKeyRefused: (answered) => refused.push(answered),
      say: (line) => said.push(line),
    })
    return { said, refused, found }
  } finally {
    server.close()
  }
}

test('a key is not taken where the service says 401, and nothing more is tried', async () => {
  const { said, refused } = await tried({ '/v1/whatsapp/senders': [401, { detail: 'Unauthorized' }] })
  expect(said.at(-1)).toBe(
    'messaging: the key is not taken, so nothing more is tried; with one that is, --force asks for the rest',
  )
  expect(said).toHaveLength(2)
  expect(refused).toEqual(['401'])
})

test('an endpoint that is not there says nothing of the key: the workspaces are asked all the same', async () => {
  const { said, refused, found } = await tried({ '/v1/workspace/all/': [200, { data: [{ id: 'w-1' }] }] })
  expect(said.join('\n')).not.toContain('not taken')
  expect(said.at(-1)).toMatch(/^messaging: GET \/v1\/workspace\/all\/: 200.*, workspace w-1$/)
  expect(found).toEqual({ fixtures: { workspace: 'w-1' } })
  expect(refused).toEqual([])
})

test('a workspace is known by the member that the document has', async () => {
  const list = [{ id: 'row-1', workspace_id: 'w-1' }]
  const { found } = await tried({ '/v1/workspace/all/': [200, list] })
  expect(found).toEqual({ fixtures: { workspace: 'w-1' } })
})
