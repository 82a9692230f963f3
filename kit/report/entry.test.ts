import { expect, test } from 'vitest'
import { archiveService } from '../../tests/made-up/service.ts'
import type { Judgement } from '../check/judgement.ts'
import { reportedRequirement } from './entry.ts'

const contracts = [archiveService.contract]
const id = Object.keys(archiveService.contract.catalogue)[0]!
const word = (more: object) => ({ requirement: id, check: 'arc/one', verdict: 'unexercised', evidence: [], ...more })

/** What is said of a requirement that nothing exercised. */
const said = (judgements: readonly object[], stopped: boolean) =>
  reportedRequirement(
    { id, verdict: 'unexercised', judgements: judgements as readonly Judgement[] },
    contracts,
    stopped,
    (text) => text,
  )

const claimed = word({ why: 'not claimed', reason: 'no key', line: 'archive.key: "…"' })

test('what a run did not come to is called so, whatever another check waits for', () => {
  const cut = word({ why: 'not reached', reason: 'the run was stopped before it' })
  expect(said([claimed, cut], true)).toMatchObject({ why: 'not reached', reason: 'the run was stopped before it' })
  expect(said([claimed, cut], true).line).toBeUndefined()
  expect(said([], true)).toMatchObject({ why: 'not reached', reason: 'the run was stopped before it' })
})

test('a line that would have it exercised is told before a check that was left out', () => {
  const left = word({ why: 'not selected', reason: 'this run did not select it' })
  expect(said([left, claimed], false)).toMatchObject({ why: 'not claimed', line: 'archive.key: "…"' })
  expect(said([], false)).toMatchObject({ why: 'not selected', reason: 'no check of this run covers it' })
})
