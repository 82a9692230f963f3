import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { libraryTarget } from '../../../tests/made-up/service.ts'
import { versionedLibrary } from '../../../tests/made-up/versioned.ts'
import { patienceMs, preflightTarget } from './preflight.ts'
import { TargetSilent } from './preflight-fault.ts'

let server: Server | undefined
afterEach(() => void server?.close())

/** What is said of a base URL on a server that answers with these statuses by path, else with 404. */
async function said(
  base: string,
  answers: (path: string) => number | undefined,
  library = versionedLibrary,
): Promise<string> {
  server = createServer(({ url = '' }, response) => {
    const status = answers(url) ?? 404
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify({ status }))
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const target = libraryTarget({ baseUrl: `${origin}${base}` })
  try {
    await preflightTarget(target, [library], AbortSignal.timeout(5000))
    return 'judged'
  } catch (error) {
    return (error as Error).message.replaceAll(origin, 'http://host')
  }
}

const below = (start: string) => (path: string) => (path.startsWith(start) ? 401 : undefined)

test.each([
  ['', below('/lib/v2/'), 'judged'],
  ['/pay', below('/pay/lib/v2/'), 'judged'],
  ['/lib/v2', below('/lib/v2/lib/'), 'judged'],
  // Everything is refused, also what is nowhere documented: nothing shows where the service is.
  ['/lib', (path: string) => (path.startsWith('/lib/lib') ? undefined : 401), 'judged'],
  ['/lib', () => undefined, 'judged'],
  // A creation is there: the service may have lost the others.
  ['/lib', (path: string) => (path === '/lib/lib/v2/loans' || path.startsWith('/lib/v2') ? 401 : undefined), 'judged'],
] as const)('a service at %j that may be there is judged', async (base, answers, word) => {
  expect(await said(base, answers)).toBe(word)
})

test.each([
  ['/lib/v2', below('/lib/v2/loans'), 'its base URL ends in /lib/v2, with which every path', ''],
  ['/pay/lib/v2/loans', () => 401, 'its base URL ends in /lib/v2/loans, with which a path', '/pay'],
  [
    '/lib',
    below('/lib/v2/'),
    'every endpoint of the document answers 404 there, while GET /lib/v2/loans/none answers 401 at',
    '',
  ],
  ['/v2', below('/lib/v2/'), 'every endpoint of the document answers 404 there', ''],
  ['/pay/lib', below('/pay/lib/v2/'), 'every endpoint of the document answers 404 there', '/pay'],
  [
    '/lib/v2/loans',
    (path: string) => (/^.lib.v2.loans(?:.[\w-]+)?$/.test(path) ? 401 : undefined),
    'its base URL ends in /lib/v2/loans, with which a path',
    '',
  ],
  ['', below('/lib/lib/v2/'), 'every endpoint of the document answers 404 there', '/lib'],
] as const)(
  'a base URL that ends in %j by mistake is named, with the right one',
  async (base, answers, word, right) => {
    const message = await said(base, answers)
    expect(message).toContain(`no library service is seen at http://host${base}: ${word}`)
    expect(message).toMatch(new RegExp(`Its base URL is http://host${right}$`))
  },
)

test.each([
  [
    'answers 404 alike',
    () => undefined,
    'every endpoint of the document answers 404 there, as a path does that nobody documents.',
  ],
  ['answers all but a creation so', (path: string) => (path === '/lib/v2/loans' ? 422 : undefined), 'judged'],
] as const)('without a key, a server that %s', async (_, answers, word) => {
  expect(await said('', answers, { ...versionedLibrary, claimProbes: () => [] })).toContain(word)
})

test.each([
  ['in words of its own is there', 'application/json', '{"error_code":"NO_SUCH_BOOK"}', 'judged'],
  // It may be another server, or the service with errors that are pages.
  [
    'with a page as well is not seen to be the service',
    'text/html',
    '<html></html>',
    'it answers 401 with an HTML page. Is the base URL that of the service, without the paths of its document, and does no gateway, login or web page stand before it? One whose errors are pages so far is judged once it refuses a request without a key in JSON.',
  ],
])('what answers a request without a key with a page, and one with a key %s', async (_, type, body, word) => {
  server = createServer(({ headers: { authorization } }, response) => {
    if (authorization === undefined) response.writeHead(401, { 'Content-Type': 'text/html' }).end('<html></html>')
    else response.writeHead(404, { 'Content-Type': type }).end(body)
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const library = {
    ...versionedLibrary,
    claimProbes: () => [
      {
        claim: 'library.keys.reader',
        request: {
          method: 'GET',
          url: `${baseUrl}/lib/v2/loans/1`,
          operation: '',
          label: '',
          headers: [['Authorization', 'k']] as const,
          key: 'reader[0]',
        },
        verdict: () => undefined,
      },
    ],
  }
  const asked = preflightTarget(libraryTarget({ baseUrl }), [library], AbortSignal.timeout(5000))
  const said = await asked.then(
    () => 'judged',
    (error: Error) => error.message,
  )
  expect(said).toContain(word)
  if (word !== 'judged') expect(said).toMatch(/^no library service is seen at http:/)
})

test('what takes events is waited for longer than the 10 s that it may take for each, and no longer than any request', () => {
  const { timing } = libraryTarget({})
  const { section } = versionedLibrary
  const patience = (reached: 'by events' | 'by requests', request = timing.request): number =>
    patienceMs({ section: { ...section, reached } }, { timing: { ...timing, request } })
  expect(patience('by events', 30)).toBeGreaterThanOrEqual(15_000)
  expect(patience('by requests', 30)).toBe(8_000)
  expect(patience('by events', 3)).toBe(3_000)
})

test('a service that is not reached through a proxy is told with that proxy, and not with what it is asked with', () => {
  const fault = { kind: 'refused', message: 'the connection was refused' } as const
  const said = (proxy?: string): string => new TargetSilent('library', 'http://lib.example', fault, proxy).message
  expect(said()).toBe(
    'the library service at http://lib.example is not reachable: the connection was refused. Is the service running, and is the port right?',
  )
  expect(said('http://who:secret@127.0.0.1:3128')).toBe(
    'the library service at http://lib.example is not reachable through the proxy http://127.0.0.1:3128: the connection was refused. Is the proxy running, and may it reach the service? Without --proxy none is used.',
  )
  expect(said('environment')).toContain('through the proxy of the environment: ')
  expect(new TargetSilent('library', 'http://lib.example', fault, undefined, 'GET /loans').message).toBe(
    'the library service at http://lib.example is not reachable: the connection was refused. A moment before it took a connection, and broke off GET /loans, sent without a key, without an answer: it may have ended by that request.',
  )
})

test('what may have come of asking without a key is told', async () => {
  const asked: string[] = []
  server = createServer(({ method = '', url = '' }, response) => {
    asked.push(`${method} ${url}`)
    response.writeHead(method === 'POST' ? 201 : 404, { 'Content-Type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { asked: many, taken } = await preflightTarget(
    libraryTarget({ baseUrl }),
    [versionedLibrary],
    AbortSignal.timeout(5000),
  )
  expect(many).toBe(asked.length)
  const [post, ...others] = asked.filter((each) => each.startsWith('POST '))
  expect(others).toEqual([])
  expect(taken).toEqual([
    `asked whether it is there before its checks, ${post} without a key and with {} was answered 201: what that made stays there, and counts against no budget`,
  ])
})
