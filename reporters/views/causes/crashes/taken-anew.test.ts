import { expect, test } from 'vitest'
import type { Report } from '../../../../kit/report/report.ts'
import { goneBy } from './gone.ts'
import { takenAnew } from './taken-anew.ts'

const sent = (id: string, endedAt: number, body: string, status?: number, method = 'POST') =>
  ({
    ...{
      id,
      endedAt,
      service: 'library',
      key: 'members[0]',
      operation: `${method} /loans`,
      label: id,
      check: 'lib/loans',
    },
    ...{
      sentAt: endedAt - 1,
      curl: `curl ${id}`,
      request: { method, url: 'http://127.0.0.1/loans', headers: [], body },
    },
    ...(status === undefined ? {} : { response: { status, body: '' } }),
  }) as unknown as Report['exchanges'][number]

const LOAN = '{"days":3}'
const NEWS = '{"days":3,"webhook_url":[]}'

test('what was accepted shortly before, like nothing before it, is the last first', () => {
  const exchanges = [
    sent('x1', 1_000, LOAN, 201),
    sent('x2', 2_000, '{"weeks":1}', 201),
    sent('x3', 9_000, LOAN, 201),
    sent('x4', 9_100, NEWS, 201),
    sent('x5', 9_200, 'null', 400),
    sent('x6', 9_300, '{"years":1}', 201),
    sent('x7', 9_400, '', 200, 'GET'),
    sent('x8', 9_900, '{"hours":1}', 201),
  ]
  expect(takenAnew(exchanges, 9_500).map(({ id }) => id)).toEqual(['x6', 'x4'])
})

/** What is said of a service that went away with these as its suspects. */
const said = (exchanges: Report['exchanges'], suspects: readonly string[]): string =>
  goneBy({
    ...{ exchanges, deliveries: [], steps: [], requirements: [], services: [] },
    run: { id: 'asyrun', stopped: 'gone', because: 'it went away', suspects },
  } as unknown as Report).join()

test('where all that was left without an answer is usual, what was accepted anew before it may be the reason, too', () => {
  const reads = [sent('r1', 8_000, '', 404, 'GET'), sent('r2', 9_500, '', undefined, 'GET')]
  const usual = [sent('x1', 1_000, LOAN, 201), sent('x4', 9_100, NEWS, 201), ...reads]
  const text = said(usual, ['r2'])
  expect(text).toMatch(
    /^what it had accepted less than 2 s before, like nothing that it had accepted until then, and may have gone on with: POST \/loans \(x4\); or the request that it left without an answer; or all that had come to it by then, as where memory or connections run out; or what ended it from outside this run, of which its own log may tell; to see whether it goes by one of the requests, start it again and send:\n\n# POST \/loans \(x4\)\ncurl x4\n# GET \/loans \(r2\)\ncurl r2$/,
  )
  // With nothing under way it is all that is known.
  const refused = sent('r2', 9_500, '', undefined, 'GET')
  expect(said([...usual.slice(0, 2), refused], [])).toMatch(
    /^what it had accepted .*\(x4\); or all that had come to it by then, as where memory or connections run out; or what ended it from outside this run, of which its own log may tell; to see whether it goes by the request, /,
  )
})

test('a request that is like nothing before it is the likelier one', () => {
  const cut = sent('x9', 9_500, '{"days":null}')
  const text = said([sent('x1', 1_000, LOAN, 201), sent('x4', 9_450, NEWS, 201), cut], ['x9'])
  expect(text).toMatch(
    /^the request that it left without an answer, or what it had answered just before, and went on with: /,
  )
  expect(text).toMatch(/send:\n\n# POST \/loans \(x9\)\ncurl x9$/)
})
