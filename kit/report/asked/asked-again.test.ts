import { expect, test } from 'vitest'
import { sampleReport } from '../../../tests/made-up/sample-report.ts'
import { ABANDONED } from '../../http/exchange.ts'
import type { Report } from '../report.ts'
import { decisive, isAskedAgain } from './asked-again.ts'

const sample = sampleReport(12)
const failing = sample.requirements.find(({ verdict }) => verdict === 'fail')
const id = failing?.id ?? ''
const told = decisive(sample, id)
const [subject] = told.flatMap(({ evidence }) => evidence)

/** The sample without the request that the failure tells of, or with it under another label. */
const without: Report = { ...sample, exchanges: sample.exchanges.filter((each) => each.id !== subject) }
const renamed: Report = {
  ...sample,
  exchanges: sample.exchanges.map((each) => (each.id === subject ? { ...each, label: 'in other words' } : each)),
}
const renumbered: Report = { ...sample, exchanges: sample.exchanges.map((each) => ({ ...each, id: `${each.id}0` })) }

test('what decided a verdict that is no good one', () => {
  expect(told.map(({ verdict }) => verdict)).toEqual(['fail'])
  expect(decisive(sample, sample.requirements.find(({ verdict }) => verdict === 'pass')?.id ?? '')).toEqual([])
  expect(decisive(sample, 'no.such.requirement')).toEqual([])
})

test('the request that a failure tells of is asked again under its name, whatever its number', () => {
  expect(isAskedAgain(told, sample, renumbered)).toBe(true)
  expect(isAskedAgain(told, sample, without)).toBe(false)
  expect(isAskedAgain(told, sample, renamed)).toBe(false)
})

test('the same run once more has asked for what it had no occasion to send, where its checks found all kept', () => {
  const kept = (more: Partial<Report['run']> = {}): Report => ({
    ...without,
    run: { ...sample.run, ...more },
    requirements: sample.requirements.map((each) => ({
      ...each,
      judgements: each.judgements.map((one) => ({ ...one, verdict: 'pass' as const })),
    })),
  })
  expect(isAskedAgain(told, sample, kept())).toBe(true)
  for (const other of [{ seed: 8 }, { only: ['lib/one'] }, { depth: 'deep' as const }, { stopped: 'bail' as const }])
    expect(isAskedAgain(told, sample, kept(other))).toBe(false)
  expect(isAskedAgain(told, { ...sample, target: { ...sample.target, claims: ['lib.more'] } }, kept())).toBe(false)
})

test('a run that ended early has asked again for what the same check came to judge well, whatever was sent', () => {
  const early = (verdict: 'pass' | 'unexercised'): Report => ({
    ...sample,
    run: { ...sample.run, seed: 8, stopped: 'bail' },
    requirements: sample.requirements.map((each) => ({
      ...each,
      judgements: each.judgements.map((one) => ({ ...one, verdict })),
    })),
  })
  expect(isAskedAgain(told, sample, early('pass'))).toBe(true)
  expect(isAskedAgain(told, sample, early('unexercised'))).toBe(false)
})

test('what whoever comes to it first sends was asked again by another, unless several send so', () => {
  const by = (check: string, of = 'x1') => ({
    ...sample.exchanges[0]!,
    id: of,
    check,
    label: 'burst',
    operation: 'GET /loans',
  })
  const failed = told.map((each) => ({ ...each, evidence: ['x1'] }))
  const sent = (...exchanges: Report['exchanges']): Report => ({ ...sample, exchanges })
  expect(isAskedAgain(failed, sent(by('lib/one')), sent(by('fixture/library/burst')))).toBe(true)
  expect(isAskedAgain(failed, sent(by('lib/one'), by('lib/three', 'x2')), sent(by('lib/two')))).toBe(false)
  expect(isAskedAgain(failed, sent({ ...by('lib/one'), label: '' }), sent({ ...by('lib/two'), label: '' }))).toBe(false)
})

test('a request that nobody answered was not asked again, unless the suite gave it up', () => {
  const [one] = sample.exchanges
  const failed = told.map((each) => ({ ...each, evidence: [one!.id] }))
  const { response: _, ...bare } = one!
  const after = (fault: NonNullable<typeof one>['fault']): Report => ({
    ...sample,
    exchanges: [{ ...bare, ...(fault === undefined ? {} : { fault }) }],
  })
  expect(isAskedAgain(failed, sample, { ...sample, exchanges: [one!] })).toBe(true)
  expect(isAskedAgain(failed, sample, after({ kind: 'timeout', message: 'nothing came within 10 s' }))).toBe(false)
  expect(isAskedAgain(failed, sample, after({ kind: 'reset', message: ABANDONED }))).toBe(true)
})

test('a request that is sent only where another was refused is spared where that is taken', () => {
  const [one] = sample.exchanges
  const creation = (of: string, label: string, status: number) => ({
    ...one!,
    id: of,
    label,
    operation: 'POST /loans',
    response: { ...one!.response!, status },
  })
  const before = { ...sample, exchanges: [creation('x1', 'loan', 400), creation('x2', 'loan, short key', 400)] }
  const after = (...exchanges: Report['exchanges']): Report => ({ ...sample, exchanges })
  const failed = told.map((each) => ({ ...each, evidence: ['x2'] }))
  expect(isAskedAgain(failed, before, after(creation('x1', 'loan', 201)))).toBe(true)
  expect(isAskedAgain(failed, before, after(creation('x1', 'loan', 400)))).toBe(false)
  expect(isAskedAgain(failed, before, after(creation('x1', 'loan, another', 201)))).toBe(false)
  // One without what the other had more.
  const bare = { ...sample, exchanges: [creation('x1', 'loan with a guarantor', 500), creation('x2', 'loan', 500)] }
  expect(isAskedAgain(failed, bare, after(creation('x1', 'loan with a guarantor', 201)))).toBe(true)
  expect(isAskedAgain(failed, bare, after(creation('x1', 'loan with a guarantor', 500)))).toBe(false)
  // Where the other was taken before, it was not for its sake.
  const taken = { ...before, exchanges: [creation('x1', 'loan', 201), creation('x2', 'loan, short key', 400)] }
  expect(isAskedAgain(failed, taken, after(creation('x1', 'loan', 201)))).toBe(false)
})

test('each of several failures has to be asked again', () => {
  const other = told.map((each) => ({ ...each, evidence: ['x11'] }))
  expect(isAskedAgain([...told, ...other], sample, without)).toBe(false)
  expect(isAskedAgain(other, sample, without)).toBe(true)
})

test('a delivery was asked for again where one came to the same inbox', () => {
  const delivered = told.map((each) => ({ ...each, evidence: ['d1'] }))
  const having = (...inboxes: readonly string[]): Report => ({
    ...sample,
    deliveries: inboxes.map((inbox, index) => ({
      ...(sample.deliveries[0] as Report['deliveries'][number]),
      id: `d${index + 1}`,
      inbox,
    })),
  })
  const before = having('loan: webhook_url', 'other: webhook_url')
  expect(isAskedAgain(delivered, before, having('other: webhook_url', 'loan: webhook_url'))).toBe(true)
  expect(isAskedAgain(delivered, before, having('other: webhook_url'))).toBe(false)
  // What the second attempt was held for no first one tells.
  const second = { ...before, deliveries: before.deliveries.map((each) => ({ ...each, attempt: 2 })) }
  expect(isAskedAgain(delivered, second, before)).toBe(false)
  expect(isAskedAgain(delivered, before, second)).toBe(true)
})

test('what rests on no message of the report counts as asked', () => {
  const silent = told.map((each) => ({ ...each, evidence: [] }))
  const unknown = told.map((each) => ({ ...each, evidence: ['d99999'] }))
  expect([[], silent, unknown].map((each) => isAskedAgain(each, sample, without))).toEqual([true, true, true])
})
