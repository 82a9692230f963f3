import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import type { Report } from '../../../kit/report/report.ts'
import { suspectLines } from './commands.ts'
import { madeAnew, madeBy } from './making.ts'

const OTHER = '11111111-aaaa-4aaa-8aaa-aaaaaaaaaaaa'
const LOAN = '7703c82d-492a-4f79-966c-26e26977ceae'

type Sent = Report['exchanges'][number]

const sent = (id: string, sentAt: number, command: string, body = '', status = 201): Sent =>
  ({
    ...{ id, sentAt, endedAt: sentAt + 1, service: 'library', check: 'lib/loans', key: 'members[0]' },
    ...{ curl: `curl -sS -i -w '\\n' -X ${command}`, response: { status, body } },
    request: { method: command.split(' ')[0], url: 'http://127.0.0.1/loans', body: '' },
  }) as unknown as Sent

const loan = sent('x1', 1, "POST http://127.0.0.1/loans --data-binary '{}'", `{"trace":"${OTHER}","id":"${LOAN}"}`)
const renewal = sent('x9', 9, `POST http://127.0.0.1/loans/${LOAN}/renewal --data-binary '{"of":"${LOAN}"}'`)

/** The lines in a shell in which curl says what it was given, and answers as the run was answered. */
const typed = (lines: readonly string[]): string =>
  execFileSync('bash', [
    '-c',
    `curl() { case "$*" in *"-X POST http://127.0.0.1/loans "*) echo '{"trace":"${OTHER}","id":"made-${OTHER.slice(5)} ${LOAN.toUpperCase()}"}' ;; *) echo "$@" ;; esac; }\n${lines.join('\n')}`,
  ]).toString()

test('what a request asks for is made first, and its id stands where that of the run stood', () => {
  const lines = suspectLines(
    { exchanges: [loan, renewal], steps: [], deliveries: [], run: { id: 'asyrun' } } as never,
    renewal,
  )
  expect(lines).toHaveLength(2)
  expect(typed(lines)).toContain(
    `-X POST http://127.0.0.1/loans/${LOAN.toUpperCase()}/renewal --data-binary {"of":"${LOAN.toUpperCase()}"}`,
  )
  expect(madeBy(lines[0] ?? '')).toBe(loan.curl)
  expect(madeBy('curl one')).toBe('curl one')
})

test.for<[string, readonly Sent[], Sent]>([
  ['what asks for nothing', [loan], loan],
  ['what asks for two things', [loan], sent('x9', 9, `POST http://127.0.0.1/loans/${LOAN}/swap/${OTHER}`)],
  ['what the run was not given', [sent('x1', 1, 'POST http://127.0.0.1/loans', '{}')], renewal],
  ['what was refused', [{ ...loan, response: { ...loan.response!, status: 409 } }], renewal],
  ['what was made afterwards', [{ ...loan, endedAt: 20 }], renewal],
])('nothing is made for %s', ([_, exchanges, asked]) => {
  expect(madeAnew({ exchanges }, asked)).toBeUndefined()
})

test('where nothing shows how it was made, that is said', () => {
  const named = { ...loan, curl: loan.curl.replace(" -i -w '\\n'", '') }
  const lines = suspectLines(
    { exchanges: [named, renewal], steps: [], deliveries: [], run: { id: 'asyrun' } } as never,
    renewal,
  )
  expect(lines).toEqual([renewal.curl, expect.stringMatching(/^# its id is one that the run was given: /)])
})
