import { beforeAll, describe, expect, test } from 'vitest'
import { DEEP_ONLY } from '../../kit/check/signals.ts'
import { deepMessaging, turnsOfMessaging } from '../../reference/messaging/flaws/in-turn.ts'
import { messagingWarnings } from '../../reference/messaging/flaws/warnings.ts'
import { messagingFlaws, startMessagingService } from '../../reference/messaging/index.ts'
import { catalogue } from '../../specs/index.ts'
import { messagingChecks } from '../../suites/messaging/index.ts'
import { prove } from './proof.ts'

const flaws = Object.entries(messagingFlaws)
const deepOnly = new Set<string>()

beforeAll(async () => {
  const { verdicts } = await prove(() => startMessagingService(), 'messaging', messagingChecks, 'standard')
  for (const { id, judgements } of verdicts) {
    if (judgements.length > 0 && judgements.every(({ reason }) => reason === DEEP_ONLY)) deepOnly.add(id)
  }
})

describe('every flaw of the messaging service turns red exactly what it breaks', () => {
  // At the standard depth, which people run, wherever it sees what is broken.
  test.for(flaws)('%s', async ([flaw, { breaks }]) => {
    const depth = deepMessaging.includes(flaw) || breaks.some((id) => deepOnly.has(id)) ? 'deep' : 'standard'
    const start = () => startMessagingService({ flaw })
    const { failed, warned, told } = await prove(
      start,
      'messaging',
      messagingChecks,
      depth,
      undefined,
      turnsOfMessaging[flaw],
    )
    const warnings = messagingWarnings[flaw] ?? []
    const failures = breaks.filter((id) => !warnings.includes(id))
    expect(failed.toSorted(), told.join('\n')).toEqual(failures.toSorted())
    expect(warned.toSorted(), told.join('\n')).toEqual(warnings)
  })
})

test.for([10, 60, 300])('codes of which nothing is told fail on a clock %i times as fast', async (timeScale) => {
  const start = () => startMessagingService({ flaw: 'callbacks-not-sent', timeScale })
  const { failed, told } = await prove(start, 'messaging', messagingChecks, 'standard')
  expect(failed, told.join('\n')).toEqual(['msg.otp.callback-delivered'])
})

test('what is said of depth is said of flaws that there are', () => {
  const names = [...deepMessaging, ...Object.keys(turnsOfMessaging)]
  expect(names.filter((name) => !Object.hasOwn(messagingFlaws, name))).toEqual([])
})

test('every must of the messaging service with a check is broken by some flaw', () => {
  const broken = new Set<string>(flaws.flatMap(([, { breaks }]) => breaks))
  const covered = new Set(messagingChecks.flatMap(({ covers }) => covers))
  const unproven = [...covered].filter((id) => catalogue[id]?.level === 'must' && !broken.has(id))
  expect(unproven).toEqual([])
})

test('the standard depth leaves out nothing that must be, though some has its turn with another seed', () => {
  const left = [...deepOnly].filter((id) => catalogue[id]?.level === 'must')
  expect(left).toEqual([])
})
