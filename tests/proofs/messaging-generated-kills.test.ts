import { beforeAll, describe, expect, test } from 'vitest'
import { rareMessagingFlaws, startMessagingService } from '../../reference/messaging/index.ts'
import { lawfulBehaviour } from '../../reference/messaging/lawful.ts'
import { generatedMessagingChecks } from '../../suites/messaging/generated/index.ts'
import { messagingChecks } from '../../suites/messaging/index.ts'
import { expectFound } from './generated-proof.ts'
import { prove } from './proof.ts'
import { groupsOf, metAmong } from './rare-flaws.ts'

const flaws = Object.entries(rareMessagingFlaws)
const generated = { which: 'messaging', checks: generatedMessagingChecks } as const

describe('every rare flaw of the messaging service is found by generated values', () => {
  test.for(flaws)('%s', ([flaw, rare]) => expectFound(() => startMessagingService({ flaw }), generated, rare))
})

// Without generated values nobody would be told. Whatever the examples met would show among many as well as alone.
describe('no example meets a rare flaw of the messaging service', () => {
  const met = new Map<string, string>()

  beforeAll(async () => {
    for (const group of groupsOf(rareMessagingFlaws, lawfulBehaviour)) {
      const found = await metAmong(group, (flaw) =>
        prove(() => startMessagingService({ flaw }), 'messaging', messagingChecks),
      )
      for (const [flaw, told] of found) met.set(flaw, told)
    }
  })

  test.for(flaws)('%s', ([flaw]) => expect(met.get(flaw)).toBeUndefined())
})

test('a flaw that the examples do meet is told by name among the rare ones', async () => {
  const names = [...Object.keys(rareMessagingFlaws), 'resend-answers-created']
  const met = await metAmong(names, (flaw) =>
    prove(() => startMessagingService({ flaw }), 'messaging', messagingChecks),
  )
  expect([...met.keys()]).toEqual(['resend-answers-created'])
})
