import { describe, expect, test } from 'vitest'
import { messagingVariants, startMessagingService } from '../../reference/messaging/index.ts'
import { messagingChecks } from '../../suites/messaging/index.ts'
import { prove } from './proof.ts'

const judged = (variants: string[]) => prove(() => startMessagingService({ variants }), 'messaging', messagingChecks)

test('the faithful messaging service is not accused', async () => {
  expect((await judged([])).told).toEqual([])
})

test('the standard depth accuses nobody, and costs 150 requests and 12 messages at most', async () => {
  const start = () => startMessagingService()
  const { told, run } = await prove(start, 'messaging', messagingChecks, 'standard')
  expect(told).toEqual([])
  const { requests, spends } = run.session.ledger.totals()
  expect(Object.values(requests).reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(150)
  expect(spends.messages).toBeLessThanOrEqual(12)
})

test('a callback target that follows the codes of its number is not accused where no second number and app are known', async () => {
  const start = async () => {
    const service = await startMessagingService({ variants: ['callback-follows-codes'] })
    const { messaging, ...file } = service.targetFile() as { messaging: { outcomes: object } }
    const { secondApp: _app, secondPhone: _phone, ...outcomes } = messaging.outcomes as Record<string, unknown>
    return { targetFile: () => ({ ...file, messaging: { ...messaging, outcomes } }), close: () => service.close() }
  }
  const { failed, warned, told } = await prove(start, 'messaging', messagingChecks)
  expect([...failed, ...warned], told.join('\n')).toEqual([])
})

describe('no variant of the messaging service is accused', () => {
  test.for(Object.entries(messagingVariants))('%s', async ([variant, { warns }]) => {
    const { failed, warned, told, verdicts } = await judged([variant])
    expect(failed, told.join('\n')).toEqual([])
    expect(warned.toSorted(), told.join('\n')).toEqual([...warns].toSorted())
    expect(verdicts.filter(({ verdict }) => verdict === 'blocked' || verdict === 'broken').map(({ id }) => id)).toEqual(
      [],
    )
  })
})
