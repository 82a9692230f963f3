import { expect, test } from 'vitest'
import { archiveService } from '../../tests/made-up/service.ts'
import { DEEP_ONLY, LET_NO_MORE_PASS, notSeen, WAITS } from '../check/signals.ts'
import type { Judgement } from '../check/verdicts/judgement.ts'
import { UNSELECTED } from '../plan/selection.ts'
import { reportedRequirement, type Unexercised } from './entry.ts'

const contracts = [archiveService.contract]
const id = Object.keys(archiveService.contract.catalogue)[0]!
const word = (more: object) => ({ requirement: id, check: 'arc/one', verdict: 'unexercised', evidence: [], ...more })

/** What is said of a requirement that nothing exercised. */
const said = (judgements: readonly object[], stopped: boolean, more: Partial<Unexercised> = {}) =>
  reportedRequirement(
    { id, verdict: 'unexercised', judgements: judgements as readonly Judgement[] },
    contracts,
    { stopped, isOutside: false, generated: new Set(['arc/many']), ...more },
    (text) => text,
  )

const claimed = word({ why: 'not claimed', reason: 'no key', line: 'archive.key: "…"' })

test('what a run did not come to is called so, whatever another check waits for', () => {
  const cut = word({ why: 'not reached', reason: 'the run ended before it' })
  expect(said([claimed, cut], true)).toMatchObject({ why: 'not reached', reason: 'the run ended before it' })
  expect(said([claimed, cut], true).line).toBeUndefined()
  expect(said([], true)).toMatchObject({ why: 'not reached', reason: 'the run ended before it' })
})

test('what a limiter stopped is called so: no line is what it lacks', () => {
  const held = word({ check: 'arc/two', why: 'not selected', reason: LET_NO_MORE_PASS })
  expect(said([claimed, held], false)).toMatchObject({ why: 'not selected', reason: LET_NO_MORE_PASS })
  expect(said([claimed, held], false).line).toBeUndefined()
})

test('a line that would have it exercised is told before a check that was left out', () => {
  const left = word({ why: 'not selected', reason: 'this run did not select it' })
  expect(said([left, claimed], false)).toMatchObject({ why: 'not claimed', line: 'archive.key: "…"' })
  expect(said([], false)).toMatchObject({ why: 'not selected', reason: 'no check of this run covers it' })
})

test('what only has to be allowed goes before what somebody has to provide', () => {
  const used = word({ check: 'arc/two', why: 'not permitted', reason: 'all copies are used', line: 'allow.copies: 40' })
  expect(said([claimed, used], false)).toMatchObject({ why: 'not permitted', line: 'allow.copies: 40' })
})

test('a check that ran goes before one that a narrowed run left out', () => {
  const left = word({ why: 'not selected', reason: 'this run did not select it' })
  const ran = word({ check: 'arc/two', why: 'not met', reason: 'no loan was returned' })
  expect(said([left, ran], false)).toMatchObject({
    why: 'not met',
    reason: 'no loan was returned; its other checks were not selected',
  })
  const many = word({ check: 'arc/many', why: 'not met', reason: 'no value was taken' })
  expect(said([left, many], false)).toMatchObject({
    why: 'not met',
    reason: 'no value was taken; its other checks were not selected',
  })
  expect(said([left], false)).toMatchObject({ why: 'not selected', reason: 'this run did not select it' })
})

test('what a narrowed run did not meet says that other checks of it were left out', () => {
  const left = word({ why: 'not selected', reason: UNSELECTED })
  const ran = word({ check: 'arc/two', why: 'not met', reason: 'the seed of this run chose other loans' })
  expect(said([left, ran], false).reason).toBe(
    'the seed of this run chose other loans; its other checks were not selected',
  )
  expect(said([ran], false).reason).toBe('the seed of this run chose other loans')
})

test('what one check says goes before that another is left to another depth', () => {
  const deep = word({ why: 'not selected', reason: DEEP_ONLY })
  const turn = word({ check: 'arc/two', why: 'not selected', reason: 'another had its turn' })
  expect(said([deep, turn], false)).toMatchObject({ reason: 'another had its turn' })
  expect(said([deep], false)).toMatchObject({ reason: DEEP_ONLY })
})

test('what another shard asks waits for no keys of its own', () => {
  const shared = word({ why: 'not selected', reason: 'other shards may use the keys', line: '--own-keys' })
  const elsewhere = word({ check: 'arc/two', why: 'not selected', reason: 'another shard asks it' })
  expect(said([shared, elsewhere], false)).toMatchObject({ why: 'not selected', reason: 'another shard asks it' })
  expect(said([shared, elsewhere], false).line).toBeUndefined()
  expect(said([shared], false)).toMatchObject({ line: '--own-keys' })
  const met = word({ check: 'arc/three', why: 'not met', reason: 'no event tells of a success' })
  expect(said([met, elsewhere], false)).toMatchObject({ reason: 'another shard asks it' })
})

test('what a quick run left out goes before what another check did not meet', () => {
  const waits = word({ why: 'not selected', reason: WAITS })
  const ran = word({ check: 'arc/two', why: 'not met', reason: 'no loan was returned' })
  expect(said([ran, waits], false)).toMatchObject({ why: 'not selected', reason: WAITS })
  expect(said([waits, claimed], false)).toMatchObject({ why: 'not claimed' })
  const unseen = word({ check: 'arc/two', why: 'not met', reason: notSeen('loans can be renewed') })
  expect(said([waits, unseen], false)).toMatchObject({ reason: 'nothing showed by then that loans can be renewed' })
})

test('outside of what a run was narrowed to nothing waits for a line', () => {
  const left = word({ why: 'not selected', reason: 'this run did not select it' })
  const outside = said([left, claimed], false, { isOutside: true })
  expect(outside).toMatchObject({ why: 'not selected', reason: 'this run did not select it' })
  expect(outside.line).toBeUndefined()
  expect(said([claimed], false, { isOutside: true }).line).toBeUndefined()
})

test('many values are not waited for where what looks on found nothing to look at', () => {
  const many = word({ check: 'arc/many', why: 'not permitted', reason: 'many values', line: 'allow.generated: 200' })
  const onlooker = word({ check: 'arc/two', why: 'not met', reason: 'no loan was returned' })
  const generated = new Set(['arc/many'])
  const told = said([many, onlooker], false, { generated })
  expect(told).toMatchObject({ why: 'not met', reason: 'no loan was returned' })
  expect(told.line).toBeUndefined()
  const wanting = { ...onlooker, line: 'archive.key: "…"' }
  expect(said([many, wanting], false, { generated }).line).toBe('allow.generated: 200')
})

test('what tries many values is told by its check, not by the text of its line', () => {
  const left = word({ why: 'not selected', reason: 'it is asked with --depth deep only' })
  const many = word({ check: 'arc/many', why: 'not claimed', reason: 'many values', line: 'webhooks: { listen: "…" }' })
  const one = word({ why: 'not permitted', reason: 'no budget', line: 'allow.generated: 200' })
  expect(said([many, left], false)).toMatchObject({ reason: 'it is asked with --depth deep only' })
  expect(said([one, left], false)).toMatchObject({ line: 'allow.generated: 200' })
})

test('many values are no reason where one request would do, and was not selected', () => {
  const left = word({ why: 'not selected', reason: 'it is asked with --depth deep only' })
  const many = word({ check: 'arc/many', why: 'not permitted', reason: 'many values', line: 'allow.generated: 200' })
  expect(said([many, left], false).line).toBeUndefined()
  expect(said([many, left], false)).toMatchObject({ reason: 'it is asked with --depth deep only' })
  expect(said([many], false)).toMatchObject({ line: 'allow.generated: 200' })
  expect(said([many, claimed], false)).toMatchObject({ line: 'allow.generated: 200' })
})
