import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { defineCheck, libraryTarget } from '../../../tests/made-up/service.ts'
import { versionedLibrary } from '../../../tests/made-up/versioned.ts'
import { closedPort, httpServer, type Listening } from '../../../tests/servers.ts'
import type { ClaimProbe } from '../../contract/service.ts'
import { json } from '../../http/exchange.ts'
import { startCapture } from '../../webhooks/listener/server.ts'
import { startRun } from '../lifecycle.ts'
import { SomethingElse } from './preflight-fault.ts'

type Shows = ClaimProbe['showsEndpoint']
type Answer = readonly [status: number, body: object]
type Answers = (path: string, method: string) => Answer

let server: Listening | undefined
afterEach(() => server?.close())

/** Of a loan that is not there, as the document has it. */
const MISSING: Answer = [404, { error_code: 'NO_SUCH_BOOK' }]
const UNROUTED: Answer = [404, { detail: 'Not Found' }]

/** The document has a loan that is not there answered with a code of its own. */
const byCode: Shows = ({ response }) => Object(json(response)).error_code === 'NO_SUCH_BOOK'
/** The endpoint lists things: it owes no 404 to anybody. */
const byStatus: Shows = ({ response }) => response?.status !== 404

const KEYS = ['reader[0]', 'other']

/** The document has the endpoint refuse what is no id. */
const REFUSED: Answer = [400, { error_code: 'NO_ID' }]
const isOwn: Shows = ({ response }) => Object(json(response)).error_code === 'NO_ID'

/** A library that reads a loan with each of its keys. */
const library = (shows: Shows, own?: Shows): typeof versionedLibrary => ({
  ...versionedLibrary,
  claimProbes: ({ services }, needed) =>
    KEYS.filter((key) => needed.has(`library.keys.${key.replace(/\[.*/, '')}`)).map((key) => ({
      claim: `library.keys.${key}`,
      request: {
        method: 'GET',
        url: `${services.library?.baseUrl}/lib/v2/loans/${randomUUID()}`,
        operation: '',
        label: `is ${key} there?`,
        headers: [['Authorization', key]],
        key,
      },
      verdict: ({ response }) =>
        response?.status === 401 ? { reason: `${key} is not taken.`, blocks: true } : undefined,
      ...(shows && { showsEndpoint: shows }),
      ...(own && {
        ownRefusal: {
          request: {
            method: 'GET',
            url: `${services.library?.baseUrl}/lib/v2/loans/none`,
            operation: '',
            label: `is ${key} there?`,
            headers: [['Authorization', key]],
            key,
          },
          isShown: own,
        },
      }),
    })),
})

const checks = ['library.keys.reader', 'library.keys.other'].map((claim) =>
  defineCheck({
    id: `lib/loans/${claim.slice('library.keys.'.length)}`,
    title: `A loan with ${claim}`,
    covers: ['lib.loan.created'],
    needs: [claim as 'library.keys.reader'],
    run: async () => undefined,
  }),
)

interface Said {
  /** `judged`, or what is said of the base URL. */
  readonly word: string
  /** Paths that were asked for with a key, without their ids. */
  readonly asked: readonly string[]
}

/**
 * What comes of a run on a server that asks for a key before it looks at the path.
 * @param answers to a path with a key that is taken
 */
async function said(
  base: string,
  shows: Shows,
  answers: Answers,
  {
    taken = KEYS,
    webhooks,
    own,
  }: { readonly taken?: readonly string[]; readonly webhooks?: object; readonly own?: Shows } = {},
): Promise<Said> {
  const asked: string[] = []
  server = await httpServer(({ url = '', method = '', headers: { authorization } }, response) => {
    const path = url.replace(/[\da-f]{8}(-[\da-f]+){4}/g, '{id}')
    if (authorization !== undefined) asked.push(method === 'GET' ? path : `${method} ${path}`)
    const [status, body] = taken.includes(authorization ?? '') ? answers(url, method) : [401, { error_code: 'WHO' }]
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  })
  const { url: origin } = server
  const keys = { reader: ['reader[0]'], other: 'other' }
  const target = libraryTarget({ baseUrl: `${origin}${base}`, keys }, webhooks === undefined ? {} : { webhooks })
  try {
    const handle = await startRun({ target, services: [library(shows, own)], checks, seed: 1 })
    const { run } = await handle.finish()
    // What is not booked a limiter counts all the same.
    expect(run.session.store.exchanges.filter(({ key }) => key !== '')).toHaveLength(asked.length)
    expect(KEYS.reduce((sum, key) => sum + run.session.pacer.recent(`library.${key}`), 0)).toBe(asked.length)
    return { word: 'judged', asked }
  } catch (error) {
    if (!(error instanceof SomethingElse)) throw error
    return { word: error.message.replaceAll(origin, 'http://host'), asked }
  }
}

/** Answers below one path, and those of a router everywhere else. */
const below =
  (start: string, answer: Answer, otherwise: Answers = () => UNROUTED): Answers =>
  (path, method) =>
    path.startsWith(start) ? answer : otherwise(path, method)

const READ = '/lib/v2/loans/{id}'

/** The same answers, beside a creation that refuses what it is sent. */
const creating =
  (base: string, answers: Answers): Answers =>
  (path, method) =>
    method === 'POST' && path === `${base}/lib/v2/loans` ? [400, { error_code: 'NO_BODY' }] : answers(path, method)
/** What it takes to see that. */
const creation = (base: string): readonly string[] => [`POST ${base}/{id}/{id}`, `POST ${base}/lib/v2/loans`]

describe('a service that may be there is judged, for as many reads', () => {
  test.each<[title: string, base: string, shows: Shows, answers: Answers, more: readonly string[]]>([
    ['a loan that is not there is answered as written', '', byCode, below('/lib/v2/loans/', MISSING), []],
    ['the list answers', '', byStatus, below('/lib/v2/loans/', [200, {}]), []],
    ['a refusal of what the key may do', '', byStatus, below('/lib/v2/loans/', [403, {}]), []],
    ['nothing is said of what shows the endpoint', '/lib', undefined, below('/lib/v2/loans/', MISSING), []],
    ['every path is answered as the document has loans', '', byCode, () => MISSING, []],
    // It answers in words of its own: the endpoint is there, and breaks the document.
    ['a code that nobody documents', '', byCode, below('/lib/v2/loans/', [404, { error: 'no loan' }]), ['/{id}/{id}']],
    [
      'a loan that is not there is answered as a path that is not',
      '',
      byCode,
      creating('', () => UNROUTED),
      ['/{id}/{id}', `/lib${READ}`, `/lib/v2${READ}`, ...creation('')],
    ],
    [
      'the same below a path of its own, beside what answers whatever is asked for',
      '/pay',
      byStatus,
      creating(
        '/pay',
        below('/pay', UNROUTED, () => [200, {}]),
      ),
      ['/pay/{id}/{id}', READ, '/{id}/{id}', `/pay/lib${READ}`, `/pay/lib/v2${READ}`, ...creation('/pay')],
    ],
    [
      'a path beside that knows another key',
      '/pay',
      byStatus,
      creating('/pay', below('/lib/v2/loans', [401, {}])),
      ['/pay/{id}/{id}', READ, `/pay/lib${READ}`, `/pay/lib/v2${READ}`, ...creation('/pay')],
    ],
  ])('%s', async (_, base, shows, answers, more) => {
    const { word, asked } = await said(base, shows, answers)
    expect(word).toBe('judged')
    expect(asked.slice(KEYS.length)).toEqual(more)
    expect(asked.slice(0, KEYS.length)).toEqual(KEYS.map(() => `${base}${READ}`))
  })

  test.each<[title: string, base: string, answers: Answers, more: readonly string[]]>([
    ['a base URL without a path', '', () => MISSING, []],
    [
      'what is no id is refused as it should be',
      '/pay',
      (path) => (path.endsWith('none') ? REFUSED : MISSING),
      ['/pay/lib/v2/loans/none'],
    ],
    [
      'what is no id is refused in another way than a path that nobody documents',
      '/pay',
      (path) => (path.endsWith('none') ? [400, {}] : MISSING),
      ['/pay/lib/v2/loans/none'],
    ],
    [
      'no other base URL refuses what is no id',
      '/pay',
      creating('/pay', () => MISSING),
      [
        '/pay/lib/v2/loans/none',
        '/pay/{id}/{id}',
        '/lib/v2/loans/none',
        '/pay/lib/lib/v2/loans/none',
        '/pay/lib/v2/lib/v2/loans/none',
        ...creation('/pay'),
      ],
    ],
    [
      'what is beside it refuses whatever it is asked for so',
      '/pay',
      creating('/pay', (path) => (path.startsWith('/pay') ? MISSING : REFUSED)),
      [
        '/pay/lib/v2/loans/none',
        '/pay/{id}/{id}',
        '/lib/v2/loans/none',
        '/{id}/{id}',
        '/pay/lib/lib/v2/loans/none',
        '/pay/lib/v2/lib/v2/loans/none',
        ...creation('/pay'),
      ],
    ],
  ])('every path is answered as a loan that is not there: %s', async (_, base, answers, more) => {
    const { word, asked } = await said(base, byCode, answers, { own: isOwn })
    expect(word).toBe('judged')
    expect(asked.slice(KEYS.length)).toEqual(more)
  })

  test('no key is taken', async () => {
    const { word, asked } = await said('/lib', byCode, below('/lib/v2/loans/', MISSING), { taken: [] })
    expect(word).toBe('judged')
    expect(asked).toHaveLength(KEYS.length)
  })

  test('one key reads what the other does not', async () => {
    let reads = 0
    const { word, asked } = await said('', byCode, () => {
      reads += 1
      return reads === 1 ? UNROUTED : MISSING
    })
    expect(word).toBe('judged')
    expect(asked).toHaveLength(KEYS.length)
  })
})

const only =
  (pattern: RegExp, answer: Answer) =>
  (path: string): Answer =>
    pattern.test(path) ? answer : UNROUTED

const echo = (path: string): Answer => [404, { message: `no route ${path.slice(1)}`, path, at: Date.now() }]

describe('a base URL that is wrong by a part is named, with the right one', () => {
  test.each<[base: string, shows: Shows, answers: Answers, right: string, found: string]>([
    ['/lib', byCode, below('/lib/v2/loans/', MISSING), '', '404 NO_SUCH_BOOK'],
    ['/lib/v2', byCode, below('/lib/v2/loans/', MISSING, echo), '', '404 NO_SUCH_BOOK'],
    ['/foo', byCode, below('/lib/v2/loans/', MISSING), '', '404 NO_SUCH_BOOK'],
    ['/pay/foo', byCode, below('/pay/lib/v2/loans/', MISSING), '/pay', '404 NO_SUCH_BOOK'],
    ['', byCode, below('/lib/lib/v2/loans/', MISSING, echo), '/lib', '404 NO_SUCH_BOOK'],
    ['/lib/v2/loans', byCode, only(/^.lib.v2.loans.[^/]+$/, MISSING), '', '404 NO_SUCH_BOOK'],
    ['/lib/v2', byStatus, only(/^.lib.v2.loans.[^/]+$/, [200, {}]), '', '200'],
    ['/lib', byStatus, below('/lib/v2/loans/', [403, {}], echo), '', '403'],
  ])('%j', async (base, shows, answers, right, found) => {
    const { word } = await said(base, shows, answers)
    expect(word).toBe(
      `no library service is seen at http://host${base}: every read with a key answers 404 there, while GET ${READ} answers ${found} at http://host${right}. Its base URL is http://host${right}`,
    )
  })

  test.each<[base: string, right: string]>([
    ['/lib', ''],
    ['/lib/v2', ''],
    ['/pay/lib', '/pay'],
  ])('%j, though every path there is answered as a loan that is not there', async (base, right) => {
    const answers = (path: string): Answer => (path === `${right}/lib/v2/loans/none` ? REFUSED : MISSING)
    const { word } = await said(base, byCode, answers, { own: isOwn })
    expect(word).toBe(
      `no library service is seen at http://host${base}: every path answers 404 NO_SUCH_BOOK there, be it one that is documented or not, while GET /lib/v2/loans/none answers 400 NO_ID at http://host${right}. Its base URL is http://host${right}`,
    )
  })

  test('also where another key is not taken', async () => {
    const { word } = await said('/lib', byCode, below('/lib/v2/loans/', MISSING), { taken: ['other'] })
    expect(word).toMatch(/Its base URL is http:\/\/host$/)
  })

  test('nobody listens for its webhooks afterwards', async () => {
    const { port } = new URL(await closedPort())
    const listen = `127.0.0.1:${port}`
    const { word } = await said('/lib', byCode, below('/lib/v2/loans/', MISSING), { webhooks: { listen } })
    expect(word).toMatch(/Its base URL is http:\/\/host$/)
    const capture = await startCapture({ host: '127.0.0.1', port: Number(port) })
    await capture.close()
  })
})

describe('a base URL below which no endpoint is', () => {
  const NOBODY = 'every endpoint of the document answers 404 there, as a path does that nobody documents'

  test.each<[title: string, base: string, shows: Shows, answers: Answers]>([
    ['of a router', '', byCode, () => UNROUTED],
    [
      'of one that repeats what it is asked for',
      '',
      byStatus,
      (path, method) => [404, { said: `no ${method} ${path}` }],
    ],
    ['of one that answers every path as the document has a loan that is not there', '/pay', byCode, () => MISSING],
    ['beside what answers whatever it is asked for', '/pay', byStatus, below('/pay', UNROUTED, () => [200, {}])],
    ['beside a service that does not know the key', '/pay', byStatus, below('/lib/v2/loans', [401, {}])],
  ])('is named: %s', async (_, base, shows, answers) => {
    expect((await said(base, shows, answers, { own: isOwn })).word).toBe(
      `no library service is seen at http://host${base}: ${NOBODY}. Is the base URL that of another service, has it another part of a path before it, or is no endpoint there yet?`,
    )
  })

  test('is named with the right one where a creation shows it alone', async () => {
    const { word } = await said(
      '/lib',
      byCode,
      creating('', () => MISSING),
      { own: isOwn },
    )
    expect(word).toBe(
      `no library service is seen at http://host/lib: ${NOBODY}, while POST /lib/v2/loans answers 400 at http://host. Its base URL is http://host`,
    )
  })

  test.each<[title: string, answers: Answers]>([
    ['to a creation is a refusal', creating('', () => UNROUTED)],
    [
      'to a creation is a 404 in words of its own',
      (path, method) => (method === 'POST' && path === '/lib/v2/loans' ? [404, { no: 'shelf' }] : UNROUTED),
    ],
  ])('is not one where the answer %s', async (_, answers) => {
    expect((await said('', byStatus, answers)).word).toBe('judged')
  })
})
