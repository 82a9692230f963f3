import { expect, test } from 'vitest'
import type { ReportedExchange } from '../../../kit/evidence/recorder.ts'
import { bothCommands } from './successive.ts'

const exchange = (id: string, sentAt: number, curl: string, endedAt = sentAt): ReportedExchange =>
  ({ id, sentAt, endedAt, curl }) as unknown as ReportedExchange

test('between two requests the shell waits as the run did, and what the run brought about meanwhile is named', () => {
  const id = '8d0e7b1e-0b0f-4f0e-9b0a-0a0a0a0a0a0a'
  const first = { ...exchange('x1', 1000, 'curl one'), endedAt: 1100, response: { body: `{"id":"${id}"}` } }
  const pair = (sentAt: number, steps: readonly object[] = []) =>
    bothCommands({ steps, exchanges: [], deliveries: [] } as never, first as never, exchange('x2', sentAt, 'curl two'))
  expect(pair(1200)).toEqual(['curl one', 'curl two'])
  expect(pair(1050)).toEqual(['curl one | cat &', 'curl two | cat &', 'wait'])
  expect(pair(3600)).toEqual(['curl one', 'sleep 3', 'curl two'])
  expect(pair(900_000)).toEqual(['curl one', 'sleep 30', 'curl two'])
  const step = (text: string, kind = 'call') => ({ check: 'c', recipe: 'returned', kind, text, startedAt: 1150 })
  const steps = [step(`POST /loans/${id}/return`), step('POST /loans/other/return'), step(`GET /loans/${id}`, 'probe')]
  expect(pair(1200, steps)).toEqual([
    'curl one',
    '# do what the run did here, to have returned brought about: POST /loans/{id}/return',
    '# where {id} is what the first of these commands was answered',
    "echo 'do that now, then press Enter' >&2; read -r _ < /dev/tty || exit",
    'curl two',
  ])
  // Each thing stands where it was done.
  const middle = { ...exchange('x3', 2200, 'curl middle'), endedAt: 2300 }
  expect(
    bothCommands({ steps, exchanges: [], deliveries: [] } as never, first as never, exchange('x2', 2400, 'curl two'), [
      middle,
    ]),
  ).toEqual([
    'curl one',
    '# do what the run did here, to have returned brought about: POST /loans/{id}/return',
    '# where {id} is what the first of these commands was answered',
    "echo 'do that now, then press Enter' >&2; read -r _ < /dev/tty || exit",
    'sleep 2',
    'curl middle',
    'curl two',
  ])
})

test('what the run watched in between is waited for, however short it was, and on fast clocks less is a wait', () => {
  const id = '8d0e7b1e-0b0f-4f0e-9b0a-0a0a0a0a0a0a'
  const first = { ...exchange('x1', 1000, 'curl one'), endedAt: 1100, response: { body: `{"id":"${id}"}` } }
  const reading = (path: string) => ({
    ...exchange('x3', 1150, 'curl read'),
    endedAt: 1160,
    request: { url: `http://127.0.0.1/loans/${path}` },
  })
  const delivery = (body: string, arrivedAt = 1200) => ({ body, arrivedAt })
  const pair = (sentAt: number, meanwhile: object) =>
    bothCommands(
      { steps: [], exchanges: [], deliveries: [], ...meanwhile } as never,
      first as never,
      exchange('x2', sentAt, 'curl two'),
    )
  const waited = ['curl one', 'sleep 0.4', 'curl two']
  const atOnce = ['curl one', 'curl two']
  expect(pair(1400, { exchanges: [reading(id.toUpperCase())] })).toEqual(waited)
  expect(pair(1400, { exchanges: [reading('other')] })).toEqual(atOnce)
  expect(pair(1400, { deliveries: [delivery(`{"id":"${id}"}`)] })).toEqual(waited)
  expect(pair(1400, { deliveries: [delivery(`{"id":"${id}"}`, 1500), delivery('{}')] })).toEqual(atOnce)
  expect(pair(1400, { target: { timeScale: 20 } })).toEqual(waited)
  expect(pair(1190, { target: { timeScale: 20 } })).toEqual(atOnce)
  // It was late to be answered, and may have been late to be sent.
  const late = exchange('x2', 1101, 'curl two', 1430)
  const scaled = { steps: [], exchanges: [], deliveries: [], target: { timeScale: 20 } }
  expect(bothCommands(scaled as never, first as never, late)).toEqual(waited)
  expect(pair(2050, { exchanges: [reading(id)] })).toEqual(['curl one', 'sleep 2', 'curl two'])
})
