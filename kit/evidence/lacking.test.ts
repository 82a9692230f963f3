import { expect, test } from 'vitest'
import type { Exchange } from '../http/exchange.ts'
import { recorder } from './recorder.ts'

const APP_KEY = 'ak_7f3a91c2'
const GIVEN = 'gk_55d0e1b8+x'
const PLACE = 'library.appKey'

function record(nameOf: ReadonlyMap<string, string> = new Map([[APP_KEY, 'APP_KEY']])) {
  return recorder({
    target: { secrets: [APP_KEY] },
    places: [{ secretSegments: ['by-key'] }],
    bodies: [],
    usual: nameOf,
    claimed: new Map([[APP_KEY, PLACE]]),
  })
}

let made = 0
const exchange = (request: Partial<Exchange['request']>, answer = '{}', status = 201): Exchange => ({
  id: `x${++made}`,
  service: 'library',
  check: 'a',
  label: '',
  operation: 'POST /apps',
  key: '',
  request: { method: 'GET', url: 'http://127.0.0.1/apps', headers: [], body: Buffer.alloc(0), ...request },
  response: { status, headers: [], body: Buffer.from(answer) },
  sentAt: 1,
  endedAt: 2,
})

const at = (key: string): Exchange => exchange({ url: `http://127.0.0.1/apps/by-key/${encodeURIComponent(key)}` })

test('a secret of the target file is its variable, also where its place hides it', () => {
  const body = Buffer.from(`X-API-Key: ${APP_KEY}`)
  for (const request of [at(APP_KEY).request, exchange({ headers: [['X-Api-Key', APP_KEY]] }).request, { body }]) {
    const { curl, lacking } = record().exchange(exchange(request))
    expect(curl).toContain('"$APP_KEY"')
    expect(curl).not.toContain('[secret]')
    expect(lacking).toBeUndefined()
  }
})

test('what only looks like a variable is hidden', () => {
  const { request, curl } = record().exchange(exchange({ url: 'http://127.0.0.1/apps/by-key/\uE000hunter22\uE001' }))
  expect(`${request.url} ${curl}`).not.toContain('hunter22')
})

test('one without a variable is told by its place', () => {
  expect(record(new Map()).exchange(at(APP_KEY))).toMatchObject({
    curl: expect.stringContaining('/by-key/[secret]'),
    lacking: [`${PLACE} of the target file`],
  })
})

test('one in another form is told as such: its variable would be another request', () => {
  const { curl, lacking } = record().exchange(exchange({ headers: [['X-API-Key', APP_KEY.toUpperCase()]] }))
  expect(curl).not.toContain('$APP_KEY')
  expect(lacking).toEqual([`${PLACE} of the target file in another form`])
})

test.each<[string, Exchange]>([
  ['a path', at(GIVEN)],
  ['a header', exchange({ headers: [['X-API-Key', GIVEN]] })],
  ['a body', exchange({ method: 'POST', body: Buffer.from(JSON.stringify({ app_key: GIVEN })) })],
])('one that an answer gave out is told by its giver: %s', (_, asked) => {
  const own = record()
  own.exchange(exchange({ method: 'POST' }, JSON.stringify({ data: { app_key: GIVEN } })))
  const shown = own.exchange(asked)
  expect(shown.lacking).toEqual(['the app_key that POST /apps answered, and replay asks for a new one'])
  expect(shown.curl).toContain('[secret]')
  expect(JSON.stringify(shown)).not.toContain(GIVEN.slice(0, -2))
})

test('one that nobody gave out is of that run alone', () => {
  const own = record()
  own.exchange(exchange({ method: 'POST' }, JSON.stringify({ app_key: GIVEN })))
  expect(own.exchange(at('gk_elsewhere')).lacking).toEqual([
    'a value of that run alone, or one of the target file that is too short to be told from others, and replay sends one like it',
  ])
})

test('of several each is told', () => {
  const own = record()
  own.exchange(exchange({ method: 'POST' }, JSON.stringify({ app_key: GIVEN })))
  const asked = exchange({ url: `http://127.0.0.1/apps/by-key/${GIVEN}`, headers: [['X-API-Key', 'made-up-9']] })
  expect(own.exchange(asked).lacking).toEqual([
    'the app_key that POST /apps answered, and replay asks for a new one',
    'a value of that run alone, or one of the target file that is too short to be told from others, and replay sends one like it',
  ])
})

test('refusals, short values and names that are no words give nothing out', () => {
  const own = record()
  own.exchange(exchange({}, JSON.stringify({ app_key: GIVEN }), 422))
  own.exchange(exchange({}, JSON.stringify({ [`${GIVEN} secret`]: GIVEN, token: 'abc' })))
  expect(own.exchange(at(GIVEN)).lacking).toEqual([
    'a value of that run alone, or one of the target file that is too short to be told from others, and replay sends one like it',
  ])
})
