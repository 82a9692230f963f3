import { expect, test } from 'vitest'
import { archiveContract, libraryContract } from '../../../tests/made-up/service.ts'
import type { Exchange } from '../../http/exchange.ts'
import { coverageOf } from './coverage.ts'

const LEND = 'POST /loans'
const COPY = 'POST /copies'
const contracts = [libraryContract, archiveContract]

const exchange = (operation: string, sent: object, status: number, came: object): Exchange => ({
  id: 'x1',
  service: operation === COPY ? 'archive' : 'library',
  check: 'test',
  label: '',
  operation,
  key: 'reader[0]',
  request: { method: 'POST', url: 'http://localhost/', headers: [], body: Buffer.from(JSON.stringify(sent)) },
  response: { status, headers: [], body: Buffer.from(JSON.stringify(came)) },
  sentAt: 0,
  endedAt: 1,
})

const refused = { error_code: 'LOAN_REFUSED', message: 'no' }

test('counts operations, statuses, keywords, enum values and error rows', () => {
  const { operations, errorRows } = coverageOf(
    [
      exchange(LEND, { title: 'Walden', days: 2 }, 400, refused),
      exchange(LEND, { title: 'Walden', days: 14 }, 201, {}),
      exchange(COPY, { page: '1', made_as: 'film' }, 200, {}),
      exchange(COPY, { made_as: 'stone' }, 422, {}),
    ],
    contracts,
  )
  const of = (name: string) => operations.find(({ operation }) => operation === name)
  expect(operations.map(({ service, operation }) => [service, operation])).toEqual([
    ['library', LEND],
    ['library', 'GET /loans/{id}'],
    ['archive', COPY],
    ['archive', 'GET /originals'],
  ])
  expect(of(LEND)).toMatchObject({ requests: 2, statuses: { 400: 1, 201: 1 } })
  expect(of(LEND)?.unseenStatuses).toEqual(['409'])
  expect(of(LEND)?.keywords.seen['request /days minimum']).toEqual({ met: 1, broken: 1 })
  expect(of(LEND)?.keywords.seen['201 /id required']).toEqual({ met: 0, broken: 1 })
  expect(of(LEND)?.keywords.unseen).toContain('request /reader/email format')
  expect(of(COPY)?.enums['request /made_as']).toEqual({ print: 0, film: 1, scan: 0 })
  expect(of(COPY)?.keywords.seen['request /page required']).toEqual({ met: 1, broken: 1 })
  expect(of('GET /originals')).toMatchObject({ requests: 0, statuses: {}, unseenStatuses: ['200'] })
  expect(errorRows).toEqual({ library: { seen: { LOAN_REFUSED: 1 }, unseen: ['NO_SUCH_BOOK', 'ALREADY_LENT'] } })
})

test('a status of a described class counts as seen', () => {
  const read = exchange('GET /loans/{id}', {}, 204, {})
  const [, found] = coverageOf([read], contracts).operations
  expect(found).toMatchObject({ operation: 'GET /loans/{id}', statuses: { 204: 1 }, unseenStatuses: [] })
})

test('a code with the status of another row is no row', () => {
  const { errorRows } = coverageOf([exchange(LEND, {}, 422, refused)], contracts)
  expect(errorRows.library?.seen).toEqual({})
})

test('an operation or a code of one service says nothing of another with its name', () => {
  const foreign = { ...exchange(LEND, {}, 400, refused), service: 'archive' }
  const { operations, errorRows } = coverageOf([foreign], contracts)
  expect(operations.filter(({ requests }) => requests > 0)).toEqual([])
  expect(errorRows.library?.seen).toEqual({})
})

test('a document without error codes has no rows', () => {
  expect(coverageOf([exchange(COPY, {}, 400, refused)], [archiveContract]).errorRows).toEqual({})
})
