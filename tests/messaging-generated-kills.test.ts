import { describe, test } from 'vitest'
import { rareMessagingFlaws, startMessagingService } from '../reference/messaging/index.ts'
import { generatedMessagingChecks } from '../suites/messaging/generated/index.ts'
import { messagingChecks } from '../suites/messaging/index.ts'
import { expectFound, expectUnmet } from './generated-proof.ts'

const flaws = Object.entries(rareMessagingFlaws)
const generated = { which: 'messaging', checks: generatedMessagingChecks } as const

describe('every rare flaw of the messaging service is found by generated values', () => {
  test.for(flaws)('%s', ([flaw, rare]) => expectFound(() => startMessagingService({ flaw }), generated, rare))
})

describe('no example meets a rare flaw of the messaging service', () => {
  test.for(flaws)('%s', ([flaw]) => expectUnmet(() => startMessagingService({ flaw }), 'messaging', messagingChecks))
})
