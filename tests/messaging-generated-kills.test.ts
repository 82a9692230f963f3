import { describe, expect, test } from 'vitest'
import { rareMessagingFlaws, startMessagingService } from '../reference/messaging/index.ts'
import { generatedMessagingChecks } from '../suites/generated/messaging/index.ts'
import { messagingChecks } from '../suites/messaging/index.ts'
import { proveGenerated } from './generated-proof.ts'
import { prove } from './proof.ts'

const MOST_REQUESTS = 4
const flaws = Object.entries(rareMessagingFlaws)
const named = (id: string) => generatedMessagingChecks.filter((check) => check.id === id)

describe('every rare flaw of the messaging service is found by generated values', () => {
  test.for(flaws)('%s', async ([flaw, { breaks, foundBy }]) => {
    const { failed, warned, told, run, verdicts } = await proveGenerated(() => startMessagingService({ flaw }), {
      which: 'messaging',
      checks: named(foundBy),
    })
    expect(failed.length + warned.length, told.join('\n')).toBe(1)
    expect(breaks, told.join('\n')).toContain([...failed, ...warned][0])
    const judgements = verdicts
      .flatMap((each) => each.judgements)
      .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    const requests = judgements
      .flatMap(({ evidence }) => evidence)
      .filter((id) => run.session.wire.store.exchanges.some((each) => each.id === id))
    expect(requests.length).toBeGreaterThan(0)
    expect(requests.length, told.join('\n')).toBeLessThanOrEqual(MOST_REQUESTS)
    expect(judgements[0]?.reason).toMatch(/assay replay msg\/generated\/[\w-]+ --seed 7 --path \d+,/)
  })
})

describe('no example meets a rare flaw of the messaging service', () => {
  test.for(flaws)('%s', async ([flaw]) => {
    const { failed, warned } = await prove(() => startMessagingService({ flaw }), 'messaging', messagingChecks)
    expect([...failed, ...warned]).toEqual([])
  })
})
