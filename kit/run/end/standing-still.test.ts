import { expect, test } from 'vitest'
import { defineCheck, libraryService, libraryTarget } from '../../../tests/made-up/service.ts'
import { httpServer } from '../../../tests/servers.ts'
import { pause } from '../../clock/pause.ts'
import { judgeTarget } from '../../report/of-run.ts'
import type { Report } from '../../report/report.ts'
import type { StartOptions } from '../lifecycle.ts'

/** A check that waits so long, ms, for what does not come, and holds that against the target. */
const awaits = (ms: number) =>
  defineCheck({
    id: 'lib/events/again',
    title: 'An event is sent again',
    covers: ['lib.event.signed'],
    run: async (t) => {
      await pause(ms, new AbortController().signal)
      t.conclude('lib.event.signed', { ok: false, subject: 'it', expected: 'again', actual: 'never', evidence: [] })
    },
  })

const reads = defineCheck({
  id: 'lib/loans/read',
  title: 'A loan is read',
  covers: ['lib.loan.limit'],
  run: async (t) => {
    const url = `${t.target.services.library?.baseUrl}/loans/1`
    const read = await t.send({ method: 'GET', url, operation: 'GET /loans/{id}', label: '', headers: [], key: '' })
    const ok = read.response !== undefined
    t.conclude('lib.loan.limit', { ok, subject: 'it', expected: 'an answer', actual: 'none', evidence: [read] })
  },
})

/** The report of a library that answers nothing any more, or answers at once. */
async function judged(
  isStill: boolean,
  ms: number,
  more: Partial<StartOptions> & { request: number },
): Promise<Report> {
  const server = await httpServer((_, response) => void (isStill || response.writeHead(200).end('{}')))
  const { request, ...options } = more
  const target = libraryTarget({ baseUrl: server.url }, { timing: { request } })
  const service = { ...libraryService, claimProbes: () => [] }
  return judgeTarget({ target, services: [service], checks: [awaits(ms), reads], seed: 1, ...options }).finally(() =>
    server.close(),
  )
}

const verdictOf = ({ requirements }: Report): string | undefined =>
  requirements.find(({ id }) => id === 'lib.event.signed')?.verdict

test.concurrent('a failure ends no run as one where the service stands still: it has gone', async () => {
  const report = await judged(true, 1_500, { request: 2, bail: 1 })
  expect([report.run.stopped, report.outcome.exitCode, verdictOf(report)]).toEqual(['gone', 5, 'unexercised'])
  expect(report.notes.at(-1)).toMatch(/^of the checks 2 fail came from what was asked or awaited after .* not counted$/)
})

test.concurrent('a failure of one that answers counts, and where it was the last word of a run nothing was left out', async () => {
  const report = await judged(false, 1_500, { request: 2, bail: 1 })
  expect([report.run.stopped, report.outcome.exitCode, verdictOf(report)]).toEqual([undefined, 1, 'fail'])
})

test.concurrent('what a service did not do that stood still when the time was over is not held against it', async () => {
  const report = await judged(true, 6_200, { request: 20, signal: AbortSignal.timeout(6_800) })
  expect([report.outcome.exitCode, verdictOf(report)]).toEqual([3, 'unexercised'])
  expect(report.outcome.because).toMatch(
    /; library had given no answer since .* UTC, and what came after is not judged$/,
  )
})
