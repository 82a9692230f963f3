import { test } from 'vitest'
import { startMessagingService } from '../../reference/messaging/index.ts'
import { messagingChecks } from '../../suites/messaging/index.ts'
import { prove } from './proof.ts'

test('x', async () => {
  for (let seed = 1; seed <= 12; seed++) {
    const { told, run } = await prove(
      () => startMessagingService(),
      'messaging',
      messagingChecks,
      'standard',
      undefined,
      seed,
    )
    const { requests, spends } = run.session.ledger.totals()
    console.log(
      seed,
      told,
      Object.values(requests).reduce((a, b) => a + b, 0),
      JSON.stringify(requests),
      JSON.stringify(spends),
    )
  }
}, 100000)
