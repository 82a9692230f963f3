import { describe, expect, test } from 'vitest'
import { messagingFlaws, startMessagingService } from '../reference/messaging/index.ts'
import { catalogue, type RequirementId } from '../specs/index.ts'
import { messagingChecks } from '../suites/messaging/index.ts'
import { prove } from './proof.ts'

const flaws = Object.entries(messagingFlaws)

describe('every flaw of the messaging service turns red exactly what it breaks', () => {
  test.for(flaws)('%s', async ([flaw, { breaks }]) => {
    const { failed, warned, told } = await prove(() => startMessagingService({ flaw }), 'messaging', messagingChecks)
    expect([...failed, ...warned].toSorted(), told.join('\n')).toEqual([...breaks].toSorted())
  })
})

test('every must of the messaging service with a check is broken by some flaw', () => {
  const broken = new Set<string>(flaws.flatMap(([, { breaks }]) => breaks))
  const covered = new Set(messagingChecks.flatMap(({ covers }) => covers))
  const unproven = [...covered].filter((id: RequirementId) => catalogue[id].level === 'must' && !broken.has(id))
  expect(unproven).toEqual([])
})
