import { expect, test } from 'vitest'
import { defineCheck, libraryService } from '../../tests/made-up/service.ts'
import { httpServer } from '../../tests/servers.ts'
import type { ServiceDefinition, Suite } from '../contract/service.ts'
import { judge } from './judge.ts'

const made = defineCheck({
  id: 'lib/loans/made',
  title: 'A loan is made',
  covers: ['lib.loan.created'],
  run: async (t) => {
    t.conclude('lib.loan.created', { ok: true, subject: 'it', expected: 'kept', actual: '', evidence: [] })
  },
})
const endless = defineCheck({
  id: 'lib/loans/endless',
  title: 'It never ends',
  covers: ['lib.loan.limit'],
  run: () => new Promise(() => undefined),
})

const suiteOf = (checks: (typeof made)[], more: Partial<ServiceDefinition> = {}): Suite => ({
  service: { ...libraryService, claimProbes: () => [], ...more },
  checks: async () => checks,
})

/** The report of a library that answers 200 to everything. */
async function judged(suite: Suite, options: Partial<Parameters<typeof judge>[0]> = {}) {
  const server = await httpServer((_, response) => response.writeHead(200).end('{}'))
  return judge({ suites: [suite], target: { library: { baseUrl: server.url } }, ...options }).finally(() =>
    server.close(),
  )
}

test('a pattern that means nothing is refused, with what was meant', async () => {
  await expect(judged(suiteOf([made]), { only: ['lib.loan.crated'] })).rejects.toThrow(
    'only: lib.loan.crated is no check and no requirement that the target is judged by; did you mean lib.loan.created',
  )
})

test('the time that is given ends a check that never does, and the report has what there is', async () => {
  const report = await judged(suiteOf([made, endless]), { maxTime: 1 })
  expect(report.run.stopped).toBe('time')
  expect(report.requirements.find(({ id }) => id === 'lib.loan.created')?.verdict).toBe('pass')
  expect(report.outcome).toMatchObject({ headline: 'inconclusive', exitCode: 3 })
})

test('leftovers that fail are told; the report is there all the same', async () => {
  const leftovers = () => {
    throw new Error('no idea')
  }
  const { notes, outcome } = await judged(suiteOf([made], { leftovers }))
  expect(notes).toContain('leftovers of library failed: no idea; what the run left behind is not known')
  expect(outcome.exitCode).toBe(0)
})
