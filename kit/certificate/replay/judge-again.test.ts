import { expect, test } from 'vitest'
import {
  defineCheck,
  defineFixture,
  defineRule,
  libraryService,
  libraryTarget,
} from '../../../tests/made-up/service.ts'
import { type Answers, inMemory } from '../../../tests/made-up/world.ts'
import type { Check } from '../../check/check.ts'
import { recorderFor } from '../../contract/recorder.ts'
import type { SendRequest } from '../../http/client.ts'
import { status } from '../../match/index.ts'
import { neededClaims } from '../../plan/choice.ts'
import { planOf } from '../../plan/plan.ts'
import { buildReport } from '../../report/report.ts'
import { denyClaims } from '../../run/preflight/claims-probe.ts'
import { Run } from '../../run/run.ts'
import { Session } from '../../run/session.ts'
import { judgeAgain } from './judge-again.ts'
import { replayLogOf } from './replay-log.ts'

const services = [libraryService]
const target = libraryTarget({ keys: { reader: ['a', 'b'], other: 'c' } })

const lend = (label: string, key: string): SendRequest => ({
  method: 'POST',
  url: 'http://127.0.0.1:9/loans',
  operation: 'POST /loans',
  label,
  headers: [['Authorization', `Bearer ${key}`]],
  key: 'reader[0]',
  spends: { loans: 1 },
})

const loan = defineFixture({
  name: 'loan',
  cost: { requests: { reader: 1 }, spends: { loans: 1 } },
  make: (t) => t.send(lend('a loan', 'a')),
})

/** Judges a loan that others judge too, then one of its own, and when it was made. */
const checks: readonly Check[] = [
  defineCheck({
    id: 'lib/loan/created',
    title: 'A loan is created',
    covers: ['lib.loan.created', 'lib.loan.days'],
    uses: [loan],
    run: async (t) => {
      const made = await t.use(loan)
      t.judge('lib.loan.created', made, status(201))
      const ok = t.clock.now() - made.endedAt < 1_000
      t.conclude('lib.loan.days', { ok, subject: 'a loan', expected: 'at once', actual: 'late', evidence: [made] })
    },
  }),
  defineCheck({
    id: 'lib/loan/limit',
    title: 'A loan too many is refused',
    covers: ['lib.loan.limit'],
    uses: [loan],
    run: async (t) => {
      await t.use(loan)
      t.judge('lib.loan.limit', await t.send(lend('one too many', 'a')), status(400))
    },
  }),
  defineRule({
    id: 'lib/rules/holds',
    title: 'Every answer has a status',
    covers: ['lib.hold.queue'],
    run: async (t) => {
      const evidence = t.exchanges()
      const actual = `${evidence.length} of them`
      t.conclude('lib.hold.queue', { ok: evidence.length === 2, subject: 'all', expected: 'two', actual, evidence })
    },
  }),
]

/** Judges a library in memory, then what was recorded of it, as it comes out of a file. */
async function judgedTwice(given: readonly Check[], answers: Answers) {
  const options = { target, services, seed: 1, depth: 'standard' as const }
  const session = new Session(options, (own) => inMemory(own, answers))
  const run = new Run({ ...options, session, checks: given })
  const asked = { ...options, checks: given, hasPerson: false }
  await denyClaims(session, neededClaims(asked))
  await run.all()
  await run.close()
  const record = recorderFor(target, services)
  const report = await buildReport(run, record, { plan: planOf(asked) })
  const kept = JSON.parse(JSON.stringify({ report, log: replayLogOf(run, record) })) as Pick<
    Parameters<typeof judgeAgain>[0],
    'report' | 'log'
  >
  const { requirements: again } = await judgeAgain({ ...kept, services, checks: given })
  return {
    first: Object.fromEntries(report.requirements.map(({ id, verdict }) => [id, verdict])),
    again: Object.fromEntries(again.map(({ id, verdict }) => [id, verdict])),
    missing: again.flatMap(({ missing }) => missing ?? []),
  }
}

test('evidence of a run is judged as the run was, by the clock of then', async () => {
  const now = Date.now
  const { first, again, missing } = await judgedTwice(checks, () => [201])
  expect(first).toMatchObject({ 'lib.loan.created': 'pass', 'lib.loan.days': 'pass', 'lib.loan.limit': 'fail' })
  expect(again).toEqual(first)
  expect(missing).toEqual([])
  expect(Date.now).toBe(now)
})

test('a claim that the target denied is denied again', async () => {
  const needy = defineCheck({
    id: 'lib/loan/other',
    title: 'Another reader lends',
    covers: ['lib.loan.created'],
    needs: ['library.keys.other'],
    run: async (t) =>
      void t.judge('lib.loan.created', await t.send(lend('', t.claimed('library.keys.other'))), status(201)),
  })
  const { first, again, missing } = await judgedTwice([needy], ({ method }) => (method === 'GET' ? [401] : [201]))
  expect(first['lib.loan.created']).toBe('blocked')
  expect(missing).toEqual([])
  expect(again).toEqual(first)
})
