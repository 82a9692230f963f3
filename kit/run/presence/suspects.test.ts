import { expect, test } from 'vitest'
import type { Exchange, Received } from '../../http/exchange.ts'
import { cameBackNote, goneAfter, goneAt, suspectsOf } from './suspects.ts'

const answered: Received = { response: { status: 201, headers: [], body: Buffer.from('{}') } }
const cut: Received = { fault: { kind: 'reset', message: 'the connection was closed' } }
const refused: Received = { fault: { kind: 'refused', message: 'the connection was refused' } }

const exchange = (id: string, sentAt: number, body: string, received: Received): Exchange => ({
  id,
  service: 'library',
  check: 'lib/loans',
  label: '',
  operation: 'POST /loans',
  key: '',
  request: { method: 'POST', url: 'http://127.0.0.1/loans', headers: [], body: Buffer.from(body) },
  sentAt,
  endedAt: sentAt + 10,
  ...received,
})

test('of requests that were cut off together the one comes first whose like was never answered', () => {
  const exchanges = [
    exchange('x1', 100, '{"days":3}', answered),
    exchange('x2', 205, 'null', cut),
    exchange('x3', 206, '{"days":4}', cut),
    exchange('x4', 220, '{"days":null}', refused),
  ]
  expect(suspectsOf(exchanges, 210).map(({ id }) => id)).toEqual(['x2', 'x3'])
})

test('that a service was away is told where only who asked for it saw that', () => {
  const away = { service: 'library', from: 1000, to: 2500 }
  const own = [exchange('x1', 100, '{"days":3}', answered), exchange('x2', 205, 'null', cut)]
  expect(cameBackNote(own, away)).toBe(
    'the library service broke off POST /loans (x2 of the report), and nobody listened at 00:00:01 UTC, when it was asked whether it is there: it may have ended by that, or by what it had answered before, and was back by 00:00:02 UTC',
  )
  // A request that found nobody shows it.
  expect(cameBackNote([...own, exchange('x3', 900, '{}', refused)], away)).toBeUndefined()
  // What was answered since was not what it ended by.
  expect(cameBackNote([...own, exchange('x3', 900, '{"days":4}', answered)], away)).toBeUndefined()
  expect(cameBackNote(own.slice(0, 1), away)).toBeUndefined()
})

test('what nobody can read comes before what is only unlike all before', () => {
  const exchanges = [
    exchange('x1', 100, '{"days":3}', answered),
    exchange('x2', 205, '{"days":', cut),
    exchange('x3', 206, '{"weeks":4}', cut),
    exchange('x4', 207, '{"days":4}', cut),
    exchange('x5', 220, '{"days":null}', refused),
  ]
  expect(suspectsOf(exchanges, 210).map(({ id }) => id)).toEqual(['x2', 'x3', 'x4'])
  // Once such a one was answered it is no likelier than others.
  const known = [exchange('x0', 90, '{"days":', answered), ...exchanges]
  expect(suspectsOf(known, 210).map(({ id }) => id)).toEqual(['x3', 'x2', 'x4'])
})

test('a body that is no object comes before one that is only unlike all before, and of these the first that was sent', () => {
  const exchanges = [
    exchange('x1', 100, '{"days":3}', answered),
    exchange('x2', 205, '{"weeks":4}', cut),
    exchange('x3', 206, '{"years":4}', cut),
    exchange('x4', 207, 'null', cut),
    exchange('x5', 208, '{"days":5}', cut),
    exchange('x6', 220, '{"days":null}', refused),
  ]
  expect(suspectsOf(exchanges, 210).map(({ id }) => id)).toEqual(['x4', 'x2', 'x3', 'x5'])
})

test('what a service had read before it ended comes before what it left unread', () => {
  const unread: Received = {
    fault: { kind: 'reset', message: 'the connection was closed without a whole response (ECONNRESET)' },
  }
  const exchanges = [
    exchange('x1', 100, '{"days":3}', answered),
    exchange('x2', 205, 'null', unread),
    exchange('x3', 206, '{"days":4}', cut),
    exchange('x4', 220, '{}', refused),
  ]
  expect(suspectsOf(exchanges, 210).map(({ id }) => id)).toEqual(['x3', 'x2'])
})

test('one request after the other: the last before the refusals', () => {
  const exchanges = [
    exchange('x1', 100, '{"days":3}', cut),
    exchange('x2', 150, '{"days":3}', answered),
    exchange('x3', 200, '{"days":5}', cut),
    exchange('x4', 220, '[]', refused),
  ]
  expect(suspectsOf(exchanges, 200).map(({ id }) => id)).toEqual(['x3'])
})

test('a service that was stopped while nothing was under way has no suspect', () => {
  expect(suspectsOf([exchange('x1', 200, '{}', refused)], 200)).toEqual([])
})

test('a moment is told as one, and what lies between two times as both', () => {
  const at = Date.UTC(2026, 0, 2, 3, 4, 5)
  expect(goneAt([at, at + 400])).toBe('at 03:04:05 UTC')
  // A second is told only where it was there in it and gone in it.
  expect(goneAt([at, at + 1400])).toBe('between 03:04:05 and 03:04:06 UTC')
  expect(goneAt([at, at + 5000])).toBe('between 03:04:05 and 03:04:10 UTC')
})

test('of what is alike the one comes first whose key got no answer yet', () => {
  const exchanges = [
    exchange('x1', 100, '{"days":3}', answered),
    { ...exchange('x2', 205, '{"days":4}', cut), key: 'stranger' },
    exchange('x3', 206, '{"days":5}', cut),
    exchange('x4', 220, '{"days":6}', refused),
  ]
  expect(suspectsOf(exchanges, 210).map(({ id }) => id)).toEqual(['x2', 'x3'])
})

test('of what is equal otherwise what came without a key is last, where others without one were answered', () => {
  const exchanges = [
    { ...exchange('x1', 100, '{"days":3}', answered), operation: 'GET /loans' },
    exchange('x2', 205, '{"weeks":4}', cut),
    { ...exchange('x3', 206, '{"weeks":5}', cut), key: 'live[0]' },
    exchange('x4', 220, '{"days":null}', refused),
  ]
  expect(suspectsOf(exchanges, 210).map(({ id }) => id)).toEqual(['x3', 'x2'])
  // One that looks for what is not there may end by it.
  const [first, ...others] = exchanges
  const keyed = [{ ...first, key: 'live[0]' } as Exchange, ...others]
  expect(suspectsOf(keyed, 210).map(({ id }) => id)).toEqual(['x2', 'x3'])
})

test('one that stands still may do so by what it had when it answered for the last time', () => {
  const silent: Received = { fault: { kind: 'timeout', message: 'nothing came within 10 s' } }
  const hung = (id: string, sentAt: number, body: string): Exchange => ({
    ...exchange(id, sentAt, body, silent),
    endedAt: sentAt + 10_000,
  })
  const exchanges = [
    exchange('x1', 100, '{"days":3}', answered),
    hung('x2', 150, '{"weeks":4}'),
    hung('x3', 151, '{"days":4}'),
    { ...exchange('x4', 140, '{"days":3}', answered), endedAt: 500 },
    hung('x5', 900, 'null'),
  ]
  expect(suspectsOf(exchanges, 501).map(({ id }) => id)).toEqual(['x2', 'x3'])
  // Where all were sent behind its last answer, those of one moment.
  const behind = [
    exchange('x1', 100, '{"days":3}', answered),
    hung('x2', 150, '{"days":4}'),
    hung('x3', 160, 'null'),
    hung('x4', 900, '[]'),
  ]
  expect(suspectsOf(behind, 150).map(({ id }) => id)).toEqual(['x3', 'x2'])
  expect(goneAfter(behind, suspectsOf(behind, 150), 150, 'gives no answer')).toBe(
    ' while it was to answer 2 requests, POST /loans (x3 of the report) among them: since then it gives no answer',
  )
})

test('a header or a path of another form than all that were answered comes before what is like them', () => {
  const keyed = (id: string, sentAt: number, key: string, received: Received, path = '/loans'): Exchange => {
    const sent = exchange(id, sentAt, '{"days":3}', received)
    const url = `http://127.0.0.1${path}`
    return { ...sent, request: { ...sent.request, url, headers: [['Request-Key', key]] } }
  }
  const exchanges = [
    keyed('x1', 100, 'key-31', answered),
    keyed('x2', 201, 'key-32', cut),
    keyed('x3', 202, 'k'.repeat(256), cut),
    keyed('x4', 203, 'key-33', cut, '/loans/%00'),
    keyed('x5', 220, 'key-34', refused),
  ]
  expect(suspectsOf(exchanges, 210).map(({ id }) => id)).toEqual(['x3', 'x4', 'x2'])
})

test('of services that went together each is looked at by its own port', () => {
  const exchanges = [
    exchange('x1', 200, '{"days":3}', cut),
    { ...exchange('d1', 201, '{}', refused), service: 'parcels' },
    exchange('x2', 205, '{"days":4}', cut),
    exchange('x3', 220, '{"days":5}', refused),
  ]
  expect(suspectsOf(exchanges, 150).map(({ id }) => id)).toEqual(['x1', 'x2'])
})
